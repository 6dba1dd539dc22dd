import { tokensQuery } from "../../../api/people/tokens.ts";
import { queryClient } from "../../../api/query-client.ts";
import { NoOrganization } from "../../../layout/NoOrganization.tsx";
import { OwnOrganizationOnly } from "../../../layout/OwnOrganizationOnly.tsx";
import { currentUser, useUser } from "../../../session/session.ts";
import { Tokens } from "./Tokens.tsx";

/** Starts loading the data while the tab's code loads. */
export function loader() {
  if (currentUser()?.organization) void queryClient.prefetchQuery(tokensQuery);
  return null;
}

/** How programs use the organization's data. */
export function Component() {
  const hasOrganization = Boolean(useUser()?.organization);
  return (
    <OwnOrganizationOnly what="tokens">
      {hasOrganization ? <Tokens /> : <NoOrganization>Tokens belong to an organization.</NoOrganization>}
    </OwnOrganizationOnly>
  );
}
