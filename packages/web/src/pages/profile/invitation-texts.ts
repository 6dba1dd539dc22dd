import type { Invitation } from "@shardwatch/core/contract/invitation";
import type { User } from "@shardwatch/core/contract/user";

const roleNouns: Record<Invitation["role"], string> = { VIEWER: "a viewer", ORG_ADMIN: "an admin" };

/** What accepting changes for the person, as a sentence. */
export function acceptanceSummary(
  user: User | undefined,
  { role, organization: { name } }: Pick<Invitation, "role" | "organization">,
): string {
  const left = user?.organization?.name;
  if (left === undefined) return `You'll be ${roleNouns[role]} in ${name}.`;
  return `You'll leave ${left} and become ${roleNouns[role]} in ${name}.`;
}
