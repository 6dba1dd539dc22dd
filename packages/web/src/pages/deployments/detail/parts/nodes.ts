import type { ClusterNode } from "@shardwatch/core/contract/deployment/deployment";

/** A node of a cluster, or a shard. */
export type Part = Pick<ClusterNode, "id" | "role" | "state">;

/** The states that servers and Redis Enterprise have for a node or a shard that works. */
const working = new Set(["ok", "active", "online"]);

export const inTrouble = ({ state }: Pick<Part, "state">): boolean => !working.has(state);

/** Those in trouble first, then primaries before replicas. */
export const partsInOrder = <P extends Part>(parts: readonly P[]): P[] =>
  parts.toSorted((one, other) => rank(one) - rank(other));

const rank = (part: Part) => (inTrouble(part) ? 0 : 2) + (part.role === "replica" ? 1 : 0);
