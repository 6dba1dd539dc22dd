import { databaseFacts } from "@shardwatch/core/contract/catalogue/databases";
import { nameOf } from "@shardwatch/core/contract/catalogue/fact";
import type { Database } from "@shardwatch/core/contract/deployment/deployment";
import { fields } from "@shardwatch/core/contract/filter/fields";
import { exactBytes, formatBytes } from "@shardwatch/core/kit/bytes";
import type { ReactNode } from "react";
import { formatCount } from "../../../../lib/words/count.ts";
import { databaseName } from "../../../../lib/words/database-name.ts";
import { Fact, Facts } from "../../../../ui/text/Facts.tsx";
import { TimeAgo } from "../../../../ui/text/TimeAgo.tsx";
import { Unknown } from "../../../../ui/text/Unknown.tsx";
import { OldNote } from "../AsOf.tsx";
import { Bytes, type DatabaseContext, Limit, tls, Utilization } from "./database-columns.tsx";

/** Exact bytes: two decimals of a GiB hide ten million of them. */
const exact = (bytes: string) => `${formatBytes(bytes)} (${exactBytes(bytes)})`;

const engines = { redis: "Redis", valkey: "Valkey" };
const roles = { primary: "Primary", replica: "Replica" };

/**
 * Why a fact has no value.
 * @param value undefined when the stored row is older than the fact
 * @param gaps what the source could not read, and which right would help
 */
function whyUnknown(value: null | undefined, gaps: readonly string[]): string {
  if (value === undefined) return "Not reported yet";
  return gaps.length > 0 ? `Couldn't be read. ${gaps.join(" ")}` : "The source doesn't know it";
}

const titleOf = (field: keyof Database) => nameOf(databaseFacts[`databases.${field}`]);

interface DatabaseFactsProps extends DatabaseContext {
  database: Database;
  /** Whether it is the only one, so that the tiles of the page have its version and its start. */
  only?: boolean;
}

/** All known facts of a database, and what its source never reports. */
export function DatabaseFacts({ database, only = false, ...context }: DatabaseFactsProps) {
  const { id, name, status, version, memoryUsed, memoryLimit, tlsEnabled, mostReplicas, startedAt } =
    database;
  const { limitUnreadable, old, reports, gaps } = context;
  /** A fact that only some sources report, or report only if they are allowed to. */
  function reported<Name extends keyof Database>(
    field: Name,
    show: (value: NonNullable<Database[Name]>) => ReactNode,
    { mono = false, title = titleOf(field) } = {},
  ) {
    const value = database[field];
    if (!reports || (value == null && !reports.fields.has(field))) return null;
    return (
      <Fact name={title} mono={mono}>
        {value === null || value === undefined ? <Unknown why={whyUnknown(value, gaps)} /> : show(value)}
      </Fact>
    );
  }
  return (
    <div className="grid gap-4">
      <Facts short>
        {name !== null && <Fact name={titleOf("name")}>{name}</Fact>}
        <Fact name={titleOf("id")} mono>
          {id}
        </Fact>
        <Fact name={titleOf("status")}>{old ? `${status}, last known` : status}</Fact>
        {reported("engine", (each) => engines[each])}
        {!only && (
          <Fact name={titleOf("version")} mono>
            {version}
          </Fact>
        )}
        {reported("role", (role) => roles[role])}
        {!(only && startedAt) && reported("startedAt", (date) => <TimeAgo date={date} />)}
        {reported("region", String)}
        {reported("nodeType", String, { mono: true })}
        {reported("endpoint", String, { mono: true })}
        <Fact name={titleOf("memoryUsed")}>
          <span className={old ? "text-muted" : ""}>
            {memoryUsed === null ? <Bytes bytes={memoryUsed} /> : exact(memoryUsed)}
          </span>
        </Fact>
        <Fact name={titleOf("memoryLimit")}>
          {memoryLimit === null || memoryLimit === "0" ? (
            <Limit bytes={memoryLimit} unreadable={limitUnreadable} />
          ) : (
            exact(memoryLimit)
          )}
        </Fact>
        <Fact name={fields.util.label}>
          <Utilization database={database} lastKnown={old !== undefined} />
        </Fact>
        {reported("evictionPolicy", String, { mono: true })}
        <Persistence database={database} context={context} />
        {reported(
          "replicas",
          (fewest) =>
            mostReplicas === undefined
              ? formatCount(fewest)
              : `${formatCount(fewest)} to ${formatCount(mostReplicas)}`,
          reports?.ofOneServer && { title: "Replicas" },
        )}
        {reported("maxClients", formatCount)}
        <Fact name={titleOf("tlsEnabled")}>{tls(tlsEnabled)}</Fact>
        {reported("encryptedAtRest", tls)}
        {reported("activeActive", tls)}
        {reported("tiered", tls)}
        {reported("modules", (each) => each.join(", ") || "None")}
      </Facts>
      {reports?.never && <p className="text-sm text-muted">{reports.never}</p>}
    </div>
  );
}

const persistences: Readonly<Record<string, string>> = {
  aof: "Append-only file",
  snapshot: "Snapshots",
  none: "None",
  disabled: "None",
};

/** The persistence of a database in words; a source's own words are shown as they are. */
const describePersistence = (persistence: string): string => persistences[persistence] ?? persistence;

const snapshotsUnseen = "INFO doesn't say whether snapshots are on";

/** An agent sees whether the append-only file is on, and whether the last write failed. Snapshots it cannot see. */
function Persistence({ database, context }: { database: Database; context: DatabaseContext }) {
  const { persistence, persistenceFailed } = database;
  const { reports, gaps } = context;
  if (!reports?.fields.has("persistence")) return null;
  const reportsFailures = reports.fields.has("persistenceFailed");
  const isOff = reports.ofOneServer && persistence === null;
  const unseen = reportsFailures
    ? `The append-only file isn't on at every node. ${snapshotsUnseen}`
    : whyUnknown(null, gaps);
  return (
    <Fact name={titleOf("persistence")}>
      {persistence ? (
        describePersistence(persistence)
      ) : isOff ? (
        <>
          Append-only file off
          <span className="block text-sm text-muted">{snapshotsUnseen}</span>
        </>
      ) : (
        <Unknown why={persistence === undefined ? whyUnknown(persistence, gaps) : unseen} />
      )}
      {persistenceFailed === true && <span className="ml-2 font-medium text-bad">Last write failed</span>}
    </Fact>
  );
}

/** The content of an expanded row, and the label of its button. */
export function databaseDetails(context: DatabaseContext) {
  return {
    label: (row: Database) => `Details of ${databaseName(row)}`,
    content: (row: Database) => <DatabaseFacts database={row} {...context} />,
  };
}

interface DatabaseSectionProps extends DatabaseContext {
  database: Database;
  heading?: string;
  /** The fragment of the addresses that lead to it. */
  anchor?: string;
}

/** The facts of one database, below tiles with its version and its start. */
export function DatabaseSection({
  database,
  heading = "Database",
  anchor,
  ...context
}: DatabaseSectionProps) {
  return (
    <section id={anchor} tabIndex={-1} className="panel overflow-hidden outline-none">
      <header className="flex min-h-12 flex-wrap items-baseline gap-x-2 gap-y-1 border-b border-line px-4 py-3">
        <h2 className="font-semibold">{heading}</h2>
        {context.old && <OldNote old={context.old} />}
      </header>
      <div className="p-4">
        <DatabaseFacts only database={database} {...context} />
      </div>
    </section>
  );
}
