import type { ClusterNode } from "@shardwatch/core/contract/deployment/deployment";
import { formatCount } from "../../../../lib/words/count.ts";
import type { Column } from "../../../../ui/table/rows.ts";
import { Unknown } from "../../../../ui/text/Unknown.tsx";
import { mono, notReported, partColumns, PartsSection } from "./PartsSection.tsx";

const node: Column<ClusterNode> = { id: "node", header: "Node", cell: ({ id }) => mono(id) };
const role: Column<ClusterNode> = {
  ...partColumns.role,
  cell: (one) => (one.replicaOf === undefined ? partColumns.role.cell(one) : <ReplicaOf {...one} />),
};
const slotsColumn: Column<ClusterNode> = {
  id: "slots",
  header: "Slots",
  align: "end",
  cell: ({ slots }) => (slots === null ? notReported : <span className="figures">{formatCount(slots)}</span>),
};
const addressColumn: Column<ClusterNode> = {
  id: "address",
  header: "Address",
  cell: ({ address }) =>
    address === undefined ? <Unknown why="The cluster doesn't know it" /> : mono(address),
};

const ReplicaOf = ({ replicaOf = "" }: Pick<ClusterNode, "replicaOf">) => <>Replica of {mono(replicaOf)}</>;

/**
 * The nodes of a cluster. Their addresses stay on the agent's host, unless its configuration says otherwise. The nodes of
 * Redis Enterprise have neither a role nor slots: their shards have.
 */
export function NodesSection({ nodes }: { nodes: readonly ClusterNode[] }) {
  const columns = [
    node,
    ...(nodes.some((one) => one.role !== null) ? [role] : []),
    ...(nodes.some(({ slots }) => slots !== null) ? [slotsColumn] : []),
    partColumns.state,
    ...(nodes.some(({ address }) => address !== undefined) ? [addressColumn] : []),
  ];
  return <PartsSection title="Nodes" noun="node" parts={nodes} columns={columns} />;
}
