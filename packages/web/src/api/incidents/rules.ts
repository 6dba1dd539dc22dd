import type { BuiltInChanges, RuleDefinition } from "@shardwatch/core/contract/incident/own-rule";
import type { WatchingRule } from "@shardwatch/core/contract/incident/rule-list";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../client.ts";
import { queryClient } from "../query-client.ts";
import { answerOf, deleted } from "../request.ts";

/** Each answer reads the incidents of 30 days. A change of a rule loads them again. */
const staleTime = 300_000;

const lists = ["rules"];

/** The rules that watch an organization, and what each did lately; of the person's own when none is named. */
export const rulesQuery = (organizationId?: string) =>
  queryOptions({
    queryKey: [...lists, organizationId ?? "own"],
    queryFn: async ({ signal }) =>
      answerOf(api().rules.$get({ query: { organizationId } }, { init: { signal } })),
    staleTime,
  });

/** A rule to save. `confirm` is for one that matches much of its scope. */
export type RuleToSave = RuleDefinition & { confirm: boolean };

/** POST /rules. @throws ApiError */
export async function createRule(json: RuleToSave): Promise<WatchingRule> {
  return withReload(answerOf(api().rules.$post({ json })));
}

/** PATCH /rules/{id}, unless somebody else has changed it since it was read. @throws ApiError */
export async function changeRule(id: string, revision: number, json: RuleToSave): Promise<WatchingRule> {
  const header = { "if-match": `"${revision}"` };
  return withReload(answerOf(api().rules[":id"].$patch({ param: { id }, header, json })));
}

/** DELETE /rules/{id}. A rule that is already gone counts as deleted. @throws ApiError */
export async function deleteRule(id: string, revision: number): Promise<void> {
  const header = { "if-match": `"${revision}"` };
  await withReload(deleted(api().rules[":id"].$delete({ param: { id }, header })));
}

/**
 * PUT /rules/{id}/changes: all that differs from the built-in rule; {} resets it.
 * @param revision of the changes that were read; undefined where there were none
 * @throws ApiError
 */
export async function changeBuiltIn(
  id: string,
  revision: number | undefined,
  json: BuiltInChanges,
): Promise<WatchingRule> {
  const header = revision === undefined ? {} : { "if-match": `"${revision}"` };
  return withReload(answerOf(api().rules[":id"].changes.$put({ param: { id }, header, json })));
}

/** Loads the rules again after a change, and after a refusal: somebody else may have changed them. */
async function withReload<Answer>(sent: Promise<Answer>): Promise<Answer> {
  try {
    return await sent;
  } finally {
    await queryClient.invalidateQueries({ queryKey: lists });
  }
}
