import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { deploymentsQuery } from "./deployments.ts";
import { useLiveOptions } from "../lib/refresh-interval.ts";

/**
 * All deployments, or those of one organization. Pages load one after the other until the last. After a
 * failure, loading continues when a caller requests the next page.
 */
export function useDeployments(organization?: string) {
  const query = useInfiniteQuery({ ...deploymentsQuery(organization), ...useLiveOptions() });
  const { hasNextPage, isFetching, isError, fetchNextPage } = query;
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
  return query;
}
