import { useQuery } from "@tanstack/react-query";
import { Building2, Plus, SearchX } from "lucide-react";
import { useMemo } from "react";
import type { OrganizationListItem } from "@shardwatch/core/contract/people/organization";
import { organizationsQuery } from "../../api/people/organizations.ts";
import { queryClient } from "../../api/query-client.ts";
import { useLiveOptions } from "../../lib/time/refresh-interval.ts";
import { parameters } from "../../lib/address/urls.ts";
import { Button } from "../../ui/form/Button.tsx";
import { useDialog } from "../../ui/popup/use-dialog.ts";
import { EmptyState } from "../../ui/state/EmptyState.tsx";
import { SearchField } from "../../ui/form/SearchField.tsx";
import { AdminList } from "./AdminList.tsx";
import { adminList } from "./admin-list.ts";
import { distinctNames } from "./distinct-names.ts";
import { organizationColumns } from "./organization-columns.tsx";
import { OrganizationDialog } from "./OrganizationDialog.tsx";
import { useAdminView } from "./use-admin-view.ts";

/** Starts loading the data while the page's code loads. */
export function loader() {
  void queryClient.prefetchQuery(organizationsQuery);
  return null;
}

export { onlyForAnotherPage as shouldRevalidate } from "../../lib/address/only-for-another-page.ts";

/** How often the list reloads while an organization is being deleted, in milliseconds. */
const deletionInterval = 10_000;

const organizations = adminList<OrganizationListItem>(({ name, description, id }) => [
  name,
  description ?? "",
  id,
]);

/** All organizations, with create, edit and delete. */
export function Component() {
  const { view, filter, showPage } = useAdminView();
  const live = useLiveOptions();
  const list = useQuery({
    ...organizationsQuery,
    ...live,
    // The progress of a deletion is watched.
    refetchInterval: ({ state }) =>
      state.data?.some(({ deleting }) => deleting) ? deletionInterval : live.refetchInterval,
  });
  const [dialog, open] = useDialog();
  const columns = useMemo(() => organizationColumns(open, distinctNames(list.data ?? [])), [open, list.data]);
  return (
    <>
      <AdminList
        heading="Organizations"
        text="Every tenant on Shardwatch"
        noun="organization"
        query={list}
        columns={columns}
        list={organizations}
        view={view}
        onTurn={showPage}
        bar={
          <div className="flex flex-wrap items-center justify-between gap-2 px-4 py-2">
            <search aria-label="Organizations" className="flex min-w-0 grow">
              <SearchField value={view.search} onSearch={(text) => filter(parameters.search, text)} />
            </search>
            <Button
              emphasis="primary"
              onClick={() => open((close) => <OrganizationDialog organization={undefined} onClose={close} />)}
              className="max-md:w-full"
            >
              <Plus aria-hidden className="size-3.5" />
              Create Organization
            </Button>
          </div>
        }
        empty={
          <EmptyState icon={view.search ? SearchX : Building2} title="No organizations found">
            {view.search && "No names or descriptions match the search."}
          </EmptyState>
        }
      />
      {dialog}
    </>
  );
}
