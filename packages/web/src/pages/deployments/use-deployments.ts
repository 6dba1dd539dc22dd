import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { deploymentsQuery } from "../../api/deployments.ts";

/** All deployments: rows arrive page by page, and one page after the other is asked for until there is no more. */
export function useDeployments() {
  const query = useInfiniteQuery(deploymentsQuery);
  const { hasNextPage, isFetching, isError, fetchNextPage } = query;
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
  return query;
}
