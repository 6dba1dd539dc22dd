import type { ClusterNode } from "@shardwatch/core/contract/deployment";
import { useId, useState } from "react";
import { counted, formatCount } from "../../../lib/count.ts";
import { Button } from "../../../ui/Button.tsx";
import { DataTable } from "../../../ui/DataTable.tsx";
import type { Column } from "../../../ui/rows.ts";
import { Disclosure } from "../../../ui/Disclosure.tsx";
import { Unknown } from "../../../ui/Unknown.tsx";
import { inTrouble, nodesInOrder } from "./nodes.ts";

const roles = { primary: "Primary", replica: "Replica" };
const unknown = <Unknown why="Redis Enterprise doesn't report it" />;

const columns: Column<ClusterNode>[] = [
  { id: "node", header: "Node", cell: ({ id }) => <span className="font-mono text-sm">{id}</span> },
  { id: "role", header: "Role", cell: ({ role }) => (role ? roles[role] : unknown) },
  {
    id: "slots",
    header: "Slots",
    align: "end",
    cell: ({ slots }) => (slots === null ? unknown : <span className="figures">{formatCount(slots)}</span>),
  },
  {
    id: "state",
    header: "State",
    cell: (node) => <span className={inTrouble(node) ? "font-medium text-bad" : ""}>{node.state}</span>,
  },
];

/** As many as a screen shows. A cluster may have a thousand. */
const first = 20;

/** The nodes of a cluster, those in trouble first. They have no addresses: those stay on the agent's host. */
export function NodesSection({ nodes }: { nodes: readonly ClusterNode[] }) {
  const headingId = useId();
  const [all, setAll] = useState(false);
  const primaries = nodes.filter(({ role }) => role === "primary").length;
  const troubled = nodes.filter(inTrouble).length;
  const rows = all ? nodesInOrder(nodes) : nodesInOrder(nodes).slice(0, first);
  return (
    <Disclosure
      title="Nodes"
      summary={
        <>
          {counted(nodes.length, "node")}
          {primaries > 0 && `, ${primaries === 1 ? "1 primary" : `${formatCount(primaries)} primaries`}`}
          {troubled > 0 && <span className="text-bad">, {formatCount(troubled)} in trouble</span>}
        </>
      }
    >
      <h3 id={headingId} className="sr-only">
        Nodes
      </h3>
      <div className="-mx-4 -mt-4">
        <DataTable labelledBy={headingId} columns={columns} rows={rows} rowKey={({ id }) => id} />
      </div>
      {rows.length < nodes.length && (
        <Button className="mt-3" onClick={() => setAll(true)}>
          Show all {formatCount(nodes.length)} nodes
        </Button>
      )}
    </Disclosure>
  );
}
