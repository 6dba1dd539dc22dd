import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { deploymentsQuery } from "./deployments.ts";
import { useLiveOptions } from "../lib/refresh-interval.ts";

/**
 * All deployments, or those of one organization: rows arrive page by page, and one page after the other is asked
 * for until there is no more. After a failure it goes on when somebody asks for the next page again.
 */
export function useDeployments(organization?: string) {
  const query = useInfiniteQuery({ ...deploymentsQuery(organization), ...useLiveOptions() });
  const { hasNextPage, isFetching, isError, fetchNextPage } = query;
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
  return query;
}
