import type { DeploymentListItem } from "@shardwatch/core/contract/deployment/deployment";
import type { Facts } from "@shardwatch/core/contract/filter/facts";
import {
  concernOfStatus,
  isActive,
  isLastKnown,
  levelOfConcern,
  wordOf,
} from "@shardwatch/core/contract/filter/severity";
import { truncate } from "@shardwatch/core/kit/text";
import { useNamedSources } from "../../../sources/named-sources.ts";
import { databaseName } from "../../../lib/words/database-name.ts";
import { shortTime } from "../../../lib/time/short-time.ts";
import { useRelativeTime } from "../../../lib/time/ticker.ts";
import { nounOf } from "../../../sources/index.ts";
import { Foreign } from "../../../ui/text/Foreign.tsx";
import { explain } from "./explain.ts";

const listedDatabases = 10;
const nameLength = 10;

const isStale = (status: string) => concernOfStatus(status) === "stale";

/** Unhealthy databases come first; otherwise the order stays. */
const byConcern = (a: { status: string }, b: { status: string }) =>
  Number(isActive(a.status)) - Number(isActive(b.status));

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

/** A moment as "09:12, 26 minutes ago". */
function Moment({ date }: { date: string }) {
  const relative = useRelativeTime(date);
  return (
    <time dateTime={date} className="figures">
      {shortTime(date)}
      {relative && `, ${relative}`}
    </time>
  );
}

/**
 * Since when: by the worst open incident. Without one, what is wrong is being checked since its status. What is stale has
 * been silent since its last report.
 */
function Since({ deployment: { status, statusSince, lastUpdated }, facts }: ExplanationProps) {
  const trouble = facts.troubleOf?.(facts);
  if (trouble?.worst)
    return (
      <span>
        <Foreign>{trouble.worst.title ?? "An open incident"}</Foreign>, since{" "}
        <Moment date={new Date(trouble.worst.since).toISOString()} />
        {trouble.count > 1 && `, and ${trouble.count - 1} more`}.
      </span>
    );
  if (isStale(status))
    return (
      <span>
        Last seen <Moment date={lastUpdated} />.
      </span>
    );
  if (statusSince === undefined) return null;
  const isChecked = trouble === null && levelOfConcern(concernOfStatus(status)) !== "ok";
  return (
    <span>
      {isChecked ? "Checking since" : "Since"} <Moment date={statusSince} />.
    </span>
  );
}

/** The agent key or the account that is silent. */
function SilentSource({ deployment: { source, via = "" } }: { deployment: DeploymentListItem }) {
  const named = useNamedSources([source])(via);
  if (!named) return null;
  return (
    <span className="break-words">
      {nounOf(source)} <Foreign>“{named.name}”</Foreign>
      {named.agent !== undefined && (
        <>
          , agent <Foreign>{named.agent}</Foreign>
        </>
      )}
      {named.lastSeen !== undefined && (
        <>
          , last seen <Moment date={named.lastSeen} />
        </>
      )}
      .
    </span>
  );
}

export interface ExplanationProps {
  deployment: DeploymentListItem;
  facts: Facts;
}

/** What a status means, since when, what to do; then the source's words and the databases. */
export function StatusExplanation({ deployment, facts }: ExplanationProps) {
  const { status, statusMessage, databases, databaseCount } = deployment;
  return (
    <span className="grid max-w-72 gap-1.5">
      {explain(deployment, facts).map(({ concern, meaning, advice }) => (
        <span key={concern} className="grid gap-0.5">
          <span className="font-medium break-words first-letter:uppercase">{wordOf(concern, status)}</span>
          <span className="text-muted">{meaning}</span>
          {advice !== undefined && <span>{advice}</span>}
        </span>
      ))}
      <Since deployment={deployment} facts={facts} />
      {isStale(status) && deployment.via !== undefined && <SilentSource deployment={deployment} />}
      {statusMessage && <span className="break-words text-warn">{statusMessage}</span>}
      {databases.length > 0 && isLastKnown(status) && (
        <span className="border-t border-line pt-1.5 text-muted">Databases (last known)</span>
      )}
      {databases.length > 0 && (
        <span
          role="list"
          className={`grid gap-0.5 ${isLastKnown(status) ? "" : "border-t border-line pt-1.5"}`}
        >
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
                <span className={isActive(database.status) ? "text-muted" : "text-warn"}>
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
