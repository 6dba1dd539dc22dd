import type { ClusterNode } from "@shardwatch/core/contract/deployment";

/** The states that servers and Redis Enterprise have for a node that works. */
const working = new Set(["ok", "active", "online"]);

export const inTrouble = ({ state }: ClusterNode): boolean => !working.has(state);

/** Those in trouble first, then primaries before replicas. */
export const nodesInOrder = (nodes: readonly ClusterNode[]): ClusterNode[] =>
  nodes.toSorted((one, other) => rank(one) - rank(other));

const rank = (node: ClusterNode) => (inTrouble(node) ? 0 : 2) + (node.role === "replica" ? 1 : 0);
