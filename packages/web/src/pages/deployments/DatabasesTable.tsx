import { type ReactNode, useId, useMemo } from "react";
import type { Database } from "@shardwatch/core/contract/deployment";
import { formatBytes, utilization } from "@shardwatch/core/kit/bytes";
import { DataTable } from "../../ui/DataTable.tsx";
import { Fact, Facts } from "../../ui/Facts.tsx";
import { Figure } from "../../ui/Figure.tsx";
import { Meter } from "../../ui/Meter.tsx";
import type { Column } from "../../ui/rows.ts";
import { StatusBadge } from "../../ui/StatusBadge.tsx";
import { byName, databaseName } from "./describe.ts";

const unknown = <span className="text-faint">Unknown</span>;

/** "0" is what a source says of a database without a limit; null is a limit that it did not tell. */
function Limit({ bytes }: { bytes: string | null }): ReactNode {
  return bytes === "0" ? (
    <span className="text-muted">No limit set</span>
  ) : (
    <Figure text={formatBytes(bytes)} />
  );
}

function Utilization({ database }: { database: Database }): ReactNode {
  const percent = utilization(database.memoryUsed, database.memoryLimit);
  if (percent === undefined)
    return <span className="text-xs text-muted">Memory utilization data not available</span>;
  return (
    <span className="grid w-24 gap-1 lg:w-32">
      <span className="figures">
        {percent}
        <span className="text-faint">%</span>
      </span>
      <Meter percent={Number(percent)} label={`Memory utilization of ${databaseName(database)}`} />
    </span>
  );
}

const tls = (enabled: boolean | null) => (enabled === null ? unknown : enabled ? "Yes" : "No");

const columns: Column<Database>[] = [
  {
    id: "name",
    header: "Name",
    cell: (row) => <span className="min-w-0 font-medium break-words">{databaseName(row)}</span>,
  },
  {
    id: "status",
    header: "Status",
    width: "lg:w-[14%]",
    cell: ({ status }) => <StatusBadge status={status} />,
  },
  {
    id: "version",
    header: "Version",
    width: "lg:w-[10%]",
    cell: ({ version }) => <span className="figures">{version ?? unknown}</span>,
  },
  {
    id: "used",
    header: "Memory used",
    align: "end",
    width: "lg:w-[12%]",
    cell: ({ memoryUsed }) => <Figure text={formatBytes(memoryUsed)} />,
  },
  {
    id: "limit",
    header: "Memory limit",
    align: "end",
    width: "lg:w-[12%]",
    cell: ({ memoryLimit }) => <Limit bytes={memoryLimit} />,
  },
  {
    id: "utilization",
    header: "Utilization",
    width: "lg:w-[20%]",
    cell: (row) => <Utilization database={row} />,
  },
  { id: "tls", header: "TLS", width: "lg:w-[10%]", cell: ({ tlsEnabled }) => tls(tlsEnabled) },
];

/** All that is known of a database. */
function DatabaseFacts({ database }: { database: Database }) {
  const { id, name, status, version, memoryUsed, memoryLimit, tlsEnabled } = database;
  return (
    <Facts>
      <Fact name="Name">{name}</Fact>
      <Fact name="ID">
        <span className="font-mono text-sm">{id}</span>
      </Fact>
      <Fact name="Status">{status}</Fact>
      <Fact name="Version">{version}</Fact>
      <Fact name="Memory used">{memoryUsed && `${formatBytes(memoryUsed)} (${memoryUsed} bytes)`}</Fact>
      <Fact name="Memory limit">
        <Limit bytes={memoryLimit} />
      </Fact>
      <Fact name="Memory utilization">
        <Utilization database={database} />
      </Fact>
      <Fact name="TLS">{tls(tlsEnabled)}</Fact>
    </Facts>
  );
}

const details = {
  label: (row: Database) => `Details of ${databaseName(row)}`,
  content: (row: Database) => <DatabaseFacts database={row} />,
};

/** Every database of a deployment; a row opens to all that is known of it. */
export function DatabasesTable({
  databases,
  lastKnown = false,
}: {
  databases: readonly Database[] | undefined;
  /** Whether the source could not read the databases lately, so that what is shown may be old. */
  lastKnown?: boolean | undefined;
}) {
  const headingId = useId();
  const rows = useMemo(
    () =>
      databases?.toSorted((a, b) => byName({ ...a, name: databaseName(a) }, { ...b, name: databaseName(b) })),
    [databases],
  );
  return (
    <section className="overflow-hidden rounded-lg border border-line bg-surface shadow-card">
      <header className="flex flex-wrap items-baseline gap-x-2 border-b border-line px-4 py-3">
        <h2 id={headingId} className="font-semibold">
          Databases
        </h2>
        {lastKnown && <span className="text-sm text-warn">as last known</span>}
      </header>
      {rows?.length === 0 ? (
        <p className="px-4 py-10 text-center text-muted">No databases found</p>
      ) : (
        <DataTable
          labelledBy={headingId}
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          details={details}
        />
      )}
    </section>
  );
}
