import { type Account, actorOf } from "@shardwatch/core/account/account";
import { signInAccount, provisionMember } from "@shardwatch/core/account/sign-in";
import type { Services, MemberContext } from "@shardwatch/core/access/context";
import { type OrganizationId, ownOrganization } from "@shardwatch/core/access/scope";
import type { Identity } from "@shardwatch/core/ports/identity";
import { remove } from "@shardwatch/core/offboarding/organization";
import { personByEmail, soloEmail } from "../simulators/provider/people.ts";

export const superEmail = "super@example.com";
export const adminEmail = "admin@example.com";
export const viewerEmail = "viewer@example.com";

/** The person as the provider simulator will describe them at their sign-in. */
export function identityOf(email: string): Identity {
  const person = personByEmail(email);
  if (!person) throw new Error(`the provider simulator does not know ${email}`);
  const { id, firstName, lastName, account } = person;
  return { redisCloudId: id, email: person.email, firstName, lastName, company: account.name };
}

/** A context in which a verb runs as that account. */
export function as(services: Services, account: Account): MemberContext {
  return { ...services, actor: actorOf({ ...account }), requestId: "seed" };
}

export interface DemoPeople {
  admin: MemberContext;
  organization: OrganizationId;
  superAdmin: MemberContext;
}

/** Makes the three demo logins: admin and viewer in one organization, the super admin in another. */
export async function seedPeople(services: Services): Promise<DemoPeople> {
  const superAdmin = as(services, await signInAccount(services, identityOf(superEmail)));
  const admin = await founder(services, adminEmail);
  const organization = ownOrganization(admin.actor);
  if (!organization) throw new Error(`${adminEmail} has no organization any more`);
  await provisionMember(services, identityOf(viewerEmail), organization, ["VIEWER"]);
  return { admin, organization, superAdmin };
}

/** Somebody at their sign-in; at the first one with an organization of their own, named after the company. */
export async function founder(services: Services, email: string, company?: string): Promise<MemberContext> {
  const identity = identityOf(email);
  return as(services, await signInAccount(services, { ...identity, company: company ?? identity.company }));
}

/** Somebody whose organization was deleted. */
export async function seedSolo(services: Services, superAdmin: MemberContext): Promise<void> {
  const { organizationId } = (await founder(services, soloEmail)).actor;
  if (organizationId) for (let done = false; !done;) done = await remove(superAdmin, organizationId);
}
