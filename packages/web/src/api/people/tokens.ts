import type { ApiToken, CreatedToken, TokenChange, TokenInput } from "@shardwatch/core/contract/token/token";
import { queryOptions } from "@tanstack/react-query";
import { answerOrReload, reload, removeFrom, replaceIn } from "../cached-list.ts";
import { api } from "../client.ts";
import { answerOf, deleted } from "../request.ts";

/** The API tokens of the person's organization, oldest first. */
export const tokensQuery = queryOptions({
  queryKey: ["tokens"],
  queryFn: async ({ signal }) => (await answerOf(api().tokens.$get(undefined, { init: { signal } }))).tokens,
});

/**
 * POST /tokens. The answer holds the secret. It bypasses queries and mutations, because their caches would keep it.
 * @throws ApiError
 */
export async function createToken(json: TokenInput): Promise<CreatedToken> {
  const created = await answerOf(api().tokens.$post({ json }));
  void reload(tokensQuery);
  return created;
}

/** PUT /tokens/{id}, unless somebody else has changed it since it was read. @throws ApiError */
export async function changeToken({ id, revision }: ApiToken, json: TokenChange): Promise<void> {
  const call = { param: { id }, header: { "if-match": `"${revision}"` }, json };
  const changed = await answerOrReload(tokensQuery, api().tokens[":id"].$put(call));
  await replaceIn(tokensQuery, changed, (one) => one.id === id);
}

/** POST /tokens/{id}/rotate. The answer holds the new secret, so no cache keeps it. @throws ApiError */
export async function rotateToken(id: string, overlapHours: number): Promise<CreatedToken> {
  const call = { param: { id }, json: { overlapHours } };
  const rotated = await answerOrReload(tokensQuery, api().tokens[":id"].rotate.$post(call));
  void reload(tokensQuery);
  return rotated;
}

/** DELETE /tokens/{id}/former-secret. @throws ApiError */
export async function endOldSecret(id: string): Promise<void> {
  await answerOrReload(tokensQuery, api().tokens[":id"]["former-secret"].$delete({ param: { id } }));
  await reload(tokensQuery);
}

/** DELETE /tokens/{id}. A token that is already gone counts as revoked. @throws ApiError */
export async function revokeToken(id: string): Promise<void> {
  await deleted(api().tokens[":id"].$delete({ param: { id } }));
  await removeFrom(tokensQuery, (token) => token.id === id);
}
