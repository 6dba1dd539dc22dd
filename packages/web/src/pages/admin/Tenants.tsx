import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { accountsQuery } from "../../api/people/accounts.ts";
import { countedOrganizationsQuery } from "../../api/people/organizations.ts";
import { formatCount } from "../../lib/words/count.ts";
import { Button } from "../../ui/form/Button.tsx";
import { SearchField } from "../../ui/form/SearchField.tsx";
import { StaleNotice } from "../../ui/state/StaleNotice.tsx";
import { QuerySection } from "../../ui/table/QueryTable.tsx";
import { tenantColumns } from "./tenant-columns.tsx";
import { tenantsOf } from "./tenants.ts";

/** More than these are searched, and shown on demand. */
const few = 20;
const failure = "Failed to load organizations";

/** Every organization with its people, its fleet as counted last, and who signed in last. */
export function Tenants() {
  const query = useQuery(countedOrganizationsQuery);
  const { data: accounts } = useQuery(accountsQuery());
  const { data } = query;
  const [search, setSearch] = useState("");
  const [all, setAll] = useState(false);
  const tenants = useMemo(() => data && tenantsOf(data, accounts), [data, accounts]);
  const words = search.trim().toLowerCase();
  const found = useMemo(
    () => tenants?.filter(({ id, label }) => label.toLowerCase().includes(words) || id === words),
    [tenants, words],
  );
  return (
    <QuerySection
      heading="Tenants"
      query={query}
      failure={failure}
      columns={tenantColumns}
      rows={all ? found : found?.slice(0, few)}
      rowKey={({ id }) => id}
      above={<StaleNotice title={failure} query={query} />}
      empty={<p className="p-4 text-muted">No organizations match the search.</p>}
      action={
        (data?.length ?? 0) > few && (
          <SearchField label="Search by name" value={search} onSearch={setSearch} />
        )
      }
    >
      {found && found.length > few && (
        <div className="border-t border-line p-3 text-center">
          <Button onClick={() => setAll(!all)}>
            {all ? `Show the first ${few}` : `Show all ${formatCount(found.length)} organizations`}
          </Button>
        </div>
      )}
      <p className="border-t border-line px-4 py-2 text-sm text-muted">
        A census counts each fleet once an hour. Its health is by the status of deployments, not by incidents.
      </p>
    </QuerySection>
  );
}
