import type { RedisCloud } from "@shardwatch/core/contract/source/redis-cloud";
import { addTo, answerOrReload, removeFrom } from "../cached-list.ts";
import { api } from "../client.ts";
import { queryClient } from "../query-client.ts";
import { redisCloudsQuery } from "./redis-cloud.ts";
import { answerOf } from "../request.ts";
import { sourcesChanged } from "./sources.ts";

export interface NewRedisCloud {
  name: string;
  apiKey: string;
  apiSecret: string;
  redisCloudAccountId?: string;
}

/**
 * POST /redis-cloud. It bypasses mutations, because their cache would keep the keys.
 * @throws ApiError
 */
export async function connectRedisCloud(keys: NewRedisCloud): Promise<RedisCloud> {
  const connected = await answerOf(api()["redis-cloud"].$post({ json: keys }));
  await addTo(redisCloudsQuery, connected);
  sourcesChanged();
  return connected;
}

/** DELETE /redis-cloud/{id}. Removes it from the cached list at once. @throws ApiError */
export async function deleteRedisCloud(id: string): Promise<void> {
  const sent = api()["redis-cloud"][":id"].$delete({ param: { id }, header: {} });
  await answerOrReload(redisCloudsQuery, sent).finally(sourcesChanged);
  await removeFrom(redisCloudsQuery, (one) => one.id === id);
  // Its deployments are deleted with it.
  void queryClient.invalidateQueries({ queryKey: ["deployments"] });
}

/** POST /redis-cloud/{id}/test: reads the account again now. @throws ApiError */
export async function testRedisCloud(id: string): Promise<void> {
  await answerOf(api()["redis-cloud"][":id"].test.$post({ param: { id } }));
}
