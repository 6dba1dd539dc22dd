import { may } from "@shardwatch/core/contract/roles";
import { useQuery } from "@tanstack/react-query";
import { Building2, CircleX } from "lucide-react";
import { useEffect, useId, useMemo } from "react";
import type { LoaderFunctionArgs } from "react-router-dom";
import { queryClient } from "../../api/query-client.ts";
import { FilterBar } from "../../filter/FilterBar.tsx";
import { readListView } from "../../filter/list-view.ts";
import { useActiveFilters } from "../../filter/use-active-filters.ts";
import { useListView } from "../../filter/use-list-view.ts";
import { PageHeading } from "../../layout/PageHeading.tsx";
import { counted } from "../../lib/count.ts";
import { faultsOf } from "../../lib/errors.ts";
import { useLiveOptions } from "../../lib/refresh-interval.ts";
import { rememberPageSize, useChosenPageSize } from "../../lib/page-size.ts";
import { currentUser, useUser } from "../../session/session.ts";
import { Button } from "../../ui/Button.tsx";
import { ColumnChooser } from "../../ui/ColumnChooser.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { Pager } from "../../ui/Pager.tsx";
import { ProgressLine } from "../../ui/ProgressLine.tsx";
import { RefreshButton } from "../../ui/RefreshButton.tsx";
import { SortSelect } from "../../ui/SortSelect.tsx";
import { askedBy } from "./asked.ts";
import { databaseColumns, databaseSorts, sortFields } from "./columns.tsx";
import { DatabaseRows } from "./DatabaseRows.tsx";
import { EmptyDatabases } from "./EmptyDatabases.tsx";
import { databaseFacets } from "./facets.ts";
import { valuesIn } from "./known-values.ts";
import { columnConfig } from "./stored-columns.ts";

const seesAll = (roles: readonly string[] = []) => may(roles, "seeEveryOrganization");

/** Starts loading the data while the page's code loads. The page shows the progress. */
export function loader({ request }: LoaderFunctionArgs) {
  const choosesOrganization = seesAll(currentUser()?.roles);
  const view = readListView(new URL(request.url).searchParams, databaseSorts, choosesOrganization);
  const { query, isReady } = askedBy(view, choosesOrganization);
  if (isReady) void queryClient.prefetchQuery(query);
  return null;
}

export { onlyForAnotherPage as shouldRevalidate } from "../../lib/only-for-another-page.ts";

/** The databases of all deployments of an organization, filtered, sorted and paged by the API. */
export function Component() {
  const headingId = useId();
  const choosesOrganization = seesAll(useUser()?.roles);
  const [view, change] = useListView(databaseSorts, choosesOrganization);
  useChosenPageSize((pageSize) => change({ pageSize }, "replace"));
  const { query, isReady, filter, cleared } = askedBy(view, choosesOrganization);
  const parts = useActiveFilters(filter);
  const { data, error, ...list } = useQuery({ ...query, ...useLiveOptions(), enabled: isReady });
  const pageCount = Math.max(1, Math.ceil((data?.total ?? 0) / view.pageSize));
  const isCurrent = data !== undefined && !list.isPlaceholderData;

  const beyond = isCurrent && view.page > pageCount;
  useEffect(() => {
    if (beyond) change({ page: pageCount }, "replace");
  });

  const known = useMemo(() => valuesIn(data?.databases ?? []), [data]);
  const found = isCurrent ? counted(data.total, "database") : undefined;
  return (
    <>
      <PageHeading
        heading="Databases"
        id={headingId}
        actions={
          isReady && (
            <RefreshButton
              updatedAt={data?.loadedAt ?? 0}
              onRefresh={list.refetch}
              onCancel={
                list.isLoading
                  ? () => void queryClient.cancelQueries({ queryKey: query.queryKey })
                  : undefined
              }
              failed={list.isRefetchError ? { title: "Unable to load databases", error } : undefined}
            />
          )
        }
      >
        <p className="text-muted">The databases of all deployments</p>
      </PageHeading>
      <p role="status" className="sr-only">
        {found && `${found} found`}
      </p>
      <div data-wide className="panel overflow-hidden">
        <FilterBar
          label="Databases"
          facets={databaseFacets}
          known={known}
          filter={view.filter}
          cleared={cleared}
          onChange={(next, history) => change({ filter: next }, history)}
          choosesOrganization={choosesOrganization}
          parts={parts}
          found={found}
          sort={<SortSelect fields={sortFields} value={view} onSort={change} width="min-w-0" />}
          actions={<ColumnChooser columns={databaseColumns} setting={columnConfig} />}
        />
        <ProgressLine label="Loading databases" busy={list.isPlaceholderData} />
        {!isReady ? (
          <EmptyState icon={Building2} title="Select an organization to view databases">
            The list shows the databases of one organization.
          </EmptyState>
        ) : list.isLoadingError ? (
          <ErrorState
            title="Unable to Load Databases"
            text={
              faultsOf(error).join(" ") ||
              "There has been an error and we are investigating. Please try again later."
            }
            error={error}
            onRetry={() => void list.refetch()}
          />
        ) : list.isPending && !list.isFetching ? (
          <EmptyState
            icon={CircleX}
            title="Loading was cancelled"
            action={<Button onClick={() => void list.refetch()}>Load databases</Button>}
          />
        ) : data?.total === 0 ? (
          <EmptyDatabases
            filters={parts}
            onClear={() => change({ filter: cleared })}
            choosesOrganization={choosesOrganization}
          />
        ) : (
          <>
            <DatabaseRows headingId={headingId} view={view} change={change} list={data} />
            {data && (
              <Pager
                page={{ ...view, page: Math.min(view.page, pageCount), pageCount, rows: data.databases }}
                total={data.total}
                noun="databases"
                onChange={(paging) => {
                  rememberPageSize(view.pageSize, paging.pageSize);
                  change(paging);
                }}
              />
            )}
          </>
        )}
      </div>
    </>
  );
}
