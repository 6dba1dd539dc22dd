import type { Shard } from "@shardwatch/core/contract/deployment/deployment";
import { reportLimits as limits } from "../report-limits.ts";
import { isFields, textOf, uidLength } from "./values.ts";
import type { Fields } from "./values.ts";

const roles: Readonly<Record<string, "primary" | "replica">> = { master: "primary", slave: "replica" };

/**
 * The shards of GET /v1/shards, at most as many as a report may have. Undefined when it is not a list.
 * @param databases ids of the reported databases: the cluster has others of its own
 */
export function reportedShards(value: unknown, databases: ReadonlySet<string>): Shard[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const shards = value.filter(isFields).flatMap((shard) => toShard(shard) ?? []);
  return shards
    .filter(({ database }) => databases.has(database))
    .toSorted((left, right) => inOrder(left.database, right.database) || inOrder(left.id, right.id))
    .slice(0, limits.shards);
}

/** Sorted, because the API would store another order as a change. */
const inOrder = (left: string, right: string) => left.localeCompare(right, "en", { numeric: true });

function toShard(shard: Fields): Shard | undefined {
  const id = textOf(shard["uid"], uidLength);
  const database = textOf(shard["bdb_uid"], uidLength);
  if (id === null || database === null) return undefined;
  const role = textOf(shard["role"], limits.status) ?? "";
  return {
    id,
    database,
    node: textOf(shard["node_uid"], uidLength),
    role: roles[role] ?? null,
    state: stateOf(shard),
  };
}

/** "busy" comes and goes with the load, and the API would store each time as a change. It is no trouble. */
function stateOf(shard: Fields): string {
  const detailed = textOf(shard["detailed_status"], limits.status);
  if (detailed !== null && detailed !== "ok" && detailed !== "busy") return detailed;
  return textOf(shard["status"], limits.status) ?? "unknown";
}
