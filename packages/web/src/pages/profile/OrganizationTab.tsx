import { useQuery } from "@tanstack/react-query";
import { Building2 } from "lucide-react";
import { may } from "@shardwatch/core/contract/people/roles";
import { lazy, Suspense } from "react";
import { isNotFound } from "../../lib/errors.ts";
import { ownOrganizationQuery } from "../../api/people/own-organization.ts";
import { queryClient } from "../../api/query-client.ts";
import { useLiveOptions } from "../../lib/time/refresh-interval.ts";
import { useUser } from "../../session/session.ts";
import { LoadFailure } from "../../ui/state/ErrorState.tsx";
import { NoOrganization } from "../../layout/NoOrganization.tsx";
import { StaleNotice } from "../../ui/state/StaleNotice.tsx";
import { ManagedMembers } from "./members/ManagedMembers.tsx";
import { MembersTable } from "./MembersTable.tsx";
import { OrganizationDetails } from "./OrganizationDetails.tsx";
import { SentInvitations } from "./SentInvitations.tsx";

const Channels = lazy(async () => ({ default: (await import("./channels/Channels.tsx")).Channels }));

const failure = "Failed to load organization";

/** Starts loading the data while the tab's code loads. The tab shows the progress. */
export function loader() {
  void queryClient.prefetchQuery(ownOrganizationQuery);
  return null;
}

/** The person's organization and its members. */
export function Component() {
  const query = useQuery({ ...ownOrganizationQuery, ...useLiveOptions() });
  const { data, error, isLoadingError } = query;
  const manages = may(useUser()?.roles ?? [], "manageOrganization");
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
