import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import type { Database } from "@shardwatch/core/contract/deployment/deployment";
import type { Fact } from "@shardwatch/core/contract/filter/value";
import type { Trouble } from "@shardwatch/core/contract/incident/trouble";
import { fields } from "@shardwatch/core/contract/filter/fields";
import { formatBytes, readBytes, utilization } from "@shardwatch/core/kit/bytes";
import { judgeDatabase } from "../../../../incidents/judge-database.ts";
import { memoryOfDatabase } from "../../../../lib/words/database-memory.ts";
import { byValue } from "../../../../lib/list/sorting.ts";
import { type ColumnSpec, sortFieldsOf, type SortableId } from "../../../../ui/table/columns.ts";
import { Figure } from "../../../../ui/text/Figure.tsx";
import { Foreign } from "../../../../ui/text/Foreign.tsx";
import { MemoryBar } from "../../../../ui/memory/MemoryBar.tsx";
import { StatusBadge } from "../../../../ui/text/StatusBadge.tsx";
import { databaseName } from "../../../../lib/words/database-name.ts";
import type { OldValues } from "../old-values.ts";
import { gapsId } from "../gaps.ts";
import type { ReportedFacts } from "../../../../sources/source.ts";
import { Unknown } from "../../../../ui/text/Unknown.tsx";

const unknown = <Unknown why="Unknown" />;

/** A count of bytes. A missing one is unknown. */
export function Bytes({ bytes }: { bytes: string | null }): ReactNode {
  return bytes === null ? unknown : <Figure text={formatBytes(bytes)} />;
}

/**
 * A memory limit. A source reports "0" for a database without a limit. Null means that it reported none,
 * because of a missing right or for another reason.
 */
export function Limit({ bytes, unreadable }: { bytes: string | null; unreadable: boolean }): ReactNode {
  if (bytes === "0") return <span className="text-muted">No limit set</span>;
  if (bytes !== null || !unreadable) return <Bytes bytes={bytes} />;
  return (
    <a href={`#${gapsId}`} className="text-warn underline decoration-dotted underline-offset-4">
      No permission to read
    </a>
  );
}

/** The memory utilization of a database. `end` aligns it to the end of its cell, as figures in tables are. */
export function Utilization({
  database,
  lastKnown,
  end = false,
}: {
  database: Database;
  /** Whether the figures are old. */
  lastKnown: boolean;
  end?: boolean;
}): ReactNode {
  const percent = utilization(database.memoryUsed, database.memoryLimit);
  if (percent === undefined)
    return <span className="text-xs text-muted">Memory utilization data not available</span>;
  return (
    <span className={`grid w-24 gap-1 lg:w-32 ${end ? "ml-auto" : ""}`}>
      <span className={`figures ${lastKnown ? "text-muted" : ""}`}>
        {percent}
        <span className="text-faint">%</span>
      </span>
      <MemoryBar
        percent={Number(percent)}
        level={memoryOfDatabase(database).level}
        label={`Memory utilization of ${databaseName(database)}`}
        lastKnown={lastKnown}
      />
    </span>
  );
}

export const tls = (enabled: boolean | null) => (enabled === null ? unknown : enabled ? "Yes" : "No");

/**
 * The memory utilization of a database as a fraction, exact beyond 2^53. Undefined when usage or limit is
 * unknown.
 */
function fill({ memoryUsed, memoryLimit }: Database): { used: bigint; limit: bigint } | undefined {
  const [used = 0n, limit = 0n] = [readBytes(memoryUsed), readBytes(memoryLimit)];
  return used > 0n && limit > 0n ? { used, limit } : undefined;
}

function compareFill(a: { used: bigint; limit: bigint }, b: { used: bigint; limit: bigint }): number {
  const difference = a.used * b.limit - b.used * a.limit;
  return difference === 0n ? 0 : difference < 0n ? -1 : 1;
}

/** "0" means no limit, so it is neither the lowest nor the highest. */
const limitOf = ({ memoryLimit }: Database) => readBytes(memoryLimit) || undefined;

/** The data that cells and facts need from the page. */
export interface DatabaseContext {
  /** Given where the source failed to read the databases recently, so that the data is old. */
  old: OldValues | undefined;
  /** What the open incidents say about the deployment. Null: it is in none. Undefined: not known. */
  trouble: Fact<Trouble>;
  /** Whether the source reports that it could not read memory limits. */
  limitUnreadable: boolean;
  /** What its source reports; undefined while only the list's data is known. */
  reports: ReportedFacts | undefined;
  /** What the source could not read, and which right would help. */
  gaps: readonly string[];
}

/** The data that the cells of the table need beside it. */
export interface RowContext extends DatabaseContext {
  /** The page of a database. */
  addressOf: (database: Database) => string;
}

/** Every column of the databases. The address uses their ids. */
export const databaseColumns = [
  {
    id: "name",
    header: "Name",
    cell: (row, { addressOf }) => (
      <Link
        to={addressOf(row)}
        className="touch-area min-w-0 rounded-sm font-medium break-words hover:text-accent hover:underline"
      >
        <Foreign>{databaseName(row)}</Foreign>
      </Link>
    ),
    sort: { asc: "A to Z", desc: "Z to A" },
  },
  {
    id: "status",
    header: fields.status.label,
    width: "lg:w-[19%]",
    cell: (row, { trouble }) => (
      <span title={row.status}>
        <StatusBadge status={row.status} {...judgeDatabase(row, trouble)} />
      </span>
    ),
  },
  {
    id: "version",
    header: fields.version.label,
    width: "lg:w-[9%]",
    cell: ({ version }) => <span className="font-mono text-xs">{version ?? unknown}</span>,
  },
  {
    id: "memoryUsed",
    header: fields.memory.label,
    align: "end",
    width: "lg:w-[12%]",
    cell: ({ memoryUsed }, { old }) => (
      <span className={old ? "text-muted" : ""}>
        <Bytes bytes={memoryUsed} />
      </span>
    ),
    sort: {
      asc: "least first",
      desc: "most first",
      first: "desc",
      by: byValue(({ memoryUsed }) => readBytes(memoryUsed)),
    },
  },
  {
    id: "memoryLimit",
    header: fields.maxmemory.label,
    align: "end",
    width: "lg:w-[12%]",
    cell: ({ memoryLimit }, { limitUnreadable }) => (
      <Limit bytes={memoryLimit} unreadable={limitUnreadable} />
    ),
    sort: { asc: "lowest first", desc: "highest first", first: "desc", by: byValue(limitOf) },
  },
  {
    id: "utilization",
    header: "Utilization",
    align: "end",
    width: "lg:w-[16%]",
    cell: (row, { old }) => <Utilization end database={row} lastKnown={old !== undefined} />,
    sort: { asc: "lowest first", desc: "highest first", first: "desc", by: byValue(fill, compareFill) },
  },
  {
    id: "tls",
    header: fields.tls.label,
    width: "lg:w-[9%]",
    cell: ({ tlsEnabled }) => tls(tlsEnabled),
  },
] as const satisfies readonly ColumnSpec<Database, RowContext>[];

/** The sort fields of the databases, as the address encodes them. */
export type DatabaseSort = SortableId<typeof databaseColumns>;

export const databaseSorts = sortFieldsOf(databaseColumns);

export const isDatabaseSort = (text: string): text is DatabaseSort => Object.hasOwn(databaseSorts, text);
