import type { Database } from "@shardwatch/core/contract/deployment";
import { exactBytes, formatBytes } from "@shardwatch/core/kit/bytes";
import { Fact, Facts } from "../../../ui/Facts.tsx";
import { databaseName } from "../../../lib/database-name.ts";
import { Bytes, type DatabaseContext, Limit, tls, Utilization } from "./database-columns.tsx";

/** Exact bytes: two decimals of a GiB hide ten million of them. */
const exact = (bytes: string) => `${formatBytes(bytes)} (${exactBytes(bytes)})`;

/** All known facts of a database. */
function DatabaseFacts({ database, limitUnreadable, lastKnown }: { database: Database } & DatabaseContext) {
  const { id, name, status, version, memoryUsed, memoryLimit, tlsEnabled } = database;
  return (
    <Facts>
      <Fact name="Name">{name}</Fact>
      <Fact name="ID" mono>
        {id}
      </Fact>
      <Fact name="Status">{status}</Fact>
      <Fact name="Version" mono>
        {version}
      </Fact>
      <Fact name="Memory used">{memoryUsed === null ? <Bytes bytes={memoryUsed} /> : exact(memoryUsed)}</Fact>
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
      <Fact name="TLS">{tls(tlsEnabled)}</Fact>
    </Facts>
  );
}

/** The content of an expanded row, and the label of its button. */
export function databaseDetails(context: DatabaseContext) {
  return {
    label: (row: Database) => `Details of ${databaseName(row)}`,
    content: (row: Database) => <DatabaseFacts database={row} {...context} />,
  };
}
