import type { DeploymentListItem } from "@shardwatch/core/contract/deployment/deployment";
import {
  concernOf,
  concernOfStatus,
  isActive,
  levelOfConcern,
} from "@shardwatch/core/contract/filter/severity";
import { useMemo } from "react";
import { useTrouble } from "../../../incidents/use-troubles.ts";
import { Skeleton } from "../../../ui/state/Skeleton.tsx";
import { TimeAgo } from "../../../ui/text/TimeAgo.tsx";
import { shortTime } from "../../../lib/time/short-time.ts";
import { useMay } from "../../../session/session.ts";
import { factsNow } from "../list/describe.ts";
import { managedAt } from "../list/managed-at.ts";
import { OrganizationName } from "../list/OrganizationName.tsx";
import { StatusCell } from "../list/StatusCell.tsx";
import type { ExplanationProps } from "../list/StatusExplanation.tsx";
import { SourceBadge } from "../../../sources/SourceBadge.tsx";
import { ExternalAddress } from "./ExternalAddress.tsx";
import { oldOf } from "./old-values.ts";

/** Since when the source reports a status that is no incident, or not yet one. Incidents say it below. */
function Since({ deployment, facts }: ExplanationProps) {
  const { status, statusSince } = deployment;
  const isShown = concernOf(facts) === concernOfStatus(status);
  const trouble = facts.troubleOf?.(facts);
  if (statusSince === undefined || !isShown || isActive(status) || trouble?.worst) return null;
  const isChecked = trouble === null && levelOfConcern(concernOf(facts)) !== "ok";
  return (
    <span className="font-medium text-muted">
      {isChecked ? "checking since" : "since"} {shortTime(statusSince)}, <TimeAgo date={statusSince} />
    </span>
  );
}

/** What the source says about the status, and that the values are old. */
export function StatusNotes({ deployment }: { deployment: DeploymentListItem }) {
  const { status, statusMessage, lastUpdated, databaseCount } = deployment;
  const silent = status === "stale";
  const old = oldOf(deployment);
  return (
    <>
      {silent && (
        <p className="max-w-prose text-sm text-warn">
          No data since {shortTime(lastUpdated)}. Showing the last known values.
        </p>
      )}
      {statusMessage && <p className="max-w-prose text-sm break-words text-warn">{statusMessage}</p>}
      {!silent && old && databaseCount > 0 && (
        <p className="max-w-prose text-sm text-warn">
          Showing the last known values
          {old.at !== undefined && (
            <>
              , as of {shortTime(old.at)}, <TimeAgo date={old.at} />
            </>
          )}
          .
        </p>
      )}
    </>
  );
}

/** The deployment's status as in the list, its source and the age of its data; and the reason when it is not active. */
export function StatusLine({ deployment }: { deployment: DeploymentListItem | undefined }) {
  return deployment ? <KnownStatus deployment={deployment} /> : <Skeleton className="h-6 w-64" />;
}

function KnownStatus({ deployment }: { deployment: DeploymentListItem }) {
  const namesOrganization = useMay("seeEveryOrganization");
  const trouble = useTrouble(deployment);
  const facts = useMemo(() => ({ ...factsNow(deployment), troubleOf: () => trouble }), [deployment, trouble]);
  const { status, source, lastUpdated, organizationId } = deployment;
  const managed = managedAt(deployment);
  const silent = status === "stale";
  return (
    <>
      <div className="flex min-h-6 flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <span className="flex items-center gap-3">
          <StatusCell deployment={deployment} facts={facts} />
          {!silent && <Since deployment={deployment} facts={facts} />}
          <SourceBadge source={source} />
        </span>
        <span className={silent ? "font-medium text-warn" : "text-muted"}>
          Last updated <TimeAgo date={lastUpdated} />
        </span>
        {namesOrganization && (
          <span className="text-muted">
            Organization: <OrganizationName id={organizationId} />
          </span>
        )}
        {managed && (
          <span className="text-muted">
            Managed at <ExternalAddress url={managed.url}>{managed.url.host}</ExternalAddress>
          </span>
        )}
      </div>
      <StatusNotes deployment={deployment} />
    </>
  );
}
