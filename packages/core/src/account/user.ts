import type { Services } from "../access/context.ts";
import type { User } from "../contract/people/user.ts";
import { find } from "../organization/organization.ts";
import { type Account, organizationOf } from "./account.ts";
import { toUser } from "./map.ts";

/** The signed-in person with their organization. */
export async function userOf(services: Services, account: Account): Promise<User> {
  const organization = organizationOf(account);
  return toUser(account, organization ? await find(services, organization) : undefined);
}
