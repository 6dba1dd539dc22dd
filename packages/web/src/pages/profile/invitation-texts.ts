import type { Invitation } from "@shardwatch/core/contract/invitation";
import type { User } from "@shardwatch/core/contract/user";

/** The name of the inviting person, or their email without one. */
export function inviterName({ firstName, lastName, email }: Invitation["invitedBy"]): string {
  return `${firstName} ${lastName}`.trim() || email;
}

/** What accepting changes for the person, as a sentence. */
export function acceptanceSummary(user: User | undefined, organizationName: string): string {
  const left = user?.organization?.name;
  if (left === undefined) return `You'll be a viewer in ${organizationName}.`;
  return `You'll leave ${left} and become a viewer in ${organizationName}.`;
}
