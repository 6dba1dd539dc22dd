import { queryOptions } from "@tanstack/react-query";
import type { NewPasskey, NewPasskeyQuestion } from "@shardwatch/core/contract/people/passkey";
import { addTo, answerOrReload, removeFrom, replaceIn } from "../cached-list.ts";
import { api } from "../client.ts";
import { answerOf } from "../request.ts";

/** The person's passkeys. */
export const passkeysQuery = queryOptions({
  queryKey: ["passkeys"],
  queryFn: async ({ signal }) => {
    const answer = await api().me.passkeys.$get(undefined, { init: { signal } });
    return (await answerOf(answer)).passkeys;
  },
});

/** POST /me/passkeys/options: what to ask an authenticator. @throws ApiError with the API's reason */
export const beginAdding = async (): Promise<NewPasskeyQuestion> =>
  await answerOf(api().me.passkeys.options.$post());

/** POST /me/passkeys. Adds it to the cached list. @throws ApiError with the API's reason */
export async function addPasskeyOf(json: NewPasskey): Promise<void> {
  await addTo(passkeysQuery, await answerOf(api().me.passkeys.$post({ json })));
}

/** PATCH /me/passkeys/{id}. @throws ApiError with the API's reason */
export async function renamePasskey(id: string, name: string): Promise<void> {
  const call = api().me.passkeys[":id"].$patch({ param: { id }, json: { name } });
  await replaceIn(passkeysQuery, await answerOrReload(passkeysQuery, call), (one) => one.id === id);
}

/** DELETE /me/passkeys/{id}. @throws ApiError with the API's reason */
export async function removePasskey(id: string): Promise<void> {
  await answerOrReload(passkeysQuery, api().me.passkeys[":id"].$delete({ param: { id } }));
  await removeFrom(passkeysQuery, (one) => one.id === id);
}
