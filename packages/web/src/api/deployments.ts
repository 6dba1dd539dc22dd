import { type InfiniteData, infiniteQueryOptions } from "@tanstack/react-query";
import type { DeploymentList } from "@shardwatch/core/contract/deployment";
import { largestListPage } from "@shardwatch/core/contract/list-page";
import { api } from "./client.ts";
import { answerOf } from "./request.ts";

/** All cached lists of deployments. */
export const deploymentLists = ["deployments"];

/** One function for all renders: the library runs another one again, and rows in a new array are indexed again. */
const allRows = ({ pages }: InfiniteData<DeploymentList>) => pages.flatMap((page) => page.deployments);

/** All deployments that the person may see, or those of one organization, page by page, in the API's order. */
export const deploymentsQuery = (organizationId?: string) =>
  infiniteQueryOptions({
    queryKey: [...deploymentLists, organizationId ?? "all"],
    queryFn: async ({ pageParam: cursor, signal }) => {
      // The first page is small, so that rows appear soon. The others are large, because each costs a call.
      const further = cursor && { cursor, limit: String(largestListPage) };
      const query = { ...(organizationId && { organizationId }), ...further };
      return answerOf(await api().deployments.$get({ query }, { init: { signal } }));
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor,
    select: allRows,
    // Comparing ten thousand rows with the previous ones takes longer than rendering the few visible rows.
    structuralSharing: false,
  });
