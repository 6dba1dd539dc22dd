import type { ServerAddress } from "../../../configuration/settings.ts";

/** A node as the cluster itself describes it. */
export interface ClusterNode {
  /** 40 hexadecimal digits. The id stays the same while the node exists, even when its address changes. */
  id: string;
  primary: boolean;
  /** The id of its primary, if it is a replica and the listing has it. */
  replicaOf?: string;
  /** The other nodes agree that it does not answer. */
  failed: boolean;
  /** How many of the 16,384 hash slots are assigned to it; null when the listing leaves them out. */
  slots: number | null;
  /** The address that the cluster announces; undefined when the cluster does not have one. */
  address?: ServerAddress;
}

/** The nodes of a cluster, as one command lists them. */
export interface Topology {
  nodes: ClusterNode[];
  /** Whether the listing assigns the slots of every shard to one primary. */
  complete: boolean;
}

/**
 * The node that was asked. It fills in for an answer without a host, because a node may not have its own host
 * name.
 */
export interface Asked {
  host: string;
  usesTls: boolean;
}

export const slotCount = 16_384;

/**
 * Reads CLUSTER NODES (all versions), one line for each node:
 * id ip:port@busport[,hostname[,...]] flags primary ping pong epoch link slot...
 * https://redis.io/docs/latest/commands/cluster-nodes/
 */
export function parseNodes(answer: string, asked: Asked): Topology {
  // If a proxy has switched the server to RESP3, the text is marked as a verbatim string.
  const lines = answer.replace(/^txt:/, "").split("\n");
  const nodes = lines.flatMap((line): ClusterNode[] => {
    const [word, place = "", flagWords = "", ...rest] = line.trim().split(" ");
    const id = nodeId(word);
    const flags = new Set(flagWords.split(","));
    // "fail" is agreed, "fail?" only one node's suspicion. A node in handshake is not part of a cluster yet.
    if (id === undefined || flags.has("handshake")) return [];
    const address = flags.has("noaddr") ? undefined : lineAddress(place, asked);
    const primary = flags.has("master");
    const replicaOf = primary ? undefined : nodeId(rest[0]);
    // Redis 8.0 and Valkey 9.1 repeat their own ranges when their nodes.conf is of Redis 7.0 or older.
    const ranges = primary ? [...new Set(rest.slice(5))] : [];
    const slots = ranges.reduce((sum, range) => sum + rangeSize(range), 0);
    // A node without an address is gone. Its slots are not, until another node gets them.
    if (flags.has("noaddr") && slots === 0) return [];
    return [
      {
        id,
        primary,
        ...(replicaOf !== undefined && { replicaOf }),
        failed: flags.has("fail"),
        slots,
        ...(address && { address }),
      },
    ];
  });
  return { nodes, complete: true };
}

/** CLUSTER NODES with the addresses of CLUSTER SHARDS, which has the ports of TLS too. */
export function withAddressesOf(shards: Topology, { nodes, complete }: Topology): Topology {
  const addresses = new Map(shards.nodes.map(({ id, address }) => [id, address]));
  return {
    complete,
    nodes: nodes.map((node) => {
      const address = addresses.get(node.id) ?? node.address;
      return { ...node, ...(address && { address }) };
    }),
  };
}

function lineAddress(place: string, { host, usesTls }: Asked): ServerAddress | undefined {
  const [endpoint = "", hostname = ""] = place.split(",");
  const [, ip = "", port = ""] = /^(.*):(\d+)(?:@\d+)?$/.exec(endpoint) ?? [];
  return toAddress((usesTls && usable(hostname)) || usable(ip) || host, Number(port));
}

/** "" for texts that name no host: nothing, or "?" (a name is preferred, but none is set). */
export function usable(host: string): string {
  return host === "?" ? "" : host;
}

/** An address that a node announced; undefined unless it is well-formed. */
export function toAddress(host: string, port: number): ServerAddress | undefined {
  const wellFormed = /^[0-9a-z._:-]{1,255}$/i.test(host) && Number.isInteger(port);
  return wellFormed && port >= 1 && port <= 65_535 ? { host, port } : undefined;
}

/** "5461-10922" and "42" are slots. "[93->-id]" is a slot that is being moved and counted elsewhere. */
function rangeSize(range: string): number {
  const [, first, last = first] = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(range) ?? [];
  return first === undefined ? 0 : rangeLength(Number(first), Number(last));
}

/** The number of slots from the first to the last; 0 for a range that is none. */
export function rangeLength(first: number, last: number): number {
  return first >= 0 && last >= first && last < slotCount ? last - first + 1 : 0;
}

/** The word, if it is the id of a node. */
export function nodeId(word: string | undefined): string | undefined {
  return word !== undefined && /^[0-9a-f]{40}$/.test(word) ? word : undefined;
}
