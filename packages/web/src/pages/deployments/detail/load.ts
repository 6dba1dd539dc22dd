import type { LoaderFunctionArgs } from "react-router-dom";
import { deploymentQuery } from "../../../api/fleet/deployment.ts";
import { queryClient } from "../../../api/query-client.ts";
import { organizationIn } from "../../../lib/address/urls.ts";

/** Starts loading a deployment while the page's code loads. The page shows the progress. */
export function loader({ params, request }: LoaderFunctionArgs) {
  const organization = organizationIn(new URL(request.url).searchParams);
  void queryClient.prefetchQuery(deploymentQuery(params["id"] ?? "", organization));
  return null;
}

export { onlyForAnotherPage as shouldRevalidate } from "../../../lib/address/only-for-another-page.ts";
