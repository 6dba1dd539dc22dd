import type { ClusterNode } from "@shardwatch/core/contract/deployment";
import { formatCount } from "../../../lib/count.ts";
import type { Column } from "../../../ui/rows.ts";
import { notReported, partColumns, PartsSection } from "./PartsSection.tsx";

const columns: Column<ClusterNode>[] = [
  { id: "node", header: "Node", cell: ({ id }) => <span className="font-mono text-sm">{id}</span> },
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

/** The nodes of a cluster. They have no addresses: those stay on the agent's host. */
export const NodesSection = ({ nodes }: { nodes: readonly ClusterNode[] }) => (
  <PartsSection title="Nodes" noun="node" parts={nodes} columns={columns} />
);
