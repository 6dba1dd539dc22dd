import type { DeploymentListItem } from "@shardwatch/core/contract/deployment";
import { truncate } from "@shardwatch/core/kit/text";
import { StatusBadge } from "../../ui/StatusBadge.tsx";
import { Tooltip } from "../../ui/Tooltip.tsx";
import { databaseName } from "../../lib/database-name.ts";

const listedDatabases = 10;
const nameLength = 10;
/** The badge cuts longer words. */
const isLong = (status: string) => status.length > 11;

/** Unhealthy databases come first; otherwise the order stays. */
const byConcern = (a: { status: string }, b: { status: string }) =>
  Number(a.status === "active") - Number(b.status === "active");

/** A database's name, cut, with the full name below: cut names may look the same. */
function DatabaseName({ name }: { name: string }) {
  const short = truncate(name, nameLength);
  if (short === name) return <span className="text-ink">{name}</span>;
  return (
    <span
      data-whole={name}
      className="min-w-0 text-muted after:block after:break-words after:content-[attr(data-whole)]"
    >
      <span aria-hidden className="text-ink">
        {short}
      </span>
    </span>
  );
}

/** The parts of a status: the source's own status, and those of the databases. */
function Explanation({ deployment }: { deployment: DeploymentListItem }) {
  const { status, statusMessage, databases, databaseCount } = deployment;
  return (
    <span className="grid gap-1.5">
      {isLong(status) && <span className="max-w-64 font-medium break-words">{status}</span>}
      {statusMessage && <span className="max-w-64 break-words text-warn">{statusMessage}</span>}
      {databases.length > 0 && (
        <span role="list" className="grid gap-0.5">
          {databases
            .toSorted(byConcern)
            .slice(0, listedDatabases)
            .map((database) => (
              <span
                key={database.id}
                role="listitem"
                className="grid grid-cols-[minmax(6.5rem,1fr)_auto] gap-4"
              >
                <DatabaseName name={databaseName(database)} />
                <span className={database.status === "active" ? "text-muted" : "text-warn"}>
                  {database.status}
                </span>
              </span>
            ))}
        </span>
      )}
      {databaseCount > listedDatabases && (
        <span className="text-muted">+{databaseCount - listedDatabases} more...</span>
      )}
    </span>
  );
}

/** A deployment's status. A tooltip shows its parts, on hover and on focus. */
export function StatusCell({ deployment }: { deployment: DeploymentListItem }) {
  const badge = <StatusBadge status={deployment.status} />;
  const { status, statusMessage, databases } = deployment;
  if (databases.length === 0 && !statusMessage && !isLong(status)) return badge;
  return (
    <Tooltip content={<Explanation deployment={deployment} />}>
      {(trigger) => (
        <span {...trigger} className="relative z-10 inline-flex max-w-full rounded-sm">
          {badge}
        </span>
      )}
    </Tooltip>
  );
}
