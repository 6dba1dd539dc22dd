import { useQuery } from "@tanstack/react-query";
import { Building2, Plus, SearchX } from "lucide-react";
import { useId, useMemo, useState } from "react";
import type { OrganizationListItem } from "@shardwatch/core/contract/organization";
import { organizationsQuery } from "../../api/organizations.ts";
import { queryClient } from "../../api/query-client.ts";
import { PageHeading } from "../../layout/PageHeading.tsx";
import { takePage } from "../../lib/paging.ts";
import { useLiveOptions } from "../../lib/refresh-interval.ts";
import { Button } from "../../ui/Button.tsx";
import { DataTable } from "../../ui/DataTable.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { Pager } from "../../ui/Pager.tsx";
import { RefreshButton } from "../../ui/RefreshButton.tsx";
import { counted } from "../deployments/describe.ts";
import { SearchField } from "../deployments/SearchField.tsx";
import { BackToAdmin } from "./BackToAdmin.tsx";
import { DeleteOrganizationDialog } from "./DeleteOrganizationDialog.tsx";
import { distinctNames } from "./distinct-names.ts";
import { matching } from "./matching.ts";
import { organizationColumns } from "./organization-columns.tsx";
import { OrganizationDialog } from "./OrganizationDialog.tsx";
import { useAdminView } from "./use-admin-view.ts";
import { useFocusAfterDialog } from "./use-focus-after-dialog.ts";

/** Starts loading while the page's code is on its way. */
export function loader() {
  void queryClient.prefetchQuery(organizationsQuery);
  return null;
}

export { onlyForAnotherPage as shouldRevalidate } from "../../lib/only-for-another-page.ts";

const failure = "Failed to load organizations";

/** All organizations, to be created, edited and deleted. */
export function Component() {
  const headingId = useId();
  const { view, filter, turn } = useAdminView();
  const list = useQuery({ ...organizationsQuery, ...useLiveOptions() });
  const [editing, setEditing] = useState<OrganizationListItem | "new">();
  const [deleting, setDeleting] = useState<OrganizationListItem>();
  const columns = useMemo(
    () => organizationColumns(setEditing, setDeleting, distinctNames(list.data ?? [])),
    [list.data],
  );
  const found = useMemo(
    () => list.data && matching(list.data, view.search, (one) => [one.name, one.description ?? "", one.id]),
    [list.data, view.search],
  );
  const page = takePage(found ?? [], view);
  useFocusAfterDialog(editing ?? deleting);
  const create = (
    <Button look="primary" onClick={() => setEditing("new")} className="max-md:h-11 max-md:w-full">
      <Plus aria-hidden className="size-3.5" />
      Create Organization
    </Button>
  );

  return (
    <>
      <BackToAdmin />
      <PageHeading
        heading="Organizations"
        id={headingId}
        actions={
          <RefreshButton
            updatedAt={list.dataUpdatedAt}
            onRefresh={list.refetch}
            failed={list.isRefetchError ? { title: failure, error: list.error } : undefined}
          />
        }
      >
        <p className="text-muted">What deployments, keys and members belong to</p>
      </PageHeading>
      <p role="status" className="sr-only">
        {found && `${counted(found.length, "organization")} found`}
      </p>
      <div className="rounded-lg border border-line bg-surface shadow-card">
        <div className="flex flex-wrap items-center justify-between gap-2 px-3 py-2">
          <search aria-label="Organizations" className="flex min-w-0 grow">
            <SearchField value={view.search} onSearch={(text) => filter("search", text)} />
          </search>
          {create}
        </div>
        {list.isLoadingError ? (
          <ErrorState
            title={failure}
            text="There has been an error and we are investigating. Please try again later."
            error={list.error}
            onRetry={() => void list.refetch()}
          />
        ) : found?.length === 0 ? (
          <EmptyState icon={view.search ? SearchX : Building2} title="No organizations found">
            {view.search && "No name or description holds what was searched for."}
          </EmptyState>
        ) : (
          <DataTable
            labelledBy={headingId}
            columns={columns}
            rows={found && page.rows}
            rowKey={({ id }) => id}
          />
        )}
        {found && found.length > 0 && (
          <Pager page={page} total={found.length} noun="organizations" onChange={turn} />
        )}
      </div>
      {editing && (
        <OrganizationDialog
          organization={editing === "new" ? undefined : editing}
          onClose={() => setEditing(undefined)}
        />
      )}
      {deleting && (
        <DeleteOrganizationDialog organization={deleting} onClose={() => setDeleting(undefined)} />
      )}
    </>
  );
}
