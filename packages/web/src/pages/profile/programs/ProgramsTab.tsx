import { metricPartsQuery } from "../../../api/fleet/metrics.ts";
import { assistantsQuery } from "../../../api/people/assistants.ts";
import { tokensQuery } from "../../../api/people/tokens.ts";
import { queryClient } from "../../../api/query-client.ts";
import { NoOrganization } from "../../../layout/NoOrganization.tsx";
import { OwnOrganizationOnly } from "../../../layout/OwnOrganizationOnly.tsx";
import { currentUser, useMay, useUser } from "../../../session/session.ts";
import { may } from "@shardwatch/core/contract/people/roles";
import { Assistants } from "./Assistants.tsx";
import { CommandLine } from "./CommandLine.tsx";
import { Prometheus } from "./Prometheus.tsx";
import { Tokens } from "./Tokens.tsx";

/** Starts loading the data while the tab's code loads. */
export function loader() {
  const user = currentUser();
  if (user?.organization) {
    void queryClient.prefetchQuery(assistantsQuery);
    if (may(user.roles, "manageOrganization")) {
      void queryClient.prefetchQuery(tokensQuery);
      void queryClient.prefetchQuery(metricPartsQuery(user.organization.id));
    }
  }
  return null;
}

/** How programs use the organization's data. Tokens are for those who manage it. */
export function Component() {
  const organization = useUser()?.organization;
  const mayManage = useMay("manageOrganization");
  return (
    <OwnOrganizationOnly what="programs">
      {organization ? (
        <>
          {mayManage && <Tokens />}
          {mayManage && <Prometheus organization={organization.id} />}
          <Assistants />
          <CommandLine />
        </>
      ) : (
        <NoOrganization>Programs read an organization.</NoOrganization>
      )}
    </OwnOrganizationOnly>
  );
}
