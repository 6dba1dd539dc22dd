import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, SearchX } from "lucide-react";
import { Link, type LoaderFunctionArgs, useLocation, useParams } from "react-router-dom";
import { incidentQuery } from "../../api/incidents/incidents.ts";
import { queryClient } from "../../api/query-client.ts";
import { PageHeading } from "../../layout/frame/PageHeading.tsx";
import { isNotFound } from "../../lib/errors.ts";
import { faultOf } from "../../lib/fault-of.ts";
import { paths } from "../../lib/address/paths.ts";
import { useLiveOptions } from "../../lib/time/refresh-interval.ts";
import { organizationIn } from "../../lib/address/urls.ts";
import { buttonClass } from "../../ui/form/Button.tsx";
import { EmptyState } from "../../ui/state/EmptyState.tsx";
import { ErrorState } from "../../ui/state/ErrorState.tsx";
import { RefreshButton } from "../../ui/form/RefreshButton.tsx";
import { Skeleton } from "../../ui/state/Skeleton.tsx";
import { AffectedSection } from "./AffectedSection.tsx";
import { ChangedBeforeSection } from "./ChangedBeforeSection.tsx";
import { AdviceSection, EvidenceSection } from "./EvidenceSection.tsx";
import { IncidentActions } from "./IncidentActions.tsx";
import { IncidentHeader } from "./IncidentHeader.tsx";
import { TimelineSection } from "./TimelineSection.tsx";

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
  const { data, error, isLoadingError, isRefetchError, dataUpdatedAt, refetch } = useQuery({
    ...incidentQuery(id, organization),
    ...useLiveOptions(),
  });
  const back = paths.incidents(organization);
  return (
    <>
      <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <Link
          to={back}
          className="touch-area inline-flex min-h-6 items-center gap-1.5 rounded-sm text-sm text-muted hover:text-ink"
        >
          <ArrowLeft aria-hidden className="size-4" />
          Back to incidents
        </Link>
        {!isLoadingError && (
          <RefreshButton
            updatedAt={dataUpdatedAt}
            onRefresh={refetch}
            failed={isRefetchError ? { title: "Unable to load the incident", error } : undefined}
          />
        )}
      </div>
      {isNotFound(error) ? (
        <div className="panel">
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
        </div>
      ) : isLoadingError ? (
        <div className="panel">
          <ErrorState
            asPage
            title="Unable to Load Incident"
            text={faultOf(error)}
            error={error}
            onRetry={() => void refetch()}
          />
        </div>
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
              <AdviceSection incident={data} />
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
