import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { deploymentsQuery } from "./deployments.ts";
import { useLiveOptions } from "../../lib/time/refresh-interval.ts";

interface Options {
  /** Whether each has its newest five-minute figures. */
  figures?: boolean;
  /** Whether anything is loaded. */
  enabled?: boolean;
  /** Whether the pages after the first are loaded. */
  further?: boolean;
}

/**
 * All deployments, or those of one organization. Pages load one after the other until the last. After a
 * failure, loading continues when a caller requests the next page.
 */
export function useDeployments(
  organization?: string,
  { figures = false, enabled = true, further = enabled }: Options = {},
) {
  const query = useInfiniteQuery({
    ...deploymentsQuery(organization, figures),
    ...useLiveOptions(),
    enabled,
  });
  const { hasNextPage, isFetching, isError, fetchNextPage } = query;
  useEffect(() => {
    if (further && hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [further, hasNextPage, isFetching, isError, fetchNextPage]);
  return query;
}
