import { Outlet } from "react-router-dom";
import { receivedInvitationsQuery } from "../../api/people/invitations.ts";
import { queryClient } from "../../api/query-client.ts";
import { PageHeading } from "../../layout/frame/PageHeading.tsx";
import { settingsFor } from "../../layout/rail/settings.ts";
import { useKeep } from "../../session/chosen-organization.ts";
import { refetchUser } from "../../session/refetch-user.ts";
import { useUser } from "../../session/session.ts";
import { TabLinks } from "../../ui/section/TabLinks.tsx";
import { ReceivedInvitations } from "./ReceivedInvitations.tsx";

/** The session holds the user from its start. The profile shows the user, so it loads the user again. */
export function loader() {
  void refetchUser();
  void queryClient.prefetchQuery(receivedInvitationsQuery);
  return null;
}

/** The layout of the profile's tabs. */
export function Component() {
  const keep = useKeep();
  const user = useUser();
  return (
    <>
      <PageHeading heading="Profile Settings" />
      <ReceivedInvitations />
      <TabLinks
        label="Profile"
        tabs={
          user
            ? settingsFor(user).map(({ tab, label, path }) => ({ label: tab ?? label, path: keep(path) }))
            : []
        }
      />
      <Outlet />
    </>
  );
}
