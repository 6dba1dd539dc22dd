import { nearest } from "@shardwatch/core/contract/filter/nearest";
import { type AnyRuleId, isBuiltIn, isOwnRule, ruleIds } from "@shardwatch/core/contract/incident/rules";
import type { Silence } from "@shardwatch/core/contract/incident/silence";
import { isId } from "@shardwatch/core/kit/ids";
import { comparable } from "@shardwatch/core/kit/same-name";
import type { Api } from "../api/api.ts";
import { exit, Failure } from "../exit.ts";

/** The names of the rules that an organization wrote, by their ids. */
export type RuleNames = ReadonlyMap<string, string>;

/** Reads them. A token needs the scope `read` for it. */
export async function readRuleNames(api: Api): Promise<RuleNames> {
  const { rules } = await api.get("/rules", { query: {} });
  return new Map(rules.flatMap(({ id, own }) => (own ? [[id, own.name]] : [])));
}

/** The id of the rule of a name. */
export const ruleCalled = (names: RuleNames, name: string): AnyRuleId | undefined => {
  const [id] = [...names].find(([, each]) => comparable(each) === comparable(name)) ?? [];
  return id as AnyRuleId | undefined;
};

/** A rule from its id, or from its name where the organization wrote it. Throws a Failure for none. */
export async function ruleIdOf(api: Api, given: string): Promise<AnyRuleId> {
  if (isBuiltIn(given)) return given;
  if (isOwnRule(given) && isId("rule", given)) return given;
  const names = await readRuleNames(api);
  const id = ruleCalled(names, given);
  if (id !== undefined) return id;
  const meant = nearest(given, [...ruleIds, ...names.values()]);
  const hint = meant === undefined ? "" : ` Did you mean ${meant}?`;
  throw new Failure(exit.refused, `There is no rule “${given}”.${hint}`);
}

/** The names that silences need, and none where there are no such silences, or no right to read them. */
export async function ruleNamesFor(
  api: Api,
  silences: readonly Pick<Silence, "scope">[],
): Promise<RuleNames> {
  if (!silences.some(({ scope }) => scope.kind === "rule" && isOwnRule(scope.rule))) return new Map();
  try {
    return await readRuleNames(api);
  } catch (error) {
    // A token may silence without the scope `read`.
    if (!(error instanceof Failure)) throw error;
    return new Map();
  }
}
