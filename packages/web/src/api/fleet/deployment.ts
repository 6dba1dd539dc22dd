import { type InfiniteData, type Query, queryOptions } from "@tanstack/react-query";
import type { DeploymentList, DeploymentListItem } from "@shardwatch/core/contract/deployment/deployment";
import { type DeploymentName, keyOf } from "../../lib/words/deployment-key.ts";
import { api } from "../client.ts";
import { deploymentLists } from "./deployments.ts";
import { queryClient } from "../query-client.ts";
import { answerOf, deleted } from "../request.ts";

/** All cached deployments. */
export const deploymentDetails = ["deployment"];

/**
 * One deployment with all its databases.
 * @param organizationId for people who see all organizations; others have one
 */
export const deploymentQuery = (id: string, organizationId?: string) =>
  queryOptions({
    queryKey: [...deploymentDetails, id, organizationId ?? "any"],
    queryFn: async ({ signal }) => {
      const query = { ...(organizationId && { organizationId }) };
      return answerOf(api().deployments[":id"].$get({ param: { id }, query }, { init: { signal } }));
    },
  });

type Lists = InfiniteData<DeploymentList>;

/** A deployment from a cached list, for the time before it is loaded itself. */
export function listedDeployment(id: string, organizationId?: string): DeploymentListItem | undefined {
  const isIt = (one: DeploymentListItem) =>
    one.id === id && (organizationId === undefined || one.organizationId === organizationId);
  for (const [, list] of queryClient.getQueriesData<Lists>({ queryKey: deploymentLists }))
    for (const { deployments } of list?.pages ?? []) {
      const found = deployments.find(isIt);
      if (found) return found;
    }
  return undefined;
}

/**
 * Deletes a deployment and removes it from every cached list. One that is already gone counts as deleted.
 * @throws ApiError with the API's reason
 */
export async function deleteDeployment(deployment: DeploymentName): Promise<void> {
  const { id, organizationId } = deployment;
  await deleted(api().deployments[":id"].$delete({ param: { id }, query: { organizationId } }));
  // A list request that is already running would bring it back, so it is cancelled. A first load begins again.
  const loaded = { queryKey: deploymentLists, predicate: ({ state }: Query) => state.data !== undefined };
  const first = { queryKey: deploymentLists, predicate: ({ state }: Query) => state.data === undefined };
  void queryClient.invalidateQueries(first);
  await queryClient.cancelQueries(loaded);
  for (const { queryKey, state } of queryClient.getQueryCache().findAll(loaded))
    queryClient.setQueryData<Lists>(queryKey, (list) => list && without(list, keyOf(deployment)), {
      updatedAt: state.dataUpdatedAt,
    });
  await queryClient.invalidateQueries({ queryKey: [...deploymentDetails, id], refetchType: "none" });
}

function without({ pages, ...rest }: Lists, key: string): Lists {
  const kept = pages.map((page) => ({
    ...page,
    deployments: page.deployments.filter((deployment) => keyOf(deployment) !== key),
  }));
  return { ...rest, pages: kept };
}
