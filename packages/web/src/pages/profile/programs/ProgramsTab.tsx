import { metricPartsQuery } from "../../../api/fleet/metrics.ts";
import { tokensQuery } from "../../../api/people/tokens.ts";
import { queryClient } from "../../../api/query-client.ts";
import { NoOrganization } from "../../../layout/NoOrganization.tsx";
import { OwnOrganizationOnly } from "../../../layout/OwnOrganizationOnly.tsx";
import { currentUser, useUser } from "../../../session/session.ts";
import { Prometheus } from "./Prometheus.tsx";
import { Tokens } from "./Tokens.tsx";

/** Starts loading the data while the tab's code loads. */
export function loader() {
  const organization = currentUser()?.organization;
  if (organization) {
    void queryClient.prefetchQuery(tokensQuery);
    void queryClient.prefetchQuery(metricPartsQuery(organization.id));
  }
  return null;
}

/** How programs use the organization's data. */
export function Component() {
  const organization = useUser()?.organization;
  return (
    <OwnOrganizationOnly what="tokens">
      {organization ? (
        <>
          <Tokens />
          <Prometheus organization={organization.id} />
        </>
      ) : (
        <NoOrganization>Tokens belong to an organization.</NoOrganization>
      )}
    </OwnOrganizationOnly>
  );
}
