import type { House } from "../access/context.ts";
import type { User } from "../contract/user.ts";
import { find } from "../organization/organization.ts";
import { type Account, organizationOf } from "./account.ts";
import { toUser } from "./map.ts";

/** The signed-in person with their organization. */
export async function userOf(house: House, account: Account): Promise<User> {
  const organization = organizationOf(account);
  return toUser(account, organization ? await find(house, organization) : undefined);
}
