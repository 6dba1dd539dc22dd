import { queryOptions } from "@tanstack/react-query";
import type { AccountInput } from "@shardwatch/core/contract/people/account";
import { allPages } from "../all-pages.ts";
import { api, followChange } from "../client.ts";
import { queryClient } from "../query-client.ts";
import { answerOf, deleted } from "../request.ts";

/** All accounts, or those of one organization; for super admins. */
export const accountsQuery = (organizationId?: string) =>
  queryOptions({
    queryKey: ["accounts", organizationId ?? "all"],
    queryFn: ({ signal }) =>
      allPages(async (page) => {
        const query = { ...(organizationId && { organizationId }), ...page };
        const { accounts, nextCursor } = await answerOf(api().accounts.$get({ query }, { init: { signal } }));
        return [accounts, nextCursor];
      }),
  });

/** Invalidates the cached accounts, and the signed-in user when the account is their own. */
async function afterChange(id: string): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ["accounts"] }),
    queryClient.invalidateQueries({ queryKey: ["organization"] }),
    followChange({ account: id }),
  ]);
}

/** PUT /accounts/{id}. @throws ApiError with the API's reason */
export async function saveAccount(id: string, input: AccountInput): Promise<void> {
  await answerOf(api().accounts[":id"].$put({ param: { id }, json: input }));
  await afterChange(id);
}

/**
 * DELETE /accounts/{id}. An account that is already gone counts as deleted. @throws ApiError with the API's
 * reason
 */
export async function deleteAccount(id: string): Promise<void> {
  await deleted(api().accounts[":id"].$delete({ param: { id } }));
  await afterChange(id);
}

/** POST /accounts/{id}/sign-in-link: a link for its person. @throws ApiError with the API's reason */
export const makeSignInLink = async (id: string) =>
  await answerOf(api().accounts[":id"]["sign-in-link"].$post({ param: { id } }));
