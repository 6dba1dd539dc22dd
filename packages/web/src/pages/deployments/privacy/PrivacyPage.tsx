import { isRead } from "@shardwatch/core/contract/source/source";
import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { Link, type LoaderFunctionArgs, useLocation, useParams } from "react-router-dom";
import { deploymentQuery } from "../../../api/fleet/deployment.ts";
import { queryClient } from "../../../api/query-client.ts";
import { PageHeading } from "../../../layout/frame/PageHeading.tsx";
import { choicesOf, isNotFound } from "../../../lib/errors.ts";
import { paths } from "../../../lib/address/paths.ts";
import { useLiveOptions } from "../../../lib/time/refresh-interval.ts";
import { organizationIn } from "../../../lib/address/urls.ts";
import { RefreshButton } from "../../../ui/form/RefreshButton.tsx";
import { Skeleton } from "../../../ui/state/Skeleton.tsx";
import { NotShown } from "../detail/NotShown.tsx";
import { wayBack } from "../detail/way-back.ts";
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
  const { data, error, isRefetchError, dataUpdatedAt, refetch } = useQuery({
    ...deploymentQuery(id, organization),
    ...useLiveOptions(),
  });
  if (!data && error)
    return (
      <NotShown
        back={wayBack(search).address}
        missing={isNotFound(error)}
        choices={choicesOf(error).map((choice) => ({
          name: choice.name,
          address: paths.deploymentPrivacy(id, search, choice.id),
        }))}
        error={error}
        onRetry={() => void refetch()}
      />
    );
  return (
    <>
      <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <Link
          to={paths.deployment(id, search)}
          className="touch-area inline-flex min-h-6 items-center gap-1.5 rounded-sm text-sm text-muted hover:text-ink"
        >
          <ArrowLeft aria-hidden className="size-4" />
          Back to the deployment
        </Link>
        <RefreshButton
          updatedAt={dataUpdatedAt}
          onRefresh={refetch}
          failed={isRefetchError ? { title: "Unable to load the deployment", error } : undefined}
        />
      </div>
      <PageHeading
        heading={data ? `Privacy of ${data.name}` : "Privacy"}
        placeholder={!data && <Skeleton className="h-6 w-56" />}
      >
        <p className="max-w-prose text-sm text-muted">
          {data && isRead(data.source)
            ? "What Shardwatch keeps of the last reading, and the calls that it makes."
            : "What left the host with the last report, what the agent asked your servers, and what stays there."}
        </p>
      </PageHeading>
      {data ? <PrivacySections deployment={data} /> : <Skeleton className="h-56 w-full" />}
    </>
  );
}
