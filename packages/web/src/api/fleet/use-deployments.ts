import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { deploymentsQuery } from "./deployments.ts";
import { type Joined, nothingJoined } from "../../lib/words/joined.ts";
import { useLiveOptions } from "../../lib/time/refresh-interval.ts";

interface Options {
  /** What is joined to each. */
  joined?: readonly Joined[];
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
  { joined = nothingJoined, enabled = true, further = enabled }: Options = {},
) {
  const query = useInfiniteQuery({
    ...deploymentsQuery(organization, joined),
    ...useLiveOptions(),
    enabled,
  });
  const { hasNextPage, isFetching, isError, fetchNextPage } = query;
  useEffect(() => {
    if (further && hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [further, hasNextPage, isFetching, isError, fetchNextPage]);
  return query;
}
