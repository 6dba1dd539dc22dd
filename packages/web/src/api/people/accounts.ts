import { queryOptions } from "@tanstack/react-query";
import type { Account, AccountInput } from "@shardwatch/core/contract/people/account";
import { isNotFound } from "../../lib/errors.ts";
import { api, followChange } from "../client.ts";
import { queryClient } from "../query-client.ts";
import { answerOf } from "../request.ts";

/** All accounts, or those of one organization; for super admins. */
export const accountsQuery = (organizationId?: string) =>
  queryOptions({
    queryKey: ["accounts", organizationId ?? "all"],
    queryFn: async ({ signal }) => {
      const all: Account[] = [];
      let cursor: string | undefined;
      do {
        const query = { ...(organizationId && { organizationId }), ...(cursor && { cursor }) };
        const page = await answerOf(api().accounts.$get({ query }, { init: { signal } }));
        all.push(...page.accounts);
        cursor = page.nextCursor;
      } while (cursor !== undefined);
      return all;
    },
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
  try {
    await answerOf(api().accounts[":id"].$delete({ param: { id } }));
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
  await afterChange(id);
}
