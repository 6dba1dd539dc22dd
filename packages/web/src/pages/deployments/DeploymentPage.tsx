import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, SearchX } from "lucide-react";
import { Link, type LoaderFunctionArgs, useLocation, useParams } from "react-router-dom";
import { deploymentQuery, deploymentsQuery } from "../../api/deployments.ts";
import { isNotFound } from "../../api/errors.ts";
import { queryClient } from "../../api/query-client.ts";
import { paths } from "../../lib/paths.ts";
import { PageHeading } from "../../layout/PageHeading.tsx";
import { buttonClass } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { RefreshButton } from "../../ui/RefreshButton.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { StaleNotice } from "../../ui/StaleNotice.tsx";
import { DatabasesTable } from "./DatabasesTable.tsx";
import { isLastKnown } from "./describe.ts";
import { LicenseSection, SubscriptionSection } from "./Sections.tsx";
import { StatusLine } from "./StatusLine.tsx";
import { SummaryTiles } from "./SummaryTiles.tsx";

/** Starts loading while the page's code is on its way; the page itself shows how far it is. */
export function loader({ params }: LoaderFunctionArgs) {
  void queryClient.prefetchQuery(deploymentQuery(params["id"] ?? ""));
  return null;
}

/** The name as the list knows it, so that the heading stands before the rest has arrived. */
function nameInList(id: string): string | undefined {
  const list = queryClient.getQueryData(deploymentsQuery.queryKey);
  return list?.pages.flatMap((page) => page.deployments).find((deployment) => deployment.id === id)?.name;
}

/** One deployment with its databases. */
export function Component() {
  const { id = "" } = useParams();
  const { search } = useLocation();
  const { data, error, isLoadingError, dataUpdatedAt, refetch } = useQuery(deploymentQuery(id));
  const missing = isNotFound(error);
  const back = (
    <Link
      to={paths.deployments(search)}
      className="inline-flex min-h-6 items-center gap-1.5 justify-self-start rounded-sm text-sm text-muted hover:text-ink"
    >
      <ArrowLeft aria-hidden className="size-4" />
      Back to Deployments
    </Link>
  );

  if (missing || isLoadingError) {
    return (
      <>
        {back}
        <div className="rounded-lg border border-line bg-surface shadow-card">
          {missing ? (
            <EmptyState
              asPage
              icon={SearchX}
              title="Deployment not found"
              action={
                <Link to={paths.deployments(search)} className={buttonClass()}>
                  View all deployments
                </Link>
              }
            >
              The deployment you're looking for could not be found.
            </EmptyState>
          ) : (
            <ErrorState
              asPage
              title="Unable to Load Deployment"
              text="There has been an error and we are investigating. Please try again later."
              error={error}
              onRetry={() => void refetch()}
            />
          )}
        </div>
      </>
    );
  }

  const name = data?.name ?? nameInList(id);
  return (
    <>
      {back}
      <PageHeading
        heading={name ?? "Deployment"}
        placeholder={name === undefined && <Skeleton className="h-6 w-56" />}
        actions={<RefreshButton updatedAt={dataUpdatedAt} onRefresh={refetch} />}
      >
        <StatusLine deployment={data} />
      </PageHeading>
      {error && <StaleNotice title="Unable to load the deployment" asOf={dataUpdatedAt} error={error} />}
      <SummaryTiles deployment={data} />
      {data?.license && <LicenseSection license={data.license} />}
      {data?.cloudSubscription && <SubscriptionSection subscription={data.cloudSubscription} />}
      <DatabasesTable databases={data?.databases} lastKnown={data && isLastKnown(data.status)} />
    </>
  );
}
