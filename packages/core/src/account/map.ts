import type { Account as ShownAccount } from "../contract/people/account.ts";
import type { Member } from "../contract/people/member.ts";
import type { User } from "../contract/people/user.ts";
import type { Account } from "./account.ts";

/** An account as administrators see it. It has no organization when the organization's name is unknown. */
export function toAccount(account: Account, organizationName: string | undefined): ShownAccount {
  const { id, firstName, lastName, email, roles, organizationId, lastLogin, deletedAt, unverified } = account;
  return {
    id,
    firstName,
    lastName,
    email,
    organization:
      organizationId === undefined || organizationName === undefined
        ? null
        : { id: organizationId, name: organizationName },
    roles,
    lastLogin: new Date(lastLogin).toISOString(),
    deleting: deletedAt !== undefined,
    ...(unverified && { unverified }),
  };
}

/** A member as the managers of their organization see them. */
export const toMember = ({
  id,
  firstName,
  lastName,
  email,
  roles,
  lastLogin,
  unverified,
}: Omit<ShownAccount, "organization" | "deleting">): Member => ({
  id,
  firstName,
  lastName,
  email,
  roles,
  lastLogin,
  ...(unverified && { unverified }),
});

/** An account as the person's own browser sees it. */
export function toUser(account: Account, organization: NonNullable<User["organization"]> | undefined): User {
  const { id, email, firstName, lastName, roles, redisCloudId } = account;
  return {
    id,
    email,
    firstName,
    lastName,
    roles,
    redisCloudId,
    organization: organization
      ? {
          id: organization.id,
          name: organization.name,
          ...(organization.onlyAdminsManageSources && { onlyAdminsManageSources: true }),
        }
      : null,
  };
}
