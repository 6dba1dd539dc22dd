import type { OrganizationMember } from "@shardwatch/core/contract/people/organization";
import type { Role } from "@shardwatch/core/contract/people/roles";
import { useQuery } from "@tanstack/react-query";
import { useId, useMemo } from "react";
import { memberRolesQuery } from "../../../api/people/members.ts";
import { compareTexts } from "../../../lib/words/compare-texts.ts";
import { fullName } from "../../../lib/words/person-name.ts";
import { useMay } from "../../../session/session.ts";
import { Section } from "../../../ui/section/Section.tsx";
import { DataTable } from "../../../ui/table/DataTable.tsx";
import type { Column } from "../../../ui/table/rows.ts";
import { isolated } from "../../../ui/text/Foreign.tsx";
import { RoleBadges } from "../../../ui/text/RoleBadges.tsx";
import { Unknown } from "../../../ui/text/Unknown.tsx";
import { SentInvitations } from "../SentInvitations.tsx";
import { ManagedMembers } from "./ManagedMembers.tsx";

const columnsWith = (roles: ReadonlyMap<string, Role[]> | undefined): Column<OrganizationMember>[] => [
  {
    id: "name",
    header: "Name",
    cell: (member) => isolated(fullName(member)) || <Unknown why="No name" />,
  },
  { id: "email", header: "Email", cell: ({ email }) => <span className="break-all">{email}</span> },
  {
    id: "role",
    header: "Role",
    cell: ({ id }) => {
      const own = roles?.get(id) ?? [];
      return own.length > 0 ? <RoleBadges roles={own} inTable /> : <Unknown why="Unknown" />;
    },
  },
];

function byName(one: OrganizationMember, other: OrganizationMember): number {
  return (
    compareTexts(one.firstName, other.firstName) ||
    compareTexts(one.lastName, other.lastName) ||
    compareTexts(one.email, other.email)
  );
}

/** The members of the organization; undefined while they load. */
function MembersTable({ members }: { members: readonly OrganizationMember[] | undefined }) {
  const headingId = useId();
  // So that people know whom to ask. Without an answer the members are shown all the same.
  const { data: roles } = useQuery(memberRolesQuery);
  const columns = useMemo(() => columnsWith(roles), [roles]);
  const rows = useMemo(() => members?.toSorted(byName), [members]);
  return (
    <Section heading="Members" headingId={headingId}>
      <DataTable labelledBy={headingId} columns={columns} rows={rows} rowKey={({ id }) => id} />
    </Section>
  );
}

/** The members of the organization. Those who manage it change them, and invite others. */
export function People({ members }: { members: readonly OrganizationMember[] | undefined }) {
  if (!useMay("manageOrganization")) return <MembersTable members={members} />;
  return (
    <>
      <ManagedMembers />
      <SentInvitations />
    </>
  );
}
