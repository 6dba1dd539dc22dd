import { lazy, Suspense, useEffect, useId, useMemo } from "react";
import type { LoaderFunctionArgs } from "react-router-dom";
import { databasesQuery } from "../../api/fleet/databases.ts";
import { queryClient } from "../../api/query-client.ts";
import { unchosen } from "../../filter/ChooseOrganization.tsx";
import { FilterBar, viewTabsSpace } from "../../filter/FilterBar.tsx";
import { readListView } from "../../filter/list-view.ts";
import { ScopeName } from "../../filter/ScopeName.tsx";
import { useListView } from "../../filter/use-list-view.ts";
import { PageHeading } from "../../layout/frame/PageHeading.tsx";
import { counted } from "../../lib/words/count.ts";
import { useIdle } from "../../lib/browser/use-idle.ts";
import { useChosenPageSize } from "../../lib/list/page-size.ts";
import { currentUserMay, useMay } from "../../session/session.ts";
import { ColumnChooser } from "../../ui/table/ColumnChooser.tsx";
import { ProgressLine } from "../../ui/state/ProgressLine.tsx";
import { ExportButton } from "../../ui/form/ExportButton.tsx";
import { RefreshButton } from "../../ui/form/RefreshButton.tsx";
import { databaseColumns, databaseSorts, sortFields } from "./columns.tsx";
import { databaseFacets, valuesIn } from "./facets.ts";
import { Result } from "./Result.tsx";
import { columnConfig } from "./stored-columns.ts";
import { askedBy, clearedFor, exportDatabases, useDatabases } from "./use-databases.ts";

const DatabaseViews = lazy(() => import("./DatabaseViews.tsx"));

/** Starts loading the data while the page's code loads. The page shows the progress. */
export function loader({ request }: LoaderFunctionArgs) {
  const choosesOrganization = currentUserMay("seeEveryOrganization");
  const view = readListView(new URL(request.url).searchParams, databaseSorts, choosesOrganization);
  const asked = askedBy(view, columnConfig.get());
  if (!choosesOrganization || asked.organizationId !== undefined)
    void queryClient.prefetchQuery(databasesQuery(asked));
  return null;
}

export { onlyForAnotherPage as shouldRevalidate } from "../../lib/address/only-for-another-page.ts";

/** The databases of all deployments of an organization, filtered, sorted and paged by the API. */
export function Component() {
  const headingId = useId();
  const choosesOrganization = useMay("seeEveryOrganization");
  const [view, change] = useListView(databaseSorts, choosesOrganization);
  useChosenPageSize((pageSize) => change({ pageSize }, "replace"));
  const databases = useDatabases(view, choosesOrganization);
  const { asked, list, pageCount, total } = databases;
  const empty = useMemo(() => new Set<string>(list.data?.empty), [list.data]);
  const known = useMemo(() => valuesIn(list.data?.databases ?? []), [list.data]);

  const beyond = total !== undefined && view.page > pageCount;
  useEffect(() => {
    if (beyond) change({ page: pageCount }, "replace");
  });

  // The rows come first: the tabs' code would delay them on a slow line.
  const showsViews = useIdle(!databases.isReady || !list.isPending);
  const found = total === undefined ? undefined : counted(total, "database");
  return (
    <>
      <Heading id={headingId} databases={databases} />
      <p role="status" className="sr-only">
        {found && `${found} found`}
      </p>
      {showsViews ? (
        <Suspense fallback={viewTabsSpace}>
          <DatabaseViews view={view} exported={total ? asked : undefined} />
        </Suspense>
      ) : (
        viewTabsSpace
      )}
      <div className="panel overflow-hidden">
        <FilterBar
          label="Databases"
          facets={databaseFacets}
          known={known}
          filter={view.filter}
          cleared={clearedFor(asked)}
          onChange={(filter, history) => change({ filter }, history)}
          choosesOrganization={choosesOrganization}
          unchosen={unchosen}
          removable={asked.filter}
          found={found}
          sort={{ fields: sortFields, value: view, onSort: change }}
          actions={
            <>
              <ExportButton
                noun="database"
                total={total}
                obstacle={obstacleOf(total)}
                onSave={() => exportDatabases(asked)}
              />
              <ColumnChooser columns={databaseColumns} setting={columnConfig} empty={empty} />
            </>
          }
        />
        <ProgressLine label="Loading databases" busy={list.isPlaceholderData} />
        <Result
          headingId={headingId}
          view={view}
          change={change}
          databases={databases}
          choosesOrganization={choosesOrganization}
        />
      </div>
    </>
  );
}

/** Why there is nothing to export, if so. */
function obstacleOf(total: number | undefined): string | undefined {
  if (total === undefined) return "Databases are still loading";
  return total === 0 ? "No databases match the filters" : undefined;
}

interface HeadingProps {
  id: string;
  databases: ReturnType<typeof useDatabases>;
}

/** The heading, and how old the list is. */
function Heading({ id, databases: { isReady, list, queryKey } }: HeadingProps) {
  const failed = list.isRefetchError ? { title: "Unable to load databases", error: list.error } : undefined;
  return (
    <PageHeading
      heading="Databases"
      id={id}
      actions={
        isReady && (
          <RefreshButton
            updatedAt={list.data?.loadedAt ?? 0}
            onRefresh={list.refetch}
            onCancel={list.isLoading ? () => void queryClient.cancelQueries({ queryKey }) : undefined}
            failed={failed}
          />
        )
      }
    >
      <p className="text-muted">
        Databases across all deployments
        <ScopeName />
      </p>
    </PageHeading>
  );
}
