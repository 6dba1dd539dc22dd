import type { databaseFacts } from "@shardwatch/core/contract/catalogue/databases";
import type { NamesOf } from "@shardwatch/core/contract/catalogue/fact";
import type { DatabaseRow } from "@shardwatch/core/contract/deployment/database";
import type { DatabaseSort } from "@shardwatch/core/contract/deployment/database-sorts";
import type { TroubleOf } from "@shardwatch/core/contract/filter/facts";
import { fields } from "@shardwatch/core/contract/filter/fields";
import { isLastKnown } from "@shardwatch/core/contract/filter/severity";
import { persistenceOf } from "@shardwatch/core/contract/deployment/persistence";
import { formatBytes } from "@shardwatch/core/kit/bytes";
import { Link } from "react-router-dom";
import { judgeRow } from "../../incidents/judge-database.ts";
import { databaseName } from "../../lib/words/database-name.ts";
import type { Joined } from "../../lib/words/joined.ts";
import { memoryOfDatabase } from "../../lib/words/database-memory.ts";
import { type ColumnSpec, sortFieldsOf, type SortableId } from "../../ui/table/columns.ts";
import { Figure } from "../../ui/text/Figure.tsx";
import { Foreign } from "../../ui/text/Foreign.tsx";
import { MemoryCell } from "../../ui/memory/MemoryCell.tsx";
import { newestColumns } from "../../ui/table/newest-columns.tsx";
import { runwayColumn } from "../../ui/memory/runway-column.tsx";
import { StatusBadge } from "../../ui/text/StatusBadge.tsx";
import { Unknown } from "../../ui/text/Unknown.tsx";
import { engineText, whyUnknown } from "./describe.ts";
import { rowLink } from "../../ui/table/rows.ts";

/** The name of a database as the link of its row. The title has all of a name that is cut. */
function NameLink({ to, name }: { to: string; name: string }) {
  return (
    <Link
      to={to}
      title={name}
      {...rowLink}
      className="min-w-0 rounded-sm font-medium hover:text-accent hover:underline max-md:break-words md:truncate"
    >
      <Foreign>{name}</Foreign>
    </Link>
  );
}

/** The data that the cells need from the page. */
export interface RowContext {
  /** The page of the database. */
  addressOf: (row: DatabaseRow) => string;
  /** What is joined to the rows, as far as a column shows it. */
  joined: readonly Joined[];
  /** When the rows were loaded, Unix epoch in milliseconds. */
  loadedAt: number;
  /** What the open incidents say about its deployment; undefined until they are loaded. */
  troubleOf: TroubleOf | undefined;
  /** The page of its deployment. */
  deploymentAddressOf: (row: DatabaseRow) => string;
}

/** A text of the source. Unknown without one. */
const words = (value: string | null | undefined, fact: string, row: DatabaseRow) =>
  value ? (
    <span className="block truncate" title={value}>
      <Foreign>{value}</Foreign>
    </span>
  ) : (
    <Unknown why={whyUnknown(fact, row)} />
  );

const bytes = (value: string | null, fact: string, row: DatabaseRow) =>
  value === null ? <Unknown why={whyUnknown(fact, row)} /> : <Figure text={formatBytes(value)} />;

const alphabetical = { asc: "A to Z", desc: "Z to A" };

type ColumnId = NamesOf<typeof databaseFacts, "column"> | "deployment";

