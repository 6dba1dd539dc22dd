import { useQuery } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import { Link, type LoaderFunctionArgs, useLocation, useParams } from "react-router-dom";
import { incidentQuery } from "../../api/incidents/incidents.ts";
import { queryClient } from "../../api/query-client.ts";
import { PageHeading } from "../../layout/frame/PageHeading.tsx";
import { OwnerName } from "../../filter/OwnerName.tsx";
import { isNotFound } from "../../lib/errors.ts";
import { faultOf } from "../../lib/fault-of.ts";
import { paths } from "../../lib/address/paths.ts";
import { shortTime } from "../../lib/time/short-time.ts";
import { useLiveOptions } from "../../lib/time/refresh-interval.ts";
import { organizationIn } from "../../lib/address/urls.ts";
import { buttonClass } from "../../ui/form/Button.tsx";
import { EmptyState } from "../../ui/state/EmptyState.tsx";
import { ErrorState, LoadFailure } from "../../ui/state/ErrorState.tsx";
import { BackBar } from "../../ui/section/BackBar.tsx";
import { Skeleton } from "../../ui/state/Skeleton.tsx";
import { AffectedSection } from "./AffectedSection.tsx";
import { AdviceSection, EvidenceSection } from "./EvidenceSection.tsx";
import { IncidentActions } from "./IncidentActions.tsx";
import { TimelineSection } from "./TimelineSection.tsx";
import type { IncidentDetail } from "@shardwatch/core/contract/incident/incident";
import { SeverityBadge } from "../../incidents/SeverityBadge.tsx";
import { Foreign } from "../../ui/text/Foreign.tsx";
import { TimeAgo } from "../../ui/text/TimeAgo.tsx";
import { IncidentState } from "./IncidentState.tsx";
import { hour } from "@shardwatch/core/kit/time";
import { changesInQuery } from "../../api/fleet/changes.ts";
import { ChangeDays, ChangesSkeleton } from "../../changes/ChangeDays.tsx";
import { Section } from "../../ui/section/Section.tsx";
import { textLinkClass } from "../../ui/text/TextLink.tsx";
import { PatchedLine } from "../../incidents/PatchedAction.tsx";
import { isDeployment, versionIn } from "./affected.ts";
import { ChartSection } from "./ChartSection.tsx";

/** How long before it began something that changed may be why. */
const changeHours = 6;

interface ChangedBeforeSectionProps {
  incident: IncidentDetail;
  /** The organization in the address; links keep it. */
  organization: string | undefined;
}

/** What changed about the affected deployments just before. It is often why. Nothing where no deployment is affected. */
function ChangedBeforeSection({ incident, organization }: ChangedBeforeSectionProps) {
  const ids = incident.members.map(({ id }) => id).filter(isDeployment);
  if (ids.length === 0) return null;
  return (
    <Section
      heading={`Changed in the ${changeHours} hours before`}
      action={
        <Link
          to={paths.changes(ids.length === 1 ? ids[0] : undefined, organization)}
          className={textLinkClass}
        >
          All changes
        </Link>
      }
    >
      <Changes incident={incident} ids={ids} organization={organization} />
    </Section>
  );
}

function Changes({ incident, ids, organization }: ChangedBeforeSectionProps & { ids: readonly string[] }) {
  const { organizationId } = incident;
  const onset = Date.parse(incident.since);
  const from = new Date(onset - changeHours * hour).toISOString();
  const to = new Date(onset).toISOString();
  const deployment = ids.length === 1 ? ids[0] : undefined;
  const query = useQuery(changesInQuery({ organizationId, deployment, from, to }));
  const { data, error, isLoadingError, dataUpdatedAt } = query;
  if (isLoadingError)
    return <LoadFailure query={query} title="Unable to Load Changes" text={faultOf(error)} />;
  if (!data) return <ChangesSkeleton />;
  const affected = new Set(ids);
  const changes = data.flatMap((change) => {
    const deployments = change.deployments.filter(({ id }) => affected.has(id));
    return deployments.length > 0 ? [{ ...change, deployments }] : [];
  });
  if (changes.length === 0) return <p className="px-4 py-3 text-muted">No change was recorded.</p>;
  const linkTo = (id: string) =>
    deployment === undefined ? paths.deployment(id, "", organization) : undefined;
  return <ChangeDays changes={changes} loadedAt={dataUpdatedAt} linkTo={linkTo} level={3} />;
}

