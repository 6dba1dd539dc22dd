import type { Assistants } from "@shardwatch/core/contract/token/assistants";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../client.ts";
import { queryClient } from "../query-client.ts";
import { answerOrReload } from "../cached-list.ts";
import { answerOf } from "../request.ts";

/** Whether assistants may read the person's organization, and what they have used. */
export const assistantsQuery = queryOptions({
  queryKey: ["assistants"],
  queryFn: async ({ signal }) => await answerOf(api().assistants.$get(undefined, { init: { signal } })),
});

/** PUT /assistants, unless somebody else has switched since it was read. @throws ApiError */
export async function switchAssistants({ revision }: Assistants, mayRead: boolean): Promise<void> {
  const call = { header: { "if-match": `"${revision}"` }, json: { mayRead } };
  const switched = await answerOrReload(assistantsQuery, api().assistants.$put(call));
  await queryClient.cancelQueries(assistantsQuery);
  queryClient.setQueryData(assistantsQuery.queryKey, switched);
}
