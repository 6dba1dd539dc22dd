import type { Member } from "@shardwatch/core/contract/people/member";
import type { ApiToken } from "@shardwatch/core/contract/token/token";
import { nameOrEmail } from "../../../lib/words/person-name.ts";

/** Who created tokens. */
export interface Maker {
  name: string;
  /** All tokens of theirs. */
  tokens: readonly ApiToken[];
}

/** The makers of tokens by the ids of their accounts, but not the configuration file. One who has left is a former member. */
export function makersOf(
  tokens: readonly ApiToken[],
  members: readonly Member[],
): ReadonlyMap<string, Maker> {
  const names = new Map(members.map((member) => [member.id, nameOrEmail(member)]));
  const all = Map.groupBy(
    tokens.filter(({ managedBy }) => !managedBy),
    ({ createdBy }) => createdBy,
  );
  return new Map(
    [...all].map(([id, own]) => [id, { name: names.get(id) ?? "a former member", tokens: own }] as const),
  );
}
