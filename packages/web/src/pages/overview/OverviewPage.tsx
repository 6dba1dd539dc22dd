import { lazy, Suspense, useMemo, useEffect, useState } from "react";
import type { LoaderFunctionArgs } from "react-router-dom";
import { deploymentsQuery } from "../../api/fleet/deployments.ts";
import { queryClient } from "../../api/query-client.ts";
import { sourcesQuery } from "../../api/sources/sources.ts";
import { PageHeading } from "../../layout/frame/PageHeading.tsx";
import { optionalPart } from "../../lib/loading/optional-part.ts";
import { useIdle } from "../../lib/browser/use-idle.ts";
import { currentUserMay, useUser } from "../../session/session.ts";
import { RefreshButton } from "../../ui/form/RefreshButton.tsx";
import { Section } from "../../ui/section/Section.tsx";
import { type Trouble, troublesOf } from "./attention.ts";
import { FigureStrip } from "./FigureStrip.tsx";
import { MemoryShares } from "./MemoryShares.tsx";
import { SectionSkeleton } from "./SectionSkeleton.tsx";
import { Sources } from "./Sources.tsx";
import { organizationIn, useOverview } from "./use-overview.ts";
import { Risks, Versions } from "./Versions.tsx";
import { useQuery } from "@tanstack/react-query";
import { organizationsQuery } from "../../api/people/organizations.ts";
import { keyOf } from "../../lib/words/deployment-key.ts";
import { DeploymentRow, type RowScope, SourceRow } from "./AttentionRow.tsx";
import { ShowMore, useShown } from "./ShowMore.tsx";

const keyOfTrouble = (trouble: Trouble): string =>
  trouble.what === "source" ? trouble.question : `${keyOf(trouble.deployment)} ${trouble.concern}`;

/** How many rows are shown at first, and after each further click. */
const first = 10;
const step = 100;

interface AttentionListProps extends Omit<RowScope, "nameOf"> {
  troubles: readonly Trouble[];
}

/** Everything that needs attention, the most urgent first. */
function AttentionList({ troubles, ...scope }: AttentionListProps) {
  const { shown, showMore, list } = useShown<HTMLOListElement>(first);
  // With one organization chosen, its name is above. Others have no choice and one organization.
  const namesThem = scope.choosesOrganization && scope.organization === undefined;
  const { data } = useQuery({ ...organizationsQuery, enabled: namesThem });
  if (troubles.length === 0) return <p className="px-4 py-6 text-muted">Nothing needs attention.</p>;
  const nameOf = (id: string) => (namesThem ? data?.find((each) => each.id === id)?.name : undefined);
  return (
    <>
      <ol ref={list}>
        {troubles
          .slice(0, shown)
          .map((trouble) =>
            trouble.what === "source" ? (
              <SourceRow key={keyOfTrouble(trouble)} trouble={trouble} scope={{ ...scope, nameOf }} />
            ) : (
              <DeploymentRow key={keyOfTrouble(trouble)} finding={trouble} scope={{ ...scope, nameOf }} />
            ),
          )}
      </ol>
      <ShowMore hidden={troubles.length - shown} step={step} onMore={showMore} />
    </>
  );
}

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

const EmptyOverview = lazy(() => import("./EmptyOverview.tsx"));
const Sparklines = optionalPart(() => import("../../layout/Sparklines.tsx"));
const OpenIncidents = optionalPart(() => import("./OpenIncidents.tsx"));
const FleetHistory = lazy(() => import("./FleetHistory.tsx"));
const NotLoaded = lazy(() => import("../../ui/state/NotLoaded.tsx"));
const OrganizationField = lazy(() => import("../../filter/OrganizationField.tsx"));

/** Starts loading the data while the page's code loads. The page shows the progress. */
export function loader({ request }: LoaderFunctionArgs) {
  const chooses = currentUserMay("seeEveryOrganization");
  const organization = organizationIn(new URL(request.url).searchParams, chooses);
  void queryClient.prefetchInfiniteQuery(deploymentsQuery(organization));
  if (!chooses || organization !== undefined) void queryClient.prefetchQuery(sourcesQuery(organization));
  return null;
}

export { onlyForAnotherPage as shouldRevalidate } from "../../lib/address/only-for-another-page.ts";

/** How the whole fleet is: its figures, what needs attention, its memory, versions and sources. */
export function Component() {
  const overview = useOverview();
  const { choosesOrganization, filter, choose, list, sources, hasSources } = overview;
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
            onRefresh={() => Promise.all([list.refetch(), hasSources && sources.refetch()])}
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

/** How long the sections wait for the sources, in milliseconds. Most of these are there before the list. */
const patience = 2_000;

interface FleetProps {
  overview: ReturnType<typeof useOverview>;
  /** The organization's; undefined where it is not known. */
  name: string | undefined;
}

/** The sections of a fleet that has deployments. They appear together, so that none moves another. */
function Fleet({ overview, name = "your deployments" }: FleetProps) {
  const { choosesOrganization, organization, sources, hasSources, ownsSources, summary } = overview;
  const states = hasSources ? sources.data : undefined;
  const waits = summary !== undefined && hasSources && sources.isPending;
  const isLate = useTimeout(waits, patience);
  const shown = waits && !isLate ? undefined : summary;
  const isIdle = useIdle(shown !== undefined);
  const troubles = useMemo(() => shown && troublesOf(shown.findings, states ?? []), [shown, states]);
  return (
    <div className="grid gap-6">
      {hasSources && (
        // As high as a line, so that nothing moves when it comes.
        <div className="panel min-h-12">
          <Suspense>
            <OpenIncidents organization={organization} />
          </Suspense>
        </div>
      )}
      <FigureStrip
        summary={summary}
        organization={organization}
        listsDatabases={!choosesOrganization || organization !== undefined}
      />
      <Section heading="Needs attention">
        {troubles ? (
          <AttentionList
            troubles={troubles}
            organization={organization}
            choosesOrganization={choosesOrganization}
            ownsSources={ownsSources}
          />
        ) : (
          <SectionSkeleton rows={10} />
        )}
      </Section>
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
          {hasSources && <FleetHistory organization={organization} name={name} />}
        </Suspense>
      )}
    </div>
  );
}
