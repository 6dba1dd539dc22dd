import type { ClusterNode } from "@shardwatch/core/contract/deployment";
import { formatCount } from "../../../lib/count.ts";
import type { Column } from "../../../ui/rows.ts";
import { Unknown } from "../../../ui/Unknown.tsx";
import { mono, notReported, partColumns, PartsSection } from "./PartsSection.tsx";

const columns: Column<ClusterNode>[] = [
  { id: "node", header: "Node", cell: ({ id }) => mono(id) },
  partColumns.role,
  {
    id: "slots",
    header: "Slots",
    align: "end",
    cell: ({ slots }) =>
      slots === null ? notReported : <span className="figures">{formatCount(slots)}</span>,
  },
  partColumns.state,
];
const addressColumn: Column<ClusterNode> = {
  id: "address",
  header: "Address",
  cell: ({ address }) =>
    address === undefined ? <Unknown why="The cluster doesn't know it" /> : mono(address),
};

/** The nodes of a cluster. Their addresses stay on the agent's host, unless its configuration says otherwise. */
export function NodesSection({ nodes }: { nodes: readonly ClusterNode[] }) {
  const areTold = nodes.some(({ address }) => address !== undefined);
  const shown = areTold ? [...columns, addressColumn] : columns;
  return <PartsSection title="Nodes" noun="node" parts={nodes} columns={shown} />;
}
