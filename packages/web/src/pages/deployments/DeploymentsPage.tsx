import { lazy, Suspense, useId } from "react";
import type { LoaderFunctionArgs } from "react-router-dom";
import { deploymentsQuery } from "../../api/fleet/deployments.ts";
import { queryClient } from "../../api/query-client.ts";
import { organizationOf } from "../../filter/address.ts";
import { deploymentFacets } from "../../filter/facets.ts";
import { FilterBar, smallBar, viewTabsSpace } from "../../filter/FilterBar.tsx";
import { PageHeading } from "../../layout/frame/PageHeading.tsx";
import { currentUserMay, useMay, useUser } from "../../session/session.ts";
import { cards } from "../../ui/table/DataTable.tsx";
import { Foreign } from "../../ui/text/Foreign.tsx";
import { Pager } from "../../ui/table/Pager.tsx";
import { RefreshButton } from "../../ui/form/RefreshButton.tsx";
import { nothingJoined } from "../../lib/words/joined.ts";
import { waitBriefly } from "../../lib/loading/wait-briefly.ts";
import { counted } from "../../lib/words/count.ts";
import { optionalPart } from "../../lib/loading/optional-part.ts";
import { useIdle } from "../../lib/browser/use-idle.ts";
import { isWideWindow } from "../../lib/browser/wide-window.ts";
import { sortFields } from "./list/columns.tsx";
import { rememberPageSize } from "../../lib/list/page-size.ts";
import { DeploymentRows } from "./list/DeploymentRows.tsx";
import { readView, withoutFilter } from "./view.ts";
import { OrganizationName } from "./list/OrganizationName.tsx";
import { useList } from "./use-list.ts";

const EmptyList = lazy(() => import("./list/EmptyList.tsx"));
const ListActions = lazy(() => import("./ListActions.tsx"));
const LoadProgress = lazy(() => import("./list/LoadProgress.tsx"));
const NotLoaded = lazy(() => import("../../ui/state/NotLoaded.tsx"));
const AfterRows = optionalPart(() => import("../../layout/AfterRows.tsx"));
const DeploymentViews = lazy(() => import("./views/DeploymentViews.tsx"));

const nothing = { rows: [], joined: nothingJoined };

/** Starts loading the data while the page's code loads. The page shows the progress of a list that takes long. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { filter } = readView(new URL(request.url).searchParams, currentUserMay("seeEveryOrganization"));
  const query = deploymentsQuery(organizationOf(filter));
  const isThere = queryClient.getQueryData(query.queryKey) !== undefined;
  const rows = queryClient.prefetchInfiniteQuery(query);
  if (!isThere) await waitBriefly([rows, ...(isWideWindow() ? [] : [cards.load(), smallBar.load()])]);
  return null;
}

export { onlyForAnotherPage as shouldRevalidate } from "../../lib/address/only-for-another-page.ts";

interface PartProps extends ReturnType<typeof useList> {
  headingId: string;
  choosesOrganization: boolean;
}

/** Whose deployments the list has. */
function Scope({
  organization,
  choosesOrganization,
}: Pick<PartProps, "organization" | "choosesOrganization">) {
  const name = useUser()?.organization?.name;
  const shown = choosesOrganization
    ? organization !== undefined && <OrganizationName id={organization} />
    : name && <Foreign>{name}</Foreign>;
  return (
    <p className="text-muted">
      A list of all deployments {choosesOrganization ? "across organizations" : "in your account"}
      {shown && (
        <>
          {/* On a phone a line of its own: its place must not depend on a typeface that comes later. */}
          <span className="max-sm:hidden"> · </span>
          <span className="max-sm:block">{shown}</span>
        </>
      )}
    </p>
  );
}

const unable = (what: string, error: unknown) => ({ title: `Unable to load ${what}`, error });

