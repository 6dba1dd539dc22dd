import { accessKeysQuery } from "./access-keys.ts";
import { api } from "./client.ts";
import { queryClient } from "./query-client.ts";
import { answerOf } from "./request.ts";
import { sourcesChanged } from "./sources.ts";

/**
 * POST /access-key. The answer holds the whole key. It bypasses queries and mutations, because their caches
 * would keep it.
 * @throws ApiError
 */
export async function createAccessKey(name: string): Promise<{ keyId: string; compositeKey: string }> {
  const { keyId, compositeKey } = await answerOf(await api()["access-key"].$post({ json: { name } }));
  void queryClient.invalidateQueries(accessKeysQuery);
  sourcesChanged();
  return { keyId, compositeKey };
}

/** DELETE /access-key/{keyId}. Removes the key from the cached list at once. @throws ApiError */
export async function revokeAccessKey(keyId: string): Promise<void> {
  try {
    await answerOf(await api()["access-key"][":keyId"].$delete({ param: { keyId } }));
  } catch (error) {
    void queryClient.invalidateQueries(accessKeysQuery);
    throw error;
  } finally {
    sourcesChanged();
  }
  await queryClient.cancelQueries(accessKeysQuery);
  queryClient.setQueryData(accessKeysQuery.queryKey, (keys) => keys?.filter((key) => key.keyId !== keyId));
}
