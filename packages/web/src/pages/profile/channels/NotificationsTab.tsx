import { queryClient } from "../../../api/query-client.ts";
import { channelsQuery } from "../../../api/incidents/channels.ts";
import { NoOrganization } from "../../../layout/NoOrganization.tsx";
import { OwnOrganizationOnly } from "../../../layout/OwnOrganizationOnly.tsx";
import { currentUser, useUser } from "../../../session/session.ts";
import { Channels } from "./Channels.tsx";

/** Starts loading the data while the tab's code loads. */
export function loader() {
  if (currentUser()?.organization) void queryClient.prefetchQuery(channelsQuery);
  return null;
}

/** Who gets messages about incidents, and where. */
export function Component() {
  const hasOrganization = Boolean(useUser()?.organization);
  return (
    <OwnOrganizationOnly what="channels">
      {hasOrganization ? <Channels /> : <NoOrganization>Channels belong to an organization.</NoOrganization>}
    </OwnOrganizationOnly>
  );
}
