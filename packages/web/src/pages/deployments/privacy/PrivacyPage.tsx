import { isRead } from "@shardwatch/core/contract/source/source";
import { useQuery } from "@tanstack/react-query";
import { type LoaderFunctionArgs, useLocation, useParams } from "react-router-dom";
import { deploymentQuery } from "../../../api/fleet/deployment.ts";
import { queryClient } from "../../../api/query-client.ts";
import { OwnerName } from "../../../filter/OwnerName.tsx";
import { PageHeading } from "../../../layout/frame/PageHeading.tsx";
import { paths } from "../../../lib/address/paths.ts";
import { useLiveOptions } from "../../../lib/time/refresh-interval.ts";
import { organizationIn } from "../../../lib/address/urls.ts";
import { BackBar } from "../../../ui/section/BackBar.tsx";
import { Skeleton } from "../../../ui/state/Skeleton.tsx";
import { NotShown } from "../detail/NotShown.tsx";
import { PrivacySections } from "./PrivacySections.tsx";

export function loader({ params, request }: LoaderFunctionArgs) {
  const organization = organizationIn(new URL(request.url).searchParams);
  void queryClient.prefetchQuery(deploymentQuery(params["id"] ?? "", organization));
  return null;
}

export { onlyForAnotherPage as shouldRevalidate } from "../../../lib/address/only-for-another-page.ts";

/** What the last report of a deployment held, what was sent to its servers, and what stays on their host. */
export function Component() {
  const { id = "" } = useParams();
  const { search } = useLocation();
  const organization = organizationIn(new URLSearchParams(search));
  const query = useQuery({ ...deploymentQuery(id, organization), ...useLiveOptions() });
  const { data, error } = query;
  if (!data && error)
    return (
      <NotShown
        error={error}
        addressIn={(choice) => paths.deploymentPrivacy(id, search, choice)}
        onRetry={() => void query.refetch()}
      />
    );
  return (
    <>
      <BackBar to={paths.deployment(id, search)} query={query} failure="Unable to load the deployment">
        the deployment
      </BackBar>
      <PageHeading
        heading={data ? `Data received from ${data.name}` : "Data received"}
        placeholder={!data && <Skeleton className="h-6 w-56" />}
      >
        <p className="max-w-prose text-sm text-muted">
          {data && isRead(data.source)
            ? "What Shardwatch keeps from the last sync, and the API calls it makes."
            : "What the last report contained, which commands the agent sent, and what never leaves the host."}
        </p>
        {data && <OwnerName id={data.organizationId} />}
      </PageHeading>
      {data ? <PrivacySections deployment={data} /> : <Skeleton className="h-56 w-full" />}
    </>
  );
}
