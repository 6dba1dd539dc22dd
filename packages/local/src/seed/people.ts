import { type Account, actorOf, arrive, enrol } from "@shardwatch/core/account/account";
import type { House, MemberContext } from "@shardwatch/core/access/context";
import { type OrganizationId, ownOrganization } from "@shardwatch/core/access/scope";
import type { Identity } from "@shardwatch/core/ports/identity";
import { personByEmail } from "../simulators/provider/people.ts";

export const superEmail = "super@example.com";
export const adminEmail = "admin@example.com";
export const viewerEmail = "viewer@example.com";

/** The person as the provider simulator will describe them at their sign-in. */
function identityOf(email: string): Identity {
  const person = personByEmail(email);
  if (!person) throw new Error(`the provider simulator does not know ${email}`);
  const { id, firstName, lastName, account } = person;
  return { redisCloudId: id, email: person.email, firstName, lastName, company: account.name };
}

/** A context in which a verb runs as that account. */
export function as(house: House, account: Account): MemberContext {
  return { ...house, actor: actorOf({ ...account }), requestId: "seed" };
}

export interface DemoPeople {
  admin: MemberContext;
  organization: OrganizationId;
}

/** Makes the three demo logins: admin and viewer in one organization, the super admin in another. */
export async function seedPeople(house: House): Promise<DemoPeople> {
  await arrive(house, identityOf(superEmail));
  const admin = as(house, await arrive(house, identityOf(adminEmail)));
  const organization = ownOrganization(admin.actor);
  if (!organization) throw new Error(`${adminEmail} has no organization any more`);
  await enrol(house, identityOf(viewerEmail), organization, ["VIEWER"]);
  return { admin, organization };
}
