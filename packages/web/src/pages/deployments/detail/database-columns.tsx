import type { ReactNode } from "react";
import type { Database } from "@shardwatch/core/contract/deployment";
import { formatBytes, utilization } from "@shardwatch/core/kit/bytes";
import { Figure } from "../../../ui/Figure.tsx";
import { Foreign } from "../../../ui/Foreign.tsx";
import { Meter } from "../../../ui/Meter.tsx";
import type { Column } from "../../../ui/rows.ts";
import { StatusBadge } from "../../../ui/StatusBadge.tsx";
import { databaseName } from "../describe.ts";
import { gapsId } from "./gaps.ts";

const unknown = <span className="text-faint">Unknown</span>;

/** A count of bytes; one that its source did not tell is unknown. */
export function Bytes({ bytes }: { bytes: string | null }): ReactNode {
  return bytes === null ? unknown : <Figure text={formatBytes(bytes)} />;
}

/**
 * A memory limit, or which kind of none: "0" is what a source says of a database without one, null is one that it
 * did not tell, for want of a right or for another reason.
 */
export function Limit({ bytes, unreadable }: { bytes: string | null; unreadable: boolean }): ReactNode {
  if (bytes === "0") return <span className="text-muted">No limit set</span>;
  if (bytes !== null || !unreadable) return <Bytes bytes={bytes} />;
  return (
    <a href={`#${gapsId}`} className="text-warn underline decoration-dotted underline-offset-4">
      Not readable
    </a>
  );
}

/** How full a database is; `end` puts it at the end of its cell, where figures stand in a table. */
export function Utilization({ database, end = false }: { database: Database; end?: boolean }): ReactNode {
  const percent = utilization(database.memoryUsed, database.memoryLimit);
  if (percent === undefined)
    return <span className="text-xs text-muted">Memory utilization data not available</span>;
  return (
    <span className={`grid w-24 gap-1 lg:w-32 ${end ? "ml-auto" : ""}`}>
      <span className="figures">
        {percent}
        <span className="text-faint">%</span>
      </span>
      <Meter percent={Number(percent)} label={`Memory utilization of ${databaseName(database)}`} />
    </span>
  );
}

export const tls = (enabled: boolean | null) => (enabled === null ? unknown : enabled ? "Yes" : "No");

/** The columns of the databases; a sortable one has the id of what it is sorted by. */
export function databaseColumns(limitUnreadable: boolean): Column<Database>[] {
  return [
    {
      id: "name",
      header: "Name",
      sortable: true,
      cell: (row) => <Foreign className="min-w-0 font-medium break-words">{databaseName(row)}</Foreign>,
    },
    {
      id: "status",
      header: "Status",
      width: "lg:w-[19%]",
      cell: ({ status }) => (
        <span title={status}>
          <StatusBadge status={status} />
        </span>
      ),
    },
    {
      id: "version",
      header: "Version",
      width: "lg:w-[9%]",
      cell: ({ version }) => <span className="figures">{version ?? unknown}</span>,
    },
    {
      id: "memoryUsed",
      header: "Memory used",
      sortable: true,
      align: "end",
      width: "lg:w-[12%]",
      cell: ({ memoryUsed }) => <Bytes bytes={memoryUsed} />,
    },
    {
      id: "memoryLimit",
      header: "Memory limit",
      sortable: true,
      align: "end",
      width: "lg:w-[12%]",
      cell: ({ memoryLimit }) => <Limit bytes={memoryLimit} unreadable={limitUnreadable} />,
    },
    {
      id: "utilization",
      header: "Utilization",
      sortable: true,
      align: "end",
      width: "lg:w-[16%]",
      cell: (row) => <Utilization end database={row} />,
    },
    { id: "tls", header: "TLS", width: "lg:w-[9%]", cell: ({ tlsEnabled }) => tls(tlsEnabled) },
  ];
}
