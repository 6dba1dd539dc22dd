import { type InfiniteData, infiniteQueryOptions, type Query, queryOptions } from "@tanstack/react-query";
import type { DeploymentList, DeploymentListItem } from "@shardwatch/core/contract/deployment";
import { api } from "./client.ts";
import { isNotFound } from "./errors.ts";
import { queryClient } from "./query-client.ts";
import { answerOf } from "./request.ts";

const lists = ["deployments"];

/** All deployments that the person may see, or those of one organization, page by page, in the API's order. */
export const deploymentsQuery = (organizationId?: string) =>
  infiniteQueryOptions({
    queryKey: [...lists, organizationId ?? "all"],
    queryFn: async ({ pageParam: cursor, signal }) => {
      const query = { ...(organizationId && { organizationId }), ...(cursor && { cursor }) };
      return answerOf(await api().deployments.$get({ query }, { init: { signal } }));
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor,
    select: ({ pages }) => pages.flatMap((page) => page.deployments),
    // To compare ten thousand rows with those before takes longer than to render the few that are seen.
    structuralSharing: false,
  });

/** One deployment with all its databases. */
export const deploymentQuery = (id: string) =>
  queryOptions({
    queryKey: ["deployment", id],
    queryFn: async ({ signal }) =>
      answerOf(await api().deployments[":id"].$get({ param: { id } }, { init: { signal } })),
  });

type Lists = InfiniteData<DeploymentList>;

/** A deployment as one of the lists knows it, before it is loaded itself. */
export function listedDeployment(id: string): DeploymentListItem | undefined {
  for (const [, list] of queryClient.getQueriesData<Lists>({ queryKey: lists }))
    for (const { deployments } of list?.pages ?? []) {
      const found = deployments.find((deployment) => deployment.id === id);
      if (found) return found;
    }
  return undefined;
}

/**
 * Deletes a deployment and takes it out of every list that is loaded. One that somebody else has deleted is gone
 * as well.
 * @throws ApiError with the API's reason
 */
export async function deleteDeployment(id: string): Promise<void> {
  try {
    await answerOf(await api().deployments[":id"].$delete({ param: { id } }));
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
  // A list that was asked for before would bring it back. One that is loaded for the first time is left to it.
  const loaded = { queryKey: lists, predicate: ({ state }: Query) => state.data !== undefined };
  await queryClient.cancelQueries(loaded);
  for (const { queryKey, state } of queryClient.getQueryCache().findAll(loaded))
    queryClient.setQueryData<Lists>(queryKey, (list) => list && without(list, id), {
      updatedAt: state.dataUpdatedAt,
    });
  await queryClient.invalidateQueries({ queryKey: ["deployment", id], refetchType: "none" });
}

function without({ pages, ...rest }: Lists, id: string): Lists {
  const kept = pages.map((page) => ({
    ...page,
    deployments: page.deployments.filter((deployment) => deployment.id !== id),
  }));
  return { ...rest, pages: kept };
}
