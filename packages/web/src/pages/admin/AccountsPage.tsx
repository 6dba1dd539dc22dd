import { useQuery } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import { useId, useMemo, useState } from "react";
import type { LoaderFunctionArgs } from "react-router-dom";
import type { Account } from "@shardwatch/core/contract/account";
import { accountsQuery } from "../../api/accounts.ts";
import { organizationsQuery } from "../../api/organizations.ts";
import { queryClient } from "../../api/query-client.ts";
import { PageHeading } from "../../layout/PageHeading.tsx";
import { takePage } from "../../lib/paging.ts";
import { useLiveOptions } from "../../lib/refresh-interval.ts";
import { DataTable } from "../../ui/DataTable.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { Pager } from "../../ui/Pager.tsx";
import { RefreshButton } from "../../ui/RefreshButton.tsx";
import { counted } from "../deployments/describe.ts";
import { SearchField } from "../deployments/SearchField.tsx";
import { accountColumns, fullName } from "./account-columns.tsx";
import { BackToAdmin } from "./BackToAdmin.tsx";
import { DeleteAccountDialog } from "./DeleteAccountDialog.tsx";
import { EditAccountDialog } from "./EditAccountDialog.tsx";
import { matching } from "./matching.ts";
import { OrganizationFilter } from "./OrganizationFilter.tsx";
import { useAdminView } from "./use-admin-view.ts";
import { useFocusAfterDialog } from "./use-focus-after-dialog.ts";

/** Starts loading while the page's code is on its way. */
export function loader({ request }: LoaderFunctionArgs) {
  const organization = new URL(request.url).searchParams.get("organization") || undefined;
  void queryClient.prefetchQuery(accountsQuery(organization));
  void queryClient.prefetchQuery(organizationsQuery);
  return null;
}

export { onlyForAnotherPage as shouldRevalidate } from "../../lib/only-for-another-page.ts";

const failure = "Failed to load accounts";

/** All accounts, to be edited and deleted. */
export function Component() {
  const headingId = useId();
  const { view, filter, turn } = useAdminView();
  const list = useQuery({ ...accountsQuery(view.organization), ...useLiveOptions() });
  const [editing, setEditing] = useState<Account>();
  const [deleting, setDeleting] = useState<Account>();
  const columns = useMemo(() => accountColumns(setEditing, setDeleting), []);
  const found = useMemo(
    () => list.data && matching(list.data, view.search, (one) => [fullName(one) || one.email, one.email]),
    [list.data, view.search],
  );
  const page = takePage(found ?? [], view);
  useFocusAfterDialog(editing ?? deleting);

  return (
    <>
      <BackToAdmin />
      <PageHeading
        heading="Accounts"
        id={headingId}
        actions={
          <RefreshButton
            updatedAt={list.dataUpdatedAt}
            onRefresh={list.refetch}
            failed={list.isRefetchError ? { title: failure, error: list.error } : undefined}
          />
        }
      >
        <p className="text-muted">Everybody who has signed in, with organization and roles</p>
      </PageHeading>
      <p role="status" className="sr-only">
        {found && `${counted(found.length, "account")} found`}
      </p>
      <div className="rounded-lg border border-line bg-surface shadow-card">
        <search aria-label="Accounts" className="flex flex-wrap items-center gap-2 px-3 py-2">
          <SearchField
            label="Search by name or email"
            value={view.search}
            onSearch={(text) => filter("search", text)}
          />
          <OrganizationFilter value={view.organization} onChange={(id) => filter("organization", id)} />
        </search>
        {list.isLoadingError ? (
          <ErrorState
            title={failure}
            text="There has been an error and we are investigating. Please try again later."
            error={list.error}
            onRetry={() => void list.refetch()}
          />
        ) : found?.length === 0 ? (
          <EmptyState icon={SearchX} title="No accounts found">
            {view.search ? "Nobody's name or email holds what was searched for." : "Nobody belongs to it."}
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
          <Pager page={page} total={found.length} noun="accounts" onChange={turn} />
        )}
      </div>
      {editing && <EditAccountDialog account={editing} onClose={() => setEditing(undefined)} />}
      {deleting && <DeleteAccountDialog account={deleting} onClose={() => setDeleting(undefined)} />}
    </>
  );
}
