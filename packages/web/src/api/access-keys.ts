import { queryOptions } from "@tanstack/react-query";
import { api } from "./client.ts";
import { queryClient } from "./query-client.ts";
import { answerOf } from "./request.ts";

/** How often an open page asks again, in milliseconds: as often as agents report. */
const refreshInterval = 60_000;

/** The organization's agent API keys with the agents that use them, oldest first. */
export const accessKeysQuery = queryOptions({
  queryKey: ["access-keys"],
  queryFn: async ({ signal }) => {
    const { accessKeys } = await answerOf(await api()["access-key"].$get(undefined, { init: { signal } }));
    return accessKeys;
  },
  refetchInterval: refreshInterval,
});

/**
 * POST /access-key. The answer holds the whole key. It bypasses queries and mutations, because their caches
 * would keep it.
 * @throws ApiError
 */
export async function createAccessKey(name: string): Promise<{ keyId: string; compositeKey: string }> {
  const { keyId, compositeKey } = await answerOf(await api()["access-key"].$post({ json: { name } }));
  void queryClient.invalidateQueries(accessKeysQuery);
  return { keyId, compositeKey };
}

/** DELETE /access-key/{keyId}. Removes the key from the cached list at once. @throws ApiError */
export async function revokeAccessKey(keyId: string): Promise<void> {
  try {
    await answerOf(await api()["access-key"][":keyId"].$delete({ param: { keyId } }));
  } catch (error) {
    void queryClient.invalidateQueries(accessKeysQuery);
    throw error;
  }
  await queryClient.cancelQueries(accessKeysQuery);
  queryClient.setQueryData(accessKeysQuery.queryKey, (keys) => keys?.filter((key) => key.keyId !== keyId));
}
