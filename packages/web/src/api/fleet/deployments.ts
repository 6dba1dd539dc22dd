import { type InfiniteData, infiniteQueryOptions } from "@tanstack/react-query";
import type { DeploymentList, DeploymentListItem } from "@shardwatch/core/contract/deployment/deployment";
import { largestListPage } from "@shardwatch/core/contract/list-page";
import { type Joined, joinedParameters, nothingJoined } from "../../lib/words/joined.ts";
import { allPages, paged } from "../all-pages.ts";
import { api } from "../client.ts";
import { answerOf } from "../request.ts";

/** All cached lists of deployments. */
export const deploymentLists = ["deployments"];

/** One function for all renders: the library runs another one again, and rows in a new array are indexed again. */
const allRows = ({ pages }: InfiniteData<DeploymentList>) => pages.flatMap((page) => page.deployments);

interface PageOptions {
  organizationId: string | undefined;
  cursor: string | undefined;
  isLarge: boolean;
  joined: readonly Joined[];
  signal?: AbortSignal;
}

async function deploymentPage({ organizationId, cursor, isLarge, joined, signal }: PageOptions) {
  const query = {
    ...(organizationId && { organizationId }),
    ...(cursor && { cursor }),
    ...(isLarge && { limit: String(largestListPage) }),
    ...joinedParameters(joined),
  };
  return answerOf(api().deployments.$get({ query }, signal && { init: { signal } }));
}

/** All deployments with all that is joined, for a file. @throws ApiError */
export const deploymentsWithAll = (organizationId?: string): Promise<DeploymentListItem[]> =>
  allPages(async ({ cursor }) => {
    const page = await deploymentPage({
      organizationId,
      cursor,
      isLarge: true,
      joined: ["figures", "outlook"],
    });
    return [page.deployments, page.nextCursor];
  });

/**
 * All deployments that the person may see, or those of one organization, page by page, in the API's order.
 * @param joined what is joined to each, in the order of the alphabet
 */
export const deploymentsQuery = (organizationId?: string, joined = nothingJoined) =>
  infiniteQueryOptions({
    queryKey: [...deploymentLists, organizationId ?? "all", joined.join()],
    queryFn: async ({ pageParam: cursor, signal }) => {
      // The first page is small, so that rows appear soon. The others are large, because each costs a call.
      const isLarge = cursor !== undefined || joined.length > 0;
      return await deploymentPage({ organizationId, cursor, isLarge, joined, signal });
    },
    ...paged,
    select: allRows,
    // Comparing ten thousand rows with the previous ones takes longer than rendering the few visible rows.
    structuralSharing: false,
  });
