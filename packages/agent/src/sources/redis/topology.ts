import type { ServerAddress } from "../../configuration/settings.ts";
import type { Reply } from "./reply.ts";

/** A node as the cluster itself describes it. */
export interface ClusterNode {
  /** 40 hexadecimal digits. The id stays the same while the node exists, even when its address changes. */
  id: string;
  primary: boolean;
  /** The other nodes agree that it does not answer. */
  failed: boolean;
  /** How many of the 16,384 hash slots it serves. */
  slots: number;
  /** The address that the cluster announces; undefined when the cluster does not have one. */
  address?: ServerAddress;
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
 * Reads CLUSTER SHARDS (Redis 7, Valkey). Entries without a node id are skipped.
 * https://redis.io/docs/latest/commands/cluster-shards/
 */
export function parseShards(reply: Reply, asked: Asked): ClusterNode[] {
  return list(reply).flatMap((item) => {
    const shard = fields(item);
    const slots = countSlots(list(shard.get("slots")));
    return list(shard.get("nodes")).flatMap((one): ClusterNode[] => {
      const node = fields(one);
      const id = nodeId(text(node.get("id")));
      if (id === undefined) return [];
      const primary = text(node.get("role")) === "master";
      const address = shardAddress(node, asked);
      const failed = text(node.get("health")) === "fail";
      // The node is gone, but is listed until a CLUSTER FORGET. CLUSTER NODES calls this noaddr.
      if (failed && !usable(text(node.get("ip")))) return [];
      return [{ id, primary, failed, slots: primary ? slots : 0, ...(address && { address }) }];
    });
  });
}

/**
 * Reads CLUSTER NODES (all versions), one line for each node:
 * id ip:port@busport[,hostname[,...]] flags primary ping pong epoch link slot...
 * https://redis.io/docs/latest/commands/cluster-nodes/
 */
export function parseNodes(answer: string, asked: Asked): ClusterNode[] {
  return answer.split("\n").flatMap((line): ClusterNode[] => {
    const [word, place = "", flagWords = "", ...rest] = line.trim().split(" ");
    const id = nodeId(word);
    const flags = new Set(flagWords.split(","));
    // "fail" is agreed, "fail?" only one node's suspicion. A node in handshake is not part of a cluster yet.
    if (id === undefined || flags.has("handshake") || flags.has("noaddr")) return [];
    const address = lineAddress(place, asked);
    const primary = flags.has("master");
    const slots = primary ? rest.slice(5).reduce((sum, range) => sum + rangeSize(range), 0) : 0;
    return [{ id, primary, failed: flags.has("fail"), slots, ...(address && { address }) }];
  });
}

function lineAddress(place: string, { host, usesTls }: Asked): ServerAddress | undefined {
  const [endpoint = "", hostname = ""] = place.split(",");
  const [, ip = "", port = ""] = /^(.*):(\d+)(?:@\d+)?$/.exec(endpoint) ?? [];
  return toAddress((usesTls && usable(hostname)) || usable(ip) || host, Number(port));
}

function shardAddress(node: ReadonlyMap<string, Reply>, { host, usesTls }: Asked): ServerAddress | undefined {
  const [endpoint, ip, hostname] = ["endpoint", "ip", "hostname"].map((name) => usable(text(node.get(name))));
  const plain = node.get("port");
  const port = usesTls ? (node.get("tls-port") ?? plain) : plain;
  // Certificates are for names more often than for IP addresses. No endpoint at all means the node that was
  // asked.
  const sameAsAsked = node.get("endpoint") === null && host;
  return toAddress((usesTls && hostname) || endpoint || sameAsAsked || ip || host, Number(port ?? 0));
}

/** "" for texts that name no host: nothing, or "?" (a name is preferred, but none is set). */
function usable(host: string): string {
  return host === "?" ? "" : host;
}

function toAddress(host: string, port: number): ServerAddress | undefined {
  const wellFormed = /^[0-9a-z._:-]{1,255}$/i.test(host) && Number.isInteger(port);
  return wellFormed && port >= 1 && port <= 65_535 ? { host, port } : undefined;
}

/** "5461-10922" and "42" are slots. "[93->-id]" is a slot that is being moved and counted elsewhere. */
function rangeSize(range: string): number {
  const [, first, last = first] = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(range) ?? [];
  return first === undefined ? 0 : span(Number(first), Number(last));
}

function countSlots(bounds: readonly Reply[]): number {
  let count = 0;
  for (let index = 0; index + 1 < bounds.length; index += 2)
    count += span(Number(bounds[index]), Number(bounds[index + 1]));
  return count;
}

function span(first: number, last: number): number {
  return first >= 0 && last >= first && last < slotCount ? last - first + 1 : 0;
}

function nodeId(word: string | undefined): string | undefined {
  return word !== undefined && /^[0-9a-f]{40}$/.test(word) ? word : undefined;
}

function list(reply: Reply | undefined): readonly Reply[] {
  return Array.isArray(reply) ? reply : [];
}

function text(reply: Reply | undefined): string {
  return typeof reply === "string" ? reply : "";
}

/** A map in the form of RESP2: name, value, name, value. */
function fields(reply: Reply): ReadonlyMap<string, Reply> {
  const items = list(reply);
  const map = new Map<string, Reply>();
  for (let index = 0; index + 1 < items.length; index += 2) {
    const name = items[index];
    const value = items[index + 1];
    if (typeof name === "string" && value !== undefined) map.set(name, value);
  }
  return map;
}
