import type { ServerAddress } from "../../../configuration/settings.ts";
import type { Reply } from "../connection/reply.ts";
import { nodeId, rangeLength, toAddress, usable } from "./topology.ts";
import type { Asked, ClusterNode, Topology } from "./topology.ts";

/** A node of a shard, before the shard's slots are assigned to one of its nodes. */
interface ShardNode extends Omit<ClusterNode, "slots"> {
  online: boolean;
  replicationOffset: number;
}

/**
 * Reads CLUSTER SHARDS (Redis 7, Valkey). Entries without a node id are skipped.
 * https://redis.io/docs/latest/commands/cluster-shards/
 *
 * After a failover, a shard lists the dead primary beside its successor until a CLUSTER FORGET. Redis 7.2.0 to
 * 7.4.1 then lists no slots for the shard, and Redis from 7.4.2 on lists none when all its nodes failed:
 * https://github.com/redis/redis/issues/13414
 */
export function parseShards(reply: Reply, asked: Asked): Topology {
  const shards = list(reply).map((item) => {
    const shard = fields(item);
    const slots = countSlots(list(shard.get("slots")));
    return assignSlots(slots, shardNodes(list(shard.get("nodes")), asked));
  });
  return {
    nodes: shards.flatMap(({ nodes }) => nodes),
    complete: shards.every(({ complete }) => complete),
  };
}

function shardNodes(listed: readonly Reply[], asked: Asked): ShardNode[] {
  return listed.flatMap((one): ShardNode[] => {
    const node = fields(one);
    const id = nodeId(text(node.get("id")));
    if (id === undefined) return [];
    const health = text(node.get("health"));
    const failed = health === "fail";
    // The node is gone, but is listed until a CLUSTER FORGET. CLUSTER NODES calls this noaddr.
    if (failed && !usable(text(node.get("ip")))) return [];
    const address = shardAddress(node, asked);
    const offset = node.get("replication-offset");
    return [
      {
        id,
        primary: text(node.get("role")) === "master",
        failed,
        // Servers that list no health are taken as online.
        online: health === "online" || health === "",
        replicationOffset: typeof offset === "number" ? offset : 0,
        ...(address && { address }),
      },
    ];
  });
}

/** Assigns the slots of a shard to the primary that serves them, else to one that loads, else to the failed one. */
function assignSlots(slots: number, listed: readonly ShardNode[]): Topology {
  const primaries = listed.filter(({ primary }) => primary);
  const online = primaries.filter((node) => node.online);
  const working = primaries.filter(({ failed }) => !failed);
  // A returning primary may be listed as one for a moment. Its successor has received more.
  const [owner] =
    [online, working, primaries]
      .find(({ length }) => length > 0)
      ?.toSorted((a, b) => b.replicationOffset - a.replicationOffset) ?? [];
  const ambiguous = working.length > 0 ? primaries.length > 1 : listed.every(({ failed }) => failed);
  const leftOut = slots === 0 && ambiguous;
  const nodes = listed.map(({ id, primary, failed, address }) => ({
    id,
    primary,
    ...(!primary && owner && { replicaOf: owner.id }),
    failed,
    slots: id !== owner?.id ? 0 : leftOut ? null : slots,
    ...(address && { address }),
  }));
  // Servers with a nodes.conf of Redis 7.0 or older leave themselves out of their shard.
  const complete = !leftOut && online.length <= 1 && owner !== undefined;
  return { nodes, complete: complete || (nodes.length === 0 && slots === 0) };
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

function countSlots(bounds: readonly Reply[]): number {
  let count = 0;
  for (let index = 0; index + 1 < bounds.length; index += 2)
    count += rangeLength(Number(bounds[index]), Number(bounds[index + 1]));
  return count;
}

function list(reply: Reply | undefined): readonly Reply[] {
  return Array.isArray(reply) ? reply : [];
}

function text(reply: Reply | undefined): string {
  return typeof reply === "string" ? reply : "";
}

/** A map as RESP2 writes it, and as the reader returns one of RESP3: name, value, name, value. */
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
