import { lazy, Suspense, useCallback, useEffect, useState } from "react";
import type { LoaderFunctionArgs } from "react-router-dom";
import { deploymentsQuery } from "../../api/fleet/deployments.ts";
import { outlookKey } from "../../api/fleet/outlook.ts";
import { organizationsQuery } from "../../api/people/organizations.ts";
import { queryClient } from "../../api/query-client.ts";
import { sourcesQuery } from "../../api/sources/sources.ts";
import { PageHeading } from "../../layout/frame/PageHeading.tsx";
import { optionalPart } from "../../lib/loading/optional-part.ts";
import { useIdle } from "../../lib/browser/use-idle.ts";
import { currentUserMay, useUser } from "../../session/session.ts";
import { RefreshButton } from "../../ui/form/RefreshButton.tsx";
import { AheadSkeleton, AttentionSkeleton } from "./Placeholders.tsx";
import { FigureStrip } from "./FigureStrip.tsx";
import { MemoryShares } from "./MemoryShares.tsx";
import { Sources } from "./Sources.tsx";
import type { Trends } from "./trend.ts";
import { organizationIn, useOverview } from "./use-overview.ts";
import { Risks, Versions } from "./Versions.tsx";

/** Whether something lasts longer than that many milliseconds. */
function useTimeout(lasts: boolean, milliseconds: number): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    if (!lasts) return undefined;
    const timer = setTimeout(() => setOver(true), milliseconds);
    return () => {
      clearTimeout(timer);
      setOver(false);
    };
  }, [lasts, milliseconds]);
  return lasts && isOver;
}

const Ahead = optionalPart(() => import("./ahead/Ahead.tsx"));
const Attention = lazy(() => import("./Attention.tsx"));
const EmptyOverview = lazy(() => import("./EmptyOverview.tsx"));
const Sparklines = optionalPart(() => import("../../layout/Sparklines.tsx"));
const TileTrends = optionalPart(() => import("./TileTrends.tsx"));
const FleetHistory = lazy(() => import("./FleetHistory.tsx"));
const NotLoaded = lazy(() => import("../../ui/state/NotLoaded.tsx"));
const OrganizationField = lazy(() => import("../../filter/OrganizationField.tsx"));

/** Starts loading the data while the page's code loads. The page shows the progress. */
export function loader({ request }: LoaderFunctionArgs) {
  const chooses = currentUserMay("seeEveryOrganization");
  const organization = organizationIn(new URL(request.url).searchParams, chooses);
  void queryClient.prefetchInfiniteQuery(deploymentsQuery(organization));
  // Sources are those of one organization. Of all, the names are shown.
  if (!chooses || organization !== undefined) void queryClient.prefetchQuery(sourcesQuery(organization));
  else void queryClient.prefetchQuery(organizationsQuery);
  return null;
}

export { onlyForAnotherPage as shouldRevalidate } from "../../lib/address/only-for-another-page.ts";

/** How the whole fleet is: its figures, what needs attention, its memory, versions and sources. */
export function Component() {
  const overview = useOverview();
  const { choosesOrganization, filter, choose, list, sources, hasSources, incidents } = overview;
  const organizationName = useUser()?.organization?.name;
  const isMissing = list.isLoadingError || list.isFetchNextPageError || (list.isPending && !list.isFetching);
  const failed = list.isRefetchError
    ? { title: "Unable to load deployments", error: list.error }
    : sources.isRefetchError
      ? { title: "Unable to load sources", error: sources.error }
      : undefined;
  return (
    <>
      <PageHeading
        heading="Overview"
        actions={
          <RefreshButton
            updatedAt={list.dataUpdatedAt}
            onRefresh={() => {
              // Nothing waits for the outlook, which reads the whole fleet.
              void queryClient.refetchQueries({ queryKey: [outlookKey], type: "active" });
              return Promise.all([list.refetch(), hasSources && sources.refetch(), incidents?.refetch()]);
            }}
            failed={isMissing ? undefined : failed}
          />
        }
      >
        {choosesOrganization ? (
          <Suspense fallback={<div className="h-8" />}>
            <OrganizationField filter={filter} onChange={choose} />
          </Suspense>
        ) : (
          <p className="text-muted">{organizationName ?? "Your deployments"}</p>
        )}
      </PageHeading>
      {isMissing ? (
        <div className="panel">
          <Suspense>
            <NotLoaded
              what="Deployments"
              error={list.error}
              onRetry={() => void (list.isFetchNextPageError ? list.fetchNextPage() : list.refetch())}
            />
          </Suspense>
        </div>
      ) : list.data?.length === 0 && !list.hasNextPage ? (
        <Suspense>
          <EmptyOverview overview={overview} />
        </Suspense>
      ) : (
        <Fleet overview={overview} name={choosesOrganization ? undefined : organizationName} />
      )}
    </>
  );
}

/** How long the sections wait for sources and incidents, in milliseconds. Most of these are there before the list. */
const patience = 2_000;

const noTrends: Trends = {};

interface FleetProps {
  overview: ReturnType<typeof useOverview>;
  /** The organization's; undefined where it is not known. */
  name: string | undefined;
}

/** The sections of a fleet that has deployments. They appear together, so that none moves another. */
function Fleet({ overview, name = "your deployments" }: FleetProps) {
  const { choosesOrganization, organization, sources, hasSources, ownsSources, summary } = overview;
  const waits = summary !== undefined && (!summary.isJudged || (hasSources && sources.isPending));
  const isLate = useTimeout(waits, patience);
  const shown = waits && !isLate ? undefined : summary;
  const isIdle = useIdle(shown !== undefined);
  const [trends, setTrends] = useState<{ of: string | undefined; all: Trends }>({
    of: undefined,
    all: noTrends,
  });
  const takeTrends = useCallback((all: Trends) => setTrends({ of: organization, all }), [organization]);
  return (
    <div className="grid gap-6">
      <FigureStrip
        summary={summary}
        organization={organization}
        listsDatabases={!choosesOrganization || organization !== undefined}
        trends={trends.of === organization ? trends.all : noTrends}
      />
      {hasSources && (
        <Suspense fallback={<AheadSkeleton />}>
          <Ahead organization={organization} summary={shown} isIdle={isIdle} />
        </Suspense>
      )}
      <Suspense fallback={<AttentionSkeleton />}>
        <Attention
          organization={organization}
          choosesOrganization={choosesOrganization}
          summary={shown}
          sources={hasSources ? sources.data : undefined}
          onIncidents={overview.setIncidents}
        />
      </Suspense>
      {shown && (
        <div className="grid items-start gap-6 md:grid-cols-2">
          <div className="grid min-w-0 gap-6">
            <MemoryShares summary={shown} organization={organization} />
            <Sources sources={sources} isChosen={hasSources} areOwn={ownsSources} />
          </div>
          <div className="grid min-w-0 gap-6">
            <Versions summary={shown} organization={organization} />
            <Risks summary={shown} organization={organization} />
          </div>
        </div>
      )}
      {isIdle && (
        <Suspense>
          <Sparklines />
          {hasSources && <TileTrends organization={organization} onTrends={takeTrends} />}
          {hasSources && <FleetHistory organization={organization} name={name} />}
        </Suspense>
      )}
    </div>
  );
}
