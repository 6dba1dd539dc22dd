import { useQuery } from "@tanstack/react-query";
import { Building2 } from "lucide-react";
import type { Role } from "@shardwatch/core/contract/people/roles";
import { lazy, Suspense, useId, useMemo } from "react";
import { isNotFound } from "../../lib/errors.ts";
import { ownOrganizationQuery } from "../../api/people/own-organization.ts";
import { queryClient } from "../../api/query-client.ts";
import { useLiveOptions } from "../../lib/time/refresh-interval.ts";
import { useMay } from "../../session/session.ts";
import { LoadFailure } from "../../ui/state/ErrorState.tsx";
import { OwnOrganizationOnly } from "../../layout/OwnOrganizationOnly.tsx";
import { NoOrganization } from "../../layout/NoOrganization.tsx";
import { StaleNotice } from "../../ui/state/StaleNotice.tsx";
import { ManagedMembers } from "./members/ManagedMembers.tsx";
import { OrganizationDetails } from "./OrganizationDetails.tsx";
import { SentInvitations } from "./SentInvitations.tsx";
import type { OrganizationMember } from "@shardwatch/core/contract/people/organization";
import { memberRolesQuery } from "../../api/people/members.ts";
import { compareTexts } from "../../lib/words/compare-texts.ts";
import { DataTable } from "../../ui/table/DataTable.tsx";
import { isolated } from "../../ui/text/Foreign.tsx";
import { RoleBadges } from "../../ui/text/RoleBadges.tsx";
import type { Column } from "../../ui/table/rows.ts";
import { Section } from "../../ui/section/Section.tsx";
import { Unknown } from "../../ui/text/Unknown.tsx";

const known = (name: string) => isolated(name) || <Unknown why="Unknown" />;

const columnsWith = (roles: ReadonlyMap<string, Role[]> | undefined): Column<OrganizationMember>[] => [
  { id: "firstName", header: "First name", cell: ({ firstName }) => known(firstName) },
  { id: "lastName", header: "Last name", cell: ({ lastName }) => known(lastName) },
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

const Channels = lazy(async () => ({ default: (await import("./channels/Channels.tsx")).Channels }));

const failure = "Failed to load organization";

/** Starts loading the data while the tab's code loads. The tab shows the progress. */
export function loader() {
  void queryClient.prefetchQuery(ownOrganizationQuery);
  return null;
}

/** The person's organization, for those who have not chosen another one. */
export function Component() {
  return (
    <OwnOrganizationOnly what="settings">
      <OwnOrganization />
    </OwnOrganizationOnly>
  );
}

/** The person's organization and its members. */
function OwnOrganization() {
  const query = useQuery({ ...ownOrganizationQuery, ...useLiveOptions() });
  const { data, error, isLoadingError } = query;
  const manages = useMay("manageOrganization");
  if (isNotFound(error)) return <NoOrganization icon={Building2} />;
  if (isLoadingError)
    return (
      <div className="panel">
        <LoadFailure title={failure} query={query} />
      </div>
    );
  return (
    <>
      <StaleNotice title={failure} query={query} />
      <OrganizationDetails organization={data} />
      {manages ? <ManagedMembers /> : <MembersTable members={data?.members} />}
      {manages && <SentInvitations />}
      {manages && (
        <Suspense>
          <Channels />
        </Suspense>
      )}
    </>
  );
}
