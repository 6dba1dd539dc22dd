import { useInfiniteQuery } from "@tanstack/react-query";
import { History, SearchX } from "lucide-react";
import { useMemo } from "react";
import type { LoaderFunctionArgs } from "react-router-dom";
import { changesQuery } from "../../api/fleet/changes.ts";
import { queryClient } from "../../api/query-client.ts";
import { ChangesSkeleton, DayList, useDays } from "../../changes/ChangeDays.tsx";
import { isLineKind } from "../../changes/line-kinds.ts";
import { countKinds, ofKind } from "../../changes/lines.ts";
import { OlderButton } from "../../changes/OlderButton.tsx";
import { ChooseOrganization } from "../../filter/ChooseOrganization.tsx";
import { feedViewAt, isReady as canLoad, useFeedView } from "../../filter/feed-view.ts";
import { ScopeName, useScopeName } from "../../filter/ScopeName.tsx";
import { PageHeading } from "../../layout/frame/PageHeading.tsx";
import { withOrganization } from "../../lib/address/choice.ts";
import { paths } from "../../lib/address/paths.ts";
import { currentZone, useZone } from "../../lib/time/time-zone.ts";
import { useLiveOptions } from "../../lib/time/refresh-interval.ts";
import { Button } from "../../ui/form/Button.tsx";
import { EmptyState } from "../../ui/state/EmptyState.tsx";
import { LoadFailure } from "../../ui/state/ErrorState.tsx";
import { ProgressLine } from "../../ui/state/ProgressLine.tsx";
import { RefreshButton } from "../../ui/form/RefreshButton.tsx";
import { ChangeFilters } from "./ChangeFilters.tsx";
import { QuickChoices } from "./QuickChoices.tsx";
import { askedBy, changesChecks, periodText } from "./changes-view.ts";

/** Starts loading the data while the page's code loads. */
export function loader({ request }: LoaderFunctionArgs) {
  const view = feedViewAt(changesChecks, request.url);
  if (canLoad(view)) void queryClient.prefetchInfiniteQuery(changesQuery(askedBy(view, currentZone())));
  return null;
}

export { onlyForAnotherPage as shouldRevalidate } from "../../lib/address/only-for-another-page.ts";

/** What changed about the deployments of an organization, by day, newest first. */
export function Component() {
  const { view, change, clear, isReady } = useFeedView(changesChecks);
  const zone = useZone();
  const asked = useMemo(() => askedBy(view, zone), [view, zone]);
  const feed = useInfiniteQuery({
    ...changesQuery(asked),
    ...useLiveOptions(),
    enabled: isReady,
  });
  const { data, error, isLoadingError, isRefetchError, refetch, hasNextPage, dataUpdatedAt } = feed;
  const changes = useMemo(() => data?.pages.flatMap((page) => page.changes), [data]);
  const days = useDays(changes, dataUpdatedAt);
  const kind = view.kind !== undefined && isLineKind(view.kind) ? view.kind : undefined;
  const shown = useMemo(() => days && ofKind(days, kind), [days, kind]);
  const counts = useMemo(() => countKinds(days ?? []), [days]);
  const failed = isRefetchError ? { title: "Unable to load changes", error } : undefined;
  const { org, ...filters } = view;
  return (
    <>
      <PageHeading
        heading="Changes"
        actions={isReady && <RefreshButton updatedAt={dataUpdatedAt} onRefresh={refetch} failed={failed} />}
      >
        <p className="text-muted">
          What changed about the deployments, kept for 400 days
          <ScopeName />
        </p>
      </PageHeading>
      <div className="panel min-w-0 overflow-hidden">
        {isReady ? (
          <>
            <ChangeFilters view={view} changes={changes ?? []} onChange={change} onClear={clear} />
            <QuickChoices view={view} onChange={change} counts={counts} />
            <ProgressLine label="Loading changes" busy={feed.isPlaceholderData} />
            {isLoadingError ? (
              <LoadFailure
                title="Unable to Load Changes"
                text="Please check your connection and try again."
                query={feed}
              />
            ) : shown === undefined ? (
              <ChangesSkeleton />
            ) : shown.length === 0 ? (
              <Nothing
                isFiltered={Object.keys(filters).length > 0}
                isSearching={hasNextPage}
                period={periodText(view)}
                onClear={clear}
              />
            ) : (
              <DayList
                days={shown}
                linkTo={(id) => paths.deployment(id, withOrganization("", org), org)}
                level={2}
              />
            )}
            <OlderButton feed={feed}>Show older changes</OlderButton>
          </>
        ) : (
          <ChooseOrganization what="changes" />
        )}
      </div>
    </>
  );
}

interface NothingProps {
  isFiltered: boolean;
  /** Whether older changes were not searched yet. */
  isSearching: boolean;
  /** The chosen days in words; empty for all. */
  period: string;
  onClear: () => void;
}

function Nothing({ isFiltered, isSearching, period, onClear }: NothingProps) {
  const scope = useScopeName();
  if (!isFiltered)
    return (
      <EmptyState icon={History} title="Nothing has changed yet" scope={scope}>
        New deployments, version and status changes appear here.
      </EmptyState>
    );
  return (
    <EmptyState
      icon={SearchX}
      title={`No changes found${isSearching ? " so far" : period}`}
      scope={scope}
      action={<Button onClick={onClear}>Clear all filters</Button>}
    >
      {isSearching
        ? "Nothing among the newest changes matches the filters."
        : "No changes match the filters."}
    </EmptyState>
  );
}