/** Below the heading: how urgent it is, since when, and who looks after it. */
function IncidentHeader({ incident }: { incident: IncidentDetail }) {
  const { severity, since, resolvedAt, acknowledged } = incident;
  const version = versionIn(incident);
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <SeverityBadge severity={severity} />
        <span>
          Since {shortTime(since)}, <TimeAgo date={since} />
        </span>
        {resolvedAt !== null && (
          <span>
            Over {shortTime(resolvedAt)}, <TimeAgo date={resolvedAt} />
          </span>
        )}
        <IncidentState incident={incident} />
        <OwnerName id={incident.organizationId} />
      </p>
      {version && <PatchedLine version={version} organizationId={incident.organizationId} />}
      {acknowledged && resolvedAt === null && (
        <p className="text-muted">
          Acknowledged <TimeAgo date={acknowledged.at} />
          {acknowledged.note !== null && (
            <>
              {": "}
              <Foreign className="break-words">{acknowledged.note}</Foreign>
            </>
          )}
        </p>
      )}
    </>
  );
}

/** Starts loading the data while the page's code loads. */
export function loader({ params, request }: LoaderFunctionArgs) {
  const organization = organizationIn(new URL(request.url).searchParams);
  void queryClient.prefetchQuery(incidentQuery(params["id"] ?? "", organization));
  return null;
}

export { onlyForAnotherPage as shouldRevalidate } from "../../lib/address/only-for-another-page.ts";

/** One incident: what is wrong, why, and what to do. It is read on a phone at night, so that comes first. */
export function Component() {
  const { id = "" } = useParams();
  const organization = organizationIn(new URLSearchParams(useLocation().search));
  const query = useQuery({ ...incidentQuery(id, organization), ...useLiveOptions() });
  const { data, error, isLoadingError } = query;
  const back = paths.incidents(organization);
  return (
    <>
      <BackBar to={back} query={isLoadingError ? undefined : query} failure="Unable to load the incident">
        incidents
      </BackBar>
      {isNotFound(error) || isLoadingError ? (
        <NotShown back={back} error={error} onRetry={() => void query.refetch()} />
      ) : (
        <>
          <PageHeading
            heading={data?.title ?? "Incident"}
            placeholder={!data && <Skeleton className="h-6 w-56" />}
            actions={data && <IncidentActions incident={data} />}
          >
            {data ? <IncidentHeader incident={data} /> : <Skeleton className="h-5 w-40" />}
          </PageHeading>
          {data ? (
            <>
              <EvidenceSection incident={data} />
              <AdviceSection incident={data} organization={organization} />
              <ChartSection incident={data} organization={organization} />
              <AffectedSection incident={data} organization={organization} />
              <ChangedBeforeSection incident={data} organization={organization} />
              <TimelineSection incident={data} />
            </>
          ) : (
            <div className="panel grid h-56 content-start gap-3 p-4" aria-busy="true">
              <Skeleton className="h-5 w-40" />
              <Skeleton className="h-4 w-full" />
            </div>
          )}
        </>
      )}
    </>
  );
}

interface NotShownProps {
  /** The address of the list. */
  back: string;
  error: unknown;
  onRetry: () => void;
}

/** Shown instead of an incident. */
function NotShown({ back, error, onRetry }: NotShownProps) {
  return (
    <div className="panel">
      {isNotFound(error) ? (
        <EmptyState
          asPage
          icon={SearchX}
          title="Incident not found"
          action={
            <Link to={back} className={buttonClass()}>
              View all incidents
            </Link>
          }
        >
          It doesn't exist, or it was over more than 400 days ago.
        </EmptyState>
      ) : (
        <ErrorState
          asPage
          title="Unable to Load Incident"
          text={faultOf(error)}
          error={error}
          onRetry={onRetry}
        />
      )}
    </div>
  );
}
