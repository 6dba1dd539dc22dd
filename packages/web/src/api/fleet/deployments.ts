import { type InfiniteData, infiniteQueryOptions } from "@tanstack/react-query";
import type { DeploymentList, DeploymentListItem } from "@shardwatch/core/contract/deployment/deployment";
import { largestListPage } from "@shardwatch/core/contract/list-page";
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
  figures: boolean;
  signal?: AbortSignal;
}

async function deploymentPage({ organizationId, cursor, isLarge, figures, signal }: PageOptions) {
  const query = {
    ...(organizationId && { organizationId }),
    ...(cursor && { cursor }),
    ...(isLarge && { limit: String(largestListPage) }),
    ...(figures && { figures: "1" as const }),
  };
  return answerOf(api().deployments.$get({ query }, signal && { init: { signal } }));
}

/** All deployments with their newest five-minute figures, for a file. @throws ApiError */
export const deploymentsWithFigures = (organizationId?: string): Promise<DeploymentListItem[]> =>
  allPages(async ({ cursor }) => {
    const page = await deploymentPage({ organizationId, cursor, isLarge: true, figures: true });
    return [page.deployments, page.nextCursor];
  });

/**
 * All deployments that the person may see, or those of one organization, page by page, in the API's order.
 * @param figures whether each has its newest five-minute figures
 */
export const deploymentsQuery = (organizationId?: string, figures = false) =>
  infiniteQueryOptions({
    queryKey: [...deploymentLists, organizationId ?? "all", figures],
    queryFn: async ({ pageParam: cursor, signal }) => {
      // The first page is small, so that rows appear soon. The others are large, because each costs a call.
      const isLarge = cursor !== undefined || figures;
      return await deploymentPage({ organizationId, cursor, isLarge, figures, signal });
    },
    ...paged,
    select: allRows,
    // Comparing ten thousand rows with the previous ones takes longer than rendering the few visible rows.
    structuralSharing: false,
  });
