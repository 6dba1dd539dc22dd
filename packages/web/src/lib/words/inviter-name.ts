import type { Invitation } from "@shardwatch/core/contract/people/invitation";

/** The name of the inviting person, or their email without one. */
export function inviterName({ firstName, lastName, email }: Invitation["invitedBy"]): string {
  return `${firstName} ${lastName}`.trim() || email;
}
