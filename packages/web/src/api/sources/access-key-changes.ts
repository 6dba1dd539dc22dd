import type { CreatedAccessKey } from "@shardwatch/core/contract/source/access-key";
import { accessKeysQuery } from "./access-keys.ts";
import { answerOrReload, removeFrom } from "../cached-list.ts";
import { api } from "../client.ts";
import { queryClient } from "../query-client.ts";
import { answerOf } from "../request.ts";
import { sourcesChanged } from "./sources.ts";

/** A key as it is created, with the secret in it. */
export type CreatedKey = Pick<CreatedAccessKey, "keyId" | "name" | "compositeKey">;

/**
 * POST /access-key. The answer holds the whole key. It bypasses queries and mutations, because their caches
 * would keep it.
 * @param expiresInDays without it, the key has no end
 * @throws ApiError
 */
export async function createAccessKey(wanted: string, expiresInDays?: number): Promise<CreatedKey> {
  const json = { name: wanted, ...(expiresInDays !== undefined && { expiresInDays }) };
  const created = await answerOf(api()["access-key"].$post({ json }));
  void queryClient.invalidateQueries(accessKeysQuery);
  sourcesChanged();
  // Without a client token, every answer has the whole key.
  const { keyId, name, compositeKey } = created as CreatedAccessKey;
  return { keyId, name, compositeKey };
}

/**
 * POST /access-key/{keyId}/rotate. The answer holds the whole key with its new secret, so no cache keeps it.
 * @throws ApiError
 */
export async function rotateAccessKey(keyId: string, overlapHours: number): Promise<CreatedKey> {
  const call = { param: { keyId }, json: { overlapHours } };
  const { name, compositeKey } = await answerOf(api()["access-key"][":keyId"].rotate.$post(call));
  void queryClient.invalidateQueries(accessKeysQuery);
  return { keyId, name, compositeKey };
}

/** DELETE /access-key/{keyId}/former-secret. @throws ApiError */
export async function endFormerSecret(keyId: string): Promise<void> {
  await answerOf(api()["access-key"][":keyId"]["former-secret"].$delete({ param: { keyId } }));
  await queryClient.invalidateQueries(accessKeysQuery);
}

/** DELETE /access-key/{keyId}. Removes the key from the cached list at once. @throws ApiError */
export async function revokeAccessKey(keyId: string): Promise<void> {
  const sent = api()["access-key"][":keyId"].$delete({ param: { keyId }, header: {} });
  await answerOrReload(accessKeysQuery, sent).finally(sourcesChanged);
  await removeFrom(accessKeysQuery, (key) => key.keyId === keyId);
}
