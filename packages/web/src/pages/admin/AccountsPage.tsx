import { useQuery } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import { useMemo } from "react";
import type { LoaderFunctionArgs } from "react-router-dom";
import type { Account } from "@shardwatch/core/contract/people/account";
import { accountsQuery } from "../../api/people/accounts.ts";
import { organizationsQuery } from "../../api/people/organizations.ts";
import { queryClient } from "../../api/query-client.ts";
import { useLiveOptions } from "../../lib/time/refresh-interval.ts";
import { parameters } from "../../lib/address/urls.ts";
import { nameOrEmail } from "../../lib/words/person-name.ts";
import { useDialog } from "../../ui/popup/use-dialog.ts";
import { EmptyState } from "../../ui/state/EmptyState.tsx";
import { SearchField } from "../../ui/form/SearchField.tsx";
import { accountColumns } from "./account-columns.tsx";
import { adminList } from "./admin-list.ts";
import { AdminList } from "./AdminList.tsx";
import { useAdminView } from "./use-admin-view.ts";
import { truncate } from "@shardwatch/core/kit/text";
import { byName } from "../../lib/words/by-name.ts";
import { distinctNames } from "./distinct-names.ts";

const nameLength = 80;

interface OrganizationFilterProps {
  /** Id of the chosen one; undefined for all. */
  value: string | undefined;
  onChange: (id: string | undefined) => void;
}

/** Chooses the organization of the listed accounts. An unknown or not yet loaded one is shown by its id. */
function OrganizationFilter({ value, onChange }: OrganizationFilterProps) {
  const { data, isPending, isError } = useQuery(organizationsQuery);
  const sorted = useMemo(() => data?.toSorted(byName) ?? [], [data]);
  const names = useMemo(() => distinctNames(sorted), [sorted]);
  const unlisted = value !== undefined && !sorted.some(({ id }) => id === value);
  return (
    <>
      <select
        aria-label="Organization"
        value={value ?? ""}
        onChange={({ target }) => onChange(target.value || undefined)}
        className="h-8 max-w-56 min-w-0 truncate rounded-md border border-field bg-surface px-1.5 max-md:h-11 max-md:w-full max-md:max-w-none max-md:text-lg"
      >
        <option value="">All Organizations</option>
        {unlisted && <option value={value}>{isPending ? "Loading…" : value}</option>}
        {sorted.map(({ id, name }) => (
          <option key={id} value={id} title={name}>
            {truncate(names.get(id) ?? name, nameLength)}
          </option>
        ))}
      </select>
      {isError && !data && <p className="text-sm text-bad">Failed to load organizations</p>}
    </>
  );
}

/** Starts loading the data while the page's code loads. */
export function loader({ request }: LoaderFunctionArgs) {
  const organization = new URL(request.url).searchParams.get(parameters.accountsOf) || undefined;
  void queryClient.prefetchQuery(accountsQuery(organization));
  void queryClient.prefetchQuery(organizationsQuery);
  return null;
}

export { onlyForAnotherPage as shouldRevalidate } from "../../lib/address/only-for-another-page.ts";

const accounts = adminList<Account>((one) => [nameOrEmail(one), one.email]);

/** All accounts, with edit and delete. */
export function Component() {
  const { view, filter, showPage } = useAdminView();
  const list = useQuery({ ...accountsQuery(view.organization), ...useLiveOptions() });
  const [dialog, open] = useDialog();
  const columns = useMemo(() => accountColumns(open), [open]);
  return (
    <>
      <AdminList
        heading="Accounts"
        text="People who have signed in, with their organizations and roles"
        noun="account"
        query={list}
        columns={columns}
        list={accounts}
        view={view}
        onTurn={showPage}
        bar={
          <search aria-label="Accounts" className="flex flex-wrap items-center gap-2 px-4 py-2">
            <SearchField
              label="Search by name or email"
              value={view.search}
              onSearch={(text) => filter(parameters.search, text)}
            />
            <OrganizationFilter
              value={view.organization}
              onChange={(id) => filter(parameters.accountsOf, id)}
            />
          </search>
        }
        empty={
          <EmptyState icon={SearchX} title="No accounts found">
            {view.search ? "No names or emails match the search." : "No members yet."}
          </EmptyState>
        }
      />
      {dialog}
    </>
  );
}
