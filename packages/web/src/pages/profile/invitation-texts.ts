import type { Invitation } from "@shardwatch/core/contract/invitation";
import type { User } from "@shardwatch/core/contract/user";

/** How somebody who invites is called: by name, or by email where there is none. */
export function inviterName({ firstName, lastName, email }: Invitation["invitedBy"]): string {
  return `${firstName} ${lastName}`.trim() || email;
}

/** Where accepting leads a person. */
export function moves(user: User | undefined, organizationName: string): string {
  const left = user?.organization?.name;
  if (left === undefined) return `You will be a viewer of ${organizationName}.`;
  return `You will leave ${left} and be a viewer of ${organizationName}.`;
}