/** The heading, and how new the list is. */
function Heading({ headingId, choosesOrganization, organization, list, isMissing, ...part }: PartProps) {
  const { joinedError, refetch } = part;
  const failed =
    list.isRefetchError && !list.isFetchNextPageError
      ? unable("deployments", list.error)
      : joinedError && unable("five-minute figures or the outlook", joinedError);
  return (
    <PageHeading
      heading="Deployments"
      id={headingId}
      actions={
        <RefreshButton
          // What is not shown has no age.
          updatedAt={isMissing ? 0 : list.dataUpdatedAt}
          onRefresh={refetch}
          onCancel={
            list.isPending && list.isFetching
              ? () => void queryClient.cancelQueries({ queryKey: deploymentsQuery(organization).queryKey })
              : undefined
          }
          failed={isMissing ? undefined : failed}
        />
      }
    >
      <Scope organization={organization} choosesOrganization={choosesOrganization} />
    </PageHeading>
  );
}

/** The rows of the page, and what is below them. */
function Rows(props: PartProps) {
  const { headingId, choosesOrganization, view, change, list, judged, matches, page, progress } = props;
  const progressLine = progress !== "all" && (
    <Suspense>
      <LoadProgress hasFailed={progress === "failed"} onRetry={() => void list.fetchNextPage()} />
    </Suspense>
  );
  return (
    <>
      <DeploymentRows
        headingId={headingId}
        view={view}
        change={change}
        index={judged}
        matches={matches}
        page={page}
        empty={
          <Suspense fallback={<div className="h-56" />}>
            <EmptyList
              filter={view.filter}
              loaded={list.data?.length ?? 0}
              choosesOrganization={choosesOrganization}
              onClear={() => change(withoutFilter)}
            />
          </Suspense>
        }
      />
      {page && page.total > 0 && (
        <Pager
          page={page}
          total={page.total}
          noun="deployment"
          onChange={(paging) => {
            rememberPageSize(page.pageSize, paging.pageSize);
            change(paging);
          }}
          status={progressLine}
        />
      )}
      {page?.total === 0 && (
        <div className="grid justify-items-center pb-6 text-sm empty:hidden">{progressLine}</div>
      )}
    </>
  );
}

/** The list of all deployments that the person may see. */
export function Component() {
  const headingId = useId();
  const choosesOrganization = useMay("seeEveryOrganization");
  const all = { headingId, choosesOrganization, ...useList(choosesOrganization) };
  const { view, change, organization, list, judged, progress } = all;
  // The rows come first: the tabs' code would delay them on a slow line.
  const showsViews = useIdle(!list.isPending);
  const found = all.found && progress === "all" ? counted(all.found.total, "deployment") : undefined;
  return (
    <>
      <Heading {...all} />
      <p role="status" className="sr-only">
        {found && `${found} found`}
      </p>
      {showsViews ? (
        <Suspense fallback={viewTabsSpace}>
          <DeploymentViews view={view} index={progress === "all" ? judged : undefined} />
          <AfterRows organization={organization} onIncidents={(states) => all.setIncidents(() => states)} />
        </Suspense>
      ) : (
        viewTabsSpace
      )}
      <div className="panel overflow-hidden">
        <FilterBar
          label="Deployments"
          filter={view.filter}
          onChange={(next, history) => change({ filter: next }, history)}
          facets={deploymentFacets}
          known={judged?.facts ?? nothing}
          choosesOrganization={choosesOrganization}
          found={found}
          sort={{ fields: sortFields, value: view, onSort: change }}
          actions={
            <Suspense fallback={<span className="h-8" />}>
              <ListActions rows={all.matches} progress={progress} troubleOf={judged?.troubleOf} />
            </Suspense>
          }
        />
        {all.isMissing ? (
          <Suspense>
            <NotLoaded
              what="Deployments"
              error={list.error ?? all.joinedError ?? null}
              onRetry={() => void all.refetch()}
            />
          </Suspense>
        ) : (
          <Rows {...all} />
        )}
      </div>
    </>
  );
}
