import type { Invitation } from "@shardwatch/core/contract/invitation";
import { roleTraits } from "@shardwatch/core/contract/roles";
import type { User } from "@shardwatch/core/contract/user";

/** What accepting changes for the person, as a sentence. */
export function acceptanceSummary(
  user: User | undefined,
  { role, organization: { name } }: Pick<Invitation, "role" | "organization">,
): string {
  const left = user?.organization?.name;
  if (left === undefined) return `You'll be ${roleTraits[role].noun} in ${name}.`;
  return `You'll leave ${left} and become ${roleTraits[role].noun} in ${name}.`;
}
