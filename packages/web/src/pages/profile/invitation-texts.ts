import type { Invitation } from "@shardwatch/core/contract/people/invitation";
import { someoneWith } from "@shardwatch/core/contract/people/role-nouns";
import type { User } from "@shardwatch/core/contract/people/user";

/** What accepting changes for the person, as a sentence. */
export function acceptanceSummary(
  user: User | undefined,
  { role, organization: { name } }: Pick<Invitation, "role" | "organization">,
): string {
  const left = user?.organization?.name;
  if (left === undefined) return `You'll be ${someoneWith(role)} in ${name}.`;
  return `You'll leave ${left} and become ${someoneWith(role)} in ${name}.`;
}
