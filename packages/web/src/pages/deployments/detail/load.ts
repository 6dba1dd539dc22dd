import type { LoaderFunctionArgs } from "react-router-dom";
import { deploymentQuery } from "../../../api/fleet/deployment.ts";
import { openIncidentsQuery } from "../../../api/incidents/incidents.ts";
import { queryClient } from "../../../api/query-client.ts";
import { organizationIn } from "../../../lib/address/urls.ts";
import { currentUserMay } from "../../../session/session.ts";

/** Starts loading a deployment and the open incidents while the page's code loads. The page shows the progress. */
export function loader({ params, request }: LoaderFunctionArgs) {
  const organization = organizationIn(new URL(request.url).searchParams);
  void queryClient.prefetchQuery(deploymentQuery(params["id"] ?? "", organization));
  const isOfOne = !currentUserMay("seeEveryOrganization");
  if (isOfOne || organization !== undefined)
    void queryClient.prefetchQuery(openIncidentsQuery(isOfOne ? undefined : organization));
  return null;
}

export { onlyForAnotherPage as shouldRevalidate } from "../../../lib/address/only-for-another-page.ts";
