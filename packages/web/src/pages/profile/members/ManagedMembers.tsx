import type { Member } from "@shardwatch/core/contract/people/member";
import { traitsOfRole } from "@shardwatch/core/contract/people/roles";
import { useQuery } from "@tanstack/react-query";
import { useId, useMemo, useState } from "react";
import { membersQuery } from "../../../api/people/members.ts";
import { compareTexts } from "../../../lib/words/compare-texts.ts";
import { describeError } from "../../../lib/errors.ts";
import { useLiveOptions } from "../../../lib/time/refresh-interval.ts";
import { useFocusAfterDialog } from "../../../lib/browser/use-focus-after-dialog.ts";
import { useUser } from "../../../session/session.ts";
import { Button } from "../../../ui/form/Button.tsx";
import { DataTable } from "../../../ui/table/DataTable.tsx";
import { ErrorState } from "../../../ui/state/ErrorState.tsx";
import { SearchField } from "../../../ui/form/SearchField.tsx";
import { Section } from "../../../ui/section/Section.tsx";
import { StaleNotice } from "../../../ui/state/StaleNotice.tsx";
import { ChangeRoleDialog } from "./ChangeRoleDialog.tsx";
import { memberColumns } from "./member-columns.tsx";
import { nameOf } from "./member-name.ts";
import { RemoveMemberDialog } from "./RemoveMemberDialog.tsx";

const failure = "Failed to load members";
/** More than these are searched, and shown on demand. */
const fewMembers = 20;

const isAdmin = ({ roles }: Member): number => Number(roles.some((role) => traitsOfRole(role)?.isVouched));

/** Admins come first, because others ask for them. */
const byRoleAndName = (one: Member, other: Member): number =>
  isAdmin(other) - isAdmin(one) ||
  compareTexts(nameOf(one) || one.email, nameOf(other) || other.email) ||
  compareTexts(one.email, other.email);

const matches = (member: Member, search: string): boolean =>
  `${nameOf(member)} ${member.email}`.toLowerCase().includes(search.trim().toLowerCase());

/** The members with roles and last sign-in, for people who may change and remove them. */
export function ManagedMembers() {
  const headingId = useId();
  const self = useUser()?.id;
  const { data, error, isLoadingError, dataUpdatedAt, refetch } = useQuery({
    ...membersQuery,
    ...useLiveOptions(),
  });
  const [changing, setChanging] = useState<Member>();
  const [removing, setRemoving] = useState<Member>();
  const [search, setSearch] = useState("");
  const [all, setAll] = useState(false);
  useFocusAfterDialog(changing ?? removing);
  const columns = useMemo(
    () => memberColumns({ self, onChangeRole: setChanging, onRemove: setRemoving }),
    [self],
  );
  const found = useMemo(
    () => data?.filter((member) => matches(member, search)).toSorted(byRoleAndName),
    [data, search],
  );
  const rows = all ? found : found?.slice(0, fewMembers);

  return (
    <Section
      heading="Members"
      headingId={headingId}
      action={
        (data?.length ?? 0) > fewMembers && (
          <SearchField label="Search by name or email" value={search} onSearch={setSearch} />
        )
      }
    >
      {error && data && <StaleNotice title={failure} asOf={dataUpdatedAt} error={error} />}
      {isLoadingError ? (
        <ErrorState
          title={failure}
          text={describeError(error, failure).detail ?? "Please check your connection and try again."}
          error={error}
          onRetry={() => void refetch()}
        />
      ) : rows?.length === 0 ? (
        <p className="p-4 text-muted">No names or emails match the search.</p>
      ) : (
        <DataTable labelledBy={headingId} columns={columns} rows={rows} rowKey={({ id }) => id} />
      )}
      {found && found.length > fewMembers && (
        <div className="border-t border-line p-3 text-center">
          <Button onClick={() => setAll(!all)}>
            {all ? `Show the first ${fewMembers}` : `Show all ${found.length} members`}
          </Button>
        </div>
      )}
      {changing && <ChangeRoleDialog member={changing} onClose={() => setChanging(undefined)} />}
      {removing && <RemoveMemberDialog member={removing} onClose={() => setRemoving(undefined)} />}
    </Section>
  );
}
