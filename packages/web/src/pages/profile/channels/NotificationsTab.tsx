import { queryClient } from "../../../api/query-client.ts";
import { channelsQuery } from "../../../api/incidents/channels.ts";
import { routesQuery } from "../../../api/incidents/routes.ts";
import { NoOrganization } from "../../../layout/NoOrganization.tsx";
import { OwnOrganizationOnly } from "../../../layout/OwnOrganizationOnly.tsx";
import { currentUser, useUser } from "../../../session/session.ts";
import { Routes } from "../routes/Routes.tsx";
import { Channels } from "./Channels.tsx";

/** Starts loading the data while the tab's code loads. */
export function loader() {
  if (currentUser()?.organization) {
    void queryClient.prefetchQuery(channelsQuery);
    void queryClient.prefetchQuery(routesQuery);
  }
  return null;
}

/** Who gets messages about incidents, and where. */
export function Component() {
  const hasOrganization = Boolean(useUser()?.organization);
  return (
    <OwnOrganizationOnly what="channels">
      {hasOrganization ? (
        <>
          <Channels />
          <Routes />
        </>
      ) : (
        <NoOrganization>Channels belong to an organization.</NoOrganization>
      )}
    </OwnOrganizationOnly>
  );
}
