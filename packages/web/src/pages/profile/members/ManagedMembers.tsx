import type { Member } from "@shardwatch/core/contract/people/member";
import { traitsOfRole } from "@shardwatch/core/contract/people/roles";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { membersQuery } from "../../../api/people/members.ts";
import { compareTexts } from "../../../lib/words/compare-texts.ts";
import { fullName, nameOrEmail } from "../../../lib/words/person-name.ts";
import { useLiveOptions } from "../../../lib/time/refresh-interval.ts";
import { useDialog } from "../../../ui/popup/use-dialog.ts";
import { useUser } from "../../../session/session.ts";
import { Button } from "../../../ui/form/Button.tsx";
import { QuerySection } from "../../../ui/table/QueryTable.tsx";
import { SearchField } from "../../../ui/form/SearchField.tsx";
import { StaleNotice } from "../../../ui/state/StaleNotice.tsx";
import { memberColumns } from "./member-columns.tsx";

const failure = "Failed to load members";
/** More than these are searched, and shown on demand. */
const fewMembers = 20;

const isAdmin = ({ roles }: Member): number => Number(roles.some((role) => traitsOfRole(role)?.isVouched));

/** Admins come first, because others ask for them. */
const byRoleAndName = (one: Member, other: Member): number =>
  isAdmin(other) - isAdmin(one) ||
  compareTexts(nameOrEmail(one), nameOrEmail(other)) ||
  compareTexts(one.email, other.email);

const matches = (member: Member, search: string): boolean =>
  `${fullName(member)} ${member.email}`.toLowerCase().includes(search.trim().toLowerCase());

/** The members with roles and last sign-in, for people who may change and remove them. */
export function ManagedMembers() {
  const self = useUser()?.id;
  const query = useQuery({ ...membersQuery, ...useLiveOptions() });
  const { data } = query;
  const [dialog, open] = useDialog();
  const [search, setSearch] = useState("");
  const [all, setAll] = useState(false);
  const columns = useMemo(() => memberColumns(self, open), [self, open]);
  const found = useMemo(
    () => data?.filter((member) => matches(member, search)).toSorted(byRoleAndName),
    [data, search],
  );
  const rows = all ? found : found?.slice(0, fewMembers);

  return (
    <QuerySection
      heading="Members"
      query={query}
      failure={failure}
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      empty={<p className="p-4 text-muted">No names or emails match the search.</p>}
      above={<StaleNotice title={failure} query={query} />}
      action={
        (data?.length ?? 0) > fewMembers && (
          <SearchField label="Search by name or email" value={search} onSearch={setSearch} />
        )
      }
    >
      {found && found.length > fewMembers && (
        <div className="border-t border-line p-3 text-center">
          <Button onClick={() => setAll(!all)}>
            {all ? `Show the first ${fewMembers}` : `Show all ${found.length} members`}
          </Button>
        </div>
      )}
      {dialog}
    </QuerySection>
  );
}
