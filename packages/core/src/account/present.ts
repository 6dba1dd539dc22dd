import type { House } from "../access/context.ts";
import type { Account as ShownAccount } from "../contract/account.ts";
import type { User } from "../contract/user.ts";
import { find } from "../organization/organization.ts";
import { type Account, organizationOf } from "./account.ts";

/** An account as administrators see it; its organization has that name, or is not there. */
export function present(account: Account, organizationName: string | undefined): ShownAccount {
  const { id, firstName, lastName, email, roles, organizationId, lastLogin, deletedAt } = account;
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
  };
}

/** An account as the person's own browser sees it. */
export async function presentToSelf(house: House, account: Account): Promise<User> {
  const { id, email, firstName, lastName, roles, redisCloudId } = account;
  const organization = organizationOf(account);
  const place = organization ? await find(house, organization) : undefined;
  return {
    id,
    email,
    firstName,
    lastName,
    roles,
    redisCloudId,
    organization: place
      ? {
          id: place.id,
          name: place.name,
          ...(place.onlyAdminsManageSources && { onlyAdminsManageSources: true }),
        }
      : null,
  };
}
