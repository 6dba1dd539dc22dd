import { useId, useState } from "react";
import { counted, formatCount } from "../../../../lib/words/count.ts";
import { databaseName } from "../../../../lib/words/database-name.ts";
import { Button } from "../../../../ui/form/Button.tsx";
import { DataTable } from "../../../../ui/table/DataTable.tsx";
import { Disclosure } from "../../../../ui/section/Disclosure.tsx";
import type { Column } from "../../../../ui/table/rows.ts";
import { Unknown } from "../../../../ui/text/Unknown.tsx";
import type { ClusterNode, Database, Shard } from "@shardwatch/core/contract/deployment/deployment";

/** A node of a cluster, or a shard. */
type Part = Pick<ClusterNode, "id" | "role" | "state">;

/** The states that servers and Redis Enterprise have for a node or a shard that works. */
const working = new Set(["ok", "active", "online"]);

const inTrouble = ({ state }: Pick<Part, "state">): boolean => !working.has(state);

/** Those in trouble first, then primaries before replicas. */
const partsInOrder = <P extends Part>(parts: readonly P[]): P[] =>
  parts.toSorted((one, other) => rank(one) - rank(other));

const rank = (part: Part) => (inTrouble(part) ? 0 : 2) + (part.role === "replica" ? 1 : 0);

const roles = { primary: "Primary", replica: "Replica" };
const mono = (text: string) => <span className="font-mono text-sm break-all">{text}</span>;
const notReported = <Unknown why="Redis Enterprise doesn't report it" />;

/** The columns that nodes and shards have in common. */
const partColumns = {
  role: { id: "role", header: "Role", cell: ({ role }) => (role ? roles[role] : notReported) },
  state: {
    id: "state",
    header: "State",
    cell: (part) => <span className={inTrouble(part) ? "font-medium text-bad" : ""}>{part.state}</span>,
  },
} as const satisfies Record<string, Column<Part>>;

/** As many as a screen shows. A cluster may have a thousand. */
const first = 20;

interface PartsSectionProps<P extends Part> {
  /** "Nodes" for several of "node". */
  title: string;
  noun: string;
  parts: readonly P[];
  columns: Column<P>[];
}

/** The parts of a cluster, those in trouble first. */
function PartsSection<P extends Part>({ title, noun, parts, columns }: PartsSectionProps<P>) {
  const headingId = useId();
  const [all, setAll] = useState(false);
  const primaries = parts.filter(({ role }) => role === "primary").length;
  const troubled = parts.filter(inTrouble).length;
  const inOrder = partsInOrder(parts);
  const rows = all ? inOrder : inOrder.slice(0, first);
  return (
    <Disclosure
      title={title}
      summary={
        <>
          {counted(parts.length, noun)}
          {primaries > 0 && `, ${primaries === 1 ? "1 primary" : `${formatCount(primaries)} primaries`}`}
          {troubled > 0 && <span className="text-bad">, {formatCount(troubled)} in trouble</span>}
        </>
      }
    >
      <h3 id={headingId} className="sr-only">
        {title}
      </h3>
      <div className="-mx-4 -mt-4">
        <DataTable labelledBy={headingId} columns={columns} rows={rows} rowKey={({ id }) => id} />
      </div>
      {rows.length < parts.length && (
        <Button className="mt-3" onClick={() => setAll(true)}>
          Show all {formatCount(parts.length)} {title.toLowerCase()}
        </Button>
      )}
    </Disclosure>
  );
}

const nodeColumn: Column<ClusterNode> = { id: "node", header: "Node", cell: ({ id }) => mono(id) };
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
    nodeColumn,
    ...(nodes.some((one) => one.role !== null) ? [role] : []),
    ...(nodes.some(({ slots }) => slots !== null) ? [slotsColumn] : []),
    partColumns.state,
    ...(nodes.some(({ address }) => address !== undefined) ? [addressColumn] : []),
  ];
  return <PartsSection title="Nodes" noun="node" parts={nodes} columns={columns} />;
}

interface ShardsSectionProps {
  shards: readonly Shard[];
  databases: readonly Database[];
}

/** The shards of a Redis Enterprise cluster: which database they are of, and on which node they are. */
export function ShardsSection({ shards, databases }: ShardsSectionProps) {
  const names = new Map(databases.map((database) => [database.id, databaseName(database)]));
  const columns: Column<Shard>[] = [
    { id: "shard", header: "Shard", cell: ({ id }) => mono(id) },
    { id: "database", header: "Database", cell: ({ database }) => names.get(database) ?? `db ${database}` },
    { id: "node", header: "Node", cell: ({ node }) => (node === null ? notReported : mono(node)) },
    partColumns.role,
    partColumns.state,
  ];
  return <PartsSection title="Shards" noun="shard" parts={shards} columns={columns} />;
}
