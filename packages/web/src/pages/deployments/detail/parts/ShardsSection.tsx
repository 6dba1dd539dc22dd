import type { Database, Shard } from "@shardwatch/core/contract/deployment/deployment";
import { databaseName } from "../../../../lib/words/database-name.ts";
import type { Column } from "../../../../ui/table/rows.ts";
import { mono, notReported, partColumns, PartsSection } from "./PartsSection.tsx";

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
