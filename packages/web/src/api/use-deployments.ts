import type { DeploymentList } from "@shardwatch/core/contract/deployment";
import { type InfiniteData, useInfiniteQuery } from "@tanstack/react-query";
import { useCallback, useEffect } from "react";
import { deploymentsQuery } from "./deployments.ts";
import { queryClient } from "./query-client.ts";
import { useLiveOptions } from "../lib/refresh-interval.ts";

type Pages = InfiniteData<DeploymentList, string | undefined>;

/**
 * All deployments, or those of one organization. Pages load one after the other until the last. After a
 * failure, loading continues when a caller requests the next page.
 * @param figures whether each has its newest five-minute figures. Until these are there, the known rows have none
 */
export function useDeployments(organization?: string, figures = false) {
  // One function for all renders: the library runs another one again, and rows in a new array are indexed again.
  const known = useCallback(
    () => queryClient.getQueryData<Pages>(deploymentsQuery(organization).queryKey),
    [organization],
  );
  const query = useInfiniteQuery({
    ...deploymentsQuery(organization, figures),
    ...(figures && { placeholderData: known }),
    ...useLiveOptions(),
  });
  const { hasNextPage, isFetching, isError, fetchNextPage } = query;
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
  return query;
}
