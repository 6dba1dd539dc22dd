import type { Database } from "@shardwatch/core/contract/deployment";
import { exactBytes, formatBytes } from "@shardwatch/core/kit/bytes";
import type { ReactNode } from "react";
import { formatCount } from "../../../lib/count.ts";
import { databaseName } from "../../../lib/database-name.ts";
import { Fact, Facts } from "../../../ui/Facts.tsx";
import { TimeAgo } from "../../../ui/TimeAgo.tsx";
import { Unknown } from "../../../ui/Unknown.tsx";
import { Bytes, type DatabaseContext, Limit, tls, Utilization } from "./database-columns.tsx";
import { describePersistence, whyUnknown } from "./reported-facts.ts";

/** Exact bytes: two decimals of a GiB hide ten million of them. */
const exact = (bytes: string) => `${formatBytes(bytes)} (${exactBytes(bytes)})`;

const engines = { redis: "Redis", valkey: "Valkey" };
const roles = { primary: "Primary", replica: "Replica" };

interface DatabaseFactsProps extends DatabaseContext {
  database: Database;
  /** Whether it is the only one, so that the tiles of the page have its version and its start. */
  only?: boolean;
}

/** All known facts of a database, and what its source never reports. */
export function DatabaseFacts({ database, only = false, ...context }: DatabaseFactsProps) {
  const { id, name, status, version, memoryUsed, memoryLimit, tlsEnabled, mostReplicas, startedAt } =
    database;
  const { limitUnreadable, lastKnown, reports, gaps } = context;
  /** A fact that only some sources report, or report only if they are allowed to. */
  function reported<Name extends keyof Database>(
    field: Name,
    title: string,
    show: (value: NonNullable<Database[Name]>) => ReactNode,
    mono = false,
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
        {name !== null && <Fact name="Name">{name}</Fact>}
        <Fact name="ID" mono>
          {id}
        </Fact>
        <Fact name="Status">{lastKnown ? `${status}, last known` : status}</Fact>
        {reported("engine", "Engine", (each) => engines[each])}
        {!only && (
          <Fact name="Version" mono>
            {version}
          </Fact>
        )}
        {reported("role", "Role", (role) => roles[role])}
        {!(only && startedAt) && reported("startedAt", "Started", (date) => <TimeAgo date={date} />)}
        {reported("region", "Region", String)}
        {reported("nodeType", "Node type", String, true)}
        {reported("endpoint", "Endpoint", String, true)}
        <Fact name="Memory used">
          {memoryUsed === null ? <Bytes bytes={memoryUsed} /> : exact(memoryUsed)}
        </Fact>
        <Fact name="Memory limit">
          {memoryLimit === null || memoryLimit === "0" ? (
            <Limit bytes={memoryLimit} unreadable={limitUnreadable} />
          ) : (
            exact(memoryLimit)
          )}
        </Fact>
        <Fact name="Memory utilization">
          <Utilization database={database} lastKnown={lastKnown} />
        </Fact>
        {reported("evictionPolicy", "Eviction policy", String, true)}
        <Persistence database={database} context={context} />
        {reported("replicas", reports?.ofOneServer ? "Replicas" : "Replicas of each primary", (fewest) =>
          mostReplicas === undefined
            ? formatCount(fewest)
            : `${formatCount(fewest)} to ${formatCount(mostReplicas)}`,
        )}
        {reported("maxClients", "Client limit", formatCount)}
        <Fact name="TLS">{tls(tlsEnabled)}</Fact>
        {reported("encryptedAtRest", "Encrypted at rest", tls)}
        {reported("modules", "Modules", (each) => each.join(", ") || "None")}
      </Facts>
      {reports?.never && <p className="text-sm text-muted">{reports.never}</p>}
    </div>
  );
}

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
    <Fact name="Persistence">
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