/** Every column of the list. The address, the API's sorting and the stored choice of columns use their ids. */
export const databaseColumns = [
  {
    id: "name",
    header: "Name",
    rem: [10, 16.25, 16.25],
    cell: (row, { addressOf }) => <NameLink to={addressOf(row)} name={databaseName(row)} />,
    sort: alphabetical,
  },
  {
    id: "deployment",
    header: "Deployment",
    card: "plain",
    rem: [9, 9.5, 12],
    cell: (row, { deploymentAddressOf }) => (
      <Link
        to={deploymentAddressOf(row)}
        title={row.deploymentName}
        className="relative z-10 block truncate max-md:-my-3.5 max-md:min-w-11 max-md:py-3.5 rounded-sm text-muted hover:text-accent hover:underline"
      >
        <Foreign>{row.deploymentName}</Foreign>
      </Link>
    ),
    sort: alphabetical,
    shownAtFirst: true,
  },
  {
    id: "status",
    header: fields.status.label,
    card: "corner",
    rem: 8,
    cell: (row, { troubleOf }) => (
      <span title={row.status}>
        <StatusBadge
          status={row.status}
          {...judgeRow(row, troubleOf?.({ id: row.deploymentId, organization: row.organizationId }))}
        />
      </span>
    ),
    sort: { asc: "worst first", desc: "best first" },
    shownAtFirst: true,
  },
  {
    id: "utilization",
    header: "Memory",
    card: "line",
    rem: [13.25, 13.25, 15],
    cell: (row) => (
      <MemoryCell
        memory={memoryOfDatabase(row)}
        label={`Memory of ${databaseName(row)}`}
        lastKnown={isLastKnown(row.status)}
      />
    ),
    sort: { asc: "emptiest first", desc: "fullest first", first: "desc" },
    shownAtFirst: true,
  },
  {
    id: "memory",
    header: fields.memory.label,
    align: "end",
    rem: 7.5,
    cell: (row) => bytes(row.memoryUsed, "memory used", row),
    sort: { asc: "least first", desc: "most first", first: "desc" },
    shownAtFirst: false,
  },
  {
    id: "limit",
    header: fields.maxmemory.label,
    align: "end",
    rem: 7.5,
    cell: (row) =>
      row.memoryLimit === "0" ? (
        <span className="text-muted">No limit set</span>
      ) : (
        bytes(row.memoryLimit, "memory limit", row)
      ),
    sort: { asc: "lowest first", desc: "highest first", first: "desc" },
    shownAtFirst: false,
  },
  {
    id: "version",
    header: fields.version.label,
    card: "plain",
    rem: [7, 7, 8],
    cell: (row) => <span className="font-mono text-xs">{words(engineText(row), "version", row)}</span>,
    sort: { asc: "oldest first", desc: "newest first" },
    shownAtFirst: true,
  },
  {
    id: "policy",
    header: fields.policy.label,
    rem: 7.5,
    cell: (row) => words(row.evictionPolicy, "eviction policy", row),
    sort: alphabetical,
    shownAtFirst: true,
  },
  {
    id: "tls",
    header: fields.tls.label,
    rem: 4,
    cell: (row) =>
      row.tlsEnabled === null ? <Unknown why={whyUnknown("TLS", row)} /> : row.tlsEnabled ? "Yes" : "No",
    sort: { asc: "without first", desc: "with first" },
    shownAtFirst: true,
  },
  {
    id: "region",
    header: fields.region.label,
    rem: 7,
    cell: (row) => words(row.region, "region", row),
    sort: alphabetical,
    shownAtFirst: true,
  },
  ...newestColumns,
  runwayColumn,
  {
    id: "persistence",
    header: fields.persistence.label,
    rem: 9.5,
    cell: (row) => {
      const word = persistenceOf(row.persistence);
      return words(word && fields.persistence.show({ word }), "persistence", row);
    },
    sort: alphabetical,
    shownAtFirst: false,
  },
  {
    id: "nodeType",
    header: "Node type",
    rem: 9,
    cell: (row) => words(row.nodeType, "node type", row),
    shownAtFirst: true,
  },
] as const satisfies readonly (ColumnSpec<DatabaseRow, RowContext> & { id: ColumnId })[];

export const sortFields = sortFieldsOf(databaseColumns);

/** The API sorts by these ids. */
export const databaseSorts: { isSort: (text: string) => text is DatabaseSort; usual: DatabaseSort } = {
  isSort: (text): text is SortableId<typeof databaseColumns> => Object.hasOwn(sortFields, text),
  usual: "name",
};
