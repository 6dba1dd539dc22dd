import { queryOptions } from "@tanstack/react-query";
import type { ElastiCacheInput, ElastiCacheIntegration } from "@shardwatch/core/contract/source/elasticache";
import { answerOrReload, reload, removeFrom, replaceIn } from "../cached-list.ts";
import { api } from "../client.ts";
import { elastiCacheQuery, readingInterval } from "./elasticache.ts";
import { answerOf } from "../request.ts";
import { sourcesChanged } from "./sources.ts";

/** The external ID of the person's organization. The first call creates it, and it never changes. */
export const externalIdQuery = queryOptions({
  queryKey: ["elasticache", "external-id"],
  queryFn: async ({ signal }) => {
    const { externalId } = await answerOf(
      api().api.elasticache["external-id"].$post(undefined, { init: { signal } }),
    );
    return externalId;
  },
  staleTime: Infinity,
});

/** POST /api/elasticache, or PUT for another role of an integration. Updates the list. @throws ApiError */
export async function saveElastiCache(
  input: ElastiCacheInput,
  deploymentId?: string,
): Promise<ElastiCacheIntegration> {
  const { elasticache } = api().api;
  const saved =
    deploymentId === undefined
      ? await answerOf(elasticache.$post({ json: input }))
      : await answerOf(elasticache[":id"].$put({ param: { id: deploymentId }, header: {}, json: input }));
  void reload(elastiCacheQuery);
  sourcesChanged();
  return saved;
}

/** PUT /api/elasticache/{id}/detailed-history. Updates the list. @throws ApiError */
export async function switchDetailedHistory(deploymentId: string, on: boolean): Promise<void> {
  const route = api().api.elasticache[":id"]["detailed-history"];
  const saved = await answerOf(route.$put({ param: { id: deploymentId }, header: {}, json: { on } }));
  await replaceIn(elastiCacheQuery, saved, (one) => one.deploymentId === deploymentId);
  // By then the reading that was queued has begun. The list loads often until it has ended.
  setTimeout(() => void reload(elastiCacheQuery), readingInterval);
}

/** DELETE /api/elasticache/{id}. Removes it from the cached list at once. @throws ApiError */
export async function deleteElastiCache(deploymentId: string): Promise<void> {
  const sent = api().api.elasticache[":id"].$delete({ param: { id: deploymentId }, header: {} });
  await answerOrReload(elastiCacheQuery, sent).finally(sourcesChanged);
  await removeFrom(elastiCacheQuery, (one) => one.deploymentId === deploymentId);
}

/** POST /api/elasticache/{id}/test: reads all regions of the account again now. @throws ApiError */
export async function testElastiCache(deploymentId: string): Promise<void> {
  await answerOf(api().api.elasticache[":id"].test.$post({ param: { id: deploymentId } }));
}
