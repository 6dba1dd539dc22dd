import type { Origin, Services } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import { auditRow, bySystem, byPerson } from "../audit/audit.ts";
import { initialRole, may, type Role } from "../contract/people/roles.ts";
import { plainEmail } from "../kit/email.ts";
import { newId } from "../kit/ids.ts";
import { Problem } from "../kit/problem.ts";
import { createWithMember, type Member, putMemberOf, requireActive } from "../organization/organization.ts";
import type { Identity } from "../ports/identity.ts";
import { ConditionFailed } from "../table/errors.ts";
import { retryOnConflict } from "../table/retry-on-conflict.ts";
import { accountKey, everyAccount, superAdminPrefix } from "./account.keys.ts";
import { type Account, byId, organizationOf } from "./account.ts";
import {
  deleteEmail,
  noteLogin,
  putAccount,
  putEmail,
  putIdentity,
  setRoles,
  unchanged,
} from "./account.table.ts";
import { adopt, boundTo } from "./identity.ts";
import { enterShared, type Membership } from "./enter-shared.ts";
import { followRoles, isConfigured } from "./provider-roles.ts";

/**
 * Signs a person in. At the first sign-in it creates account and organization, exactly once however many
 * sign-ins run at the same time. Where people share an organization, they enter that one. Later sign-ins store
 * the time, name and email from the provider, and the roles of its groups. Throws unavailable when too many
 * sign-ins conflict.
 */
export async function signInAccount(
  services: Services,
  identity: Identity,
  origin?: Origin,
): Promise<Account> {
  const { sharedOrganization: name } = services.settings;
  const findMembership = (self: Member) =>
    name === undefined
      ? foundOrganization(services, identity, self, origin)
      : enterShared(services, identity, { self, name, origin });
  return await signInOrCreate(services, identity, findMembership, origin);
}

/**
 * Signs a person in whose account is created in an existing organization. An existing account keeps its own.
 */
export async function provisionMember(
  services: Services,
  identity: Identity,
  organization: OrganizationId,
  roles: Role[],
): Promise<Account> {
  return await signInOrCreate(services, identity, (self) => ({
    organization,
    roles,
    writes: [putMemberOf(organization, self), requireActive(organization)],
  }));
}

/**
 * Signs in somebody whose account an invitation makes, in the organization that invites.
 * @param accept the membership, with the writes that accept the invitation
 */
export const signInInvited = (
  services: Services,
  identity: Identity,
  accept: FindMembership,
  origin?: Origin,
): Promise<Account> => signInOrCreate(services, identity, accept, origin);

export type FindMembership = (self: Member) => Membership | Promise<Membership>;

const attempts = 4;

async function signInOrCreate(
  services: Services,
  identity: Identity,
  findMembership: FindMembership,
  origin?: Origin,
): Promise<Account> {
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const { accountId, account } = await boundTo(services, identity.redisCloudId);
    try {
      if (account) return await updateAtSignIn(services, account, identity);
      const former = await adopt(services, identity, accountId);
      if (former) return await updateAtSignIn(services, former, identity);
      return await create(services, identity, { before: accountId, findMembership, origin });
    } catch (error) {
      // Another sign-in of the same person was faster: read again what it wrote.
      if (!(error instanceof ConditionFailed)) throw error;
    }
  }
  throw new Problem("unavailable", "Too many sign-ins at once. Please try again.", { retryAfterSeconds: 1 });
}

/** Signs in the person of an account that was found already. Undefined when it is there no more. */
export async function signInKnown(services: Services, id: string): Promise<Account | undefined> {
  return await retryOnConflict(async () => {
    const account = await byId(services, id);
    return (
      account &&
      (await updateAtSignIn(services, account, { ...account, roles: undefined, company: undefined }))
    );
  });
}

async function updateAtSignIn(services: Services, account: Account, identity: Identity): Promise<Account> {
  const { email, firstName, lastName } = identity;
  const current = { email, firstName, lastName, lastLogin: services.clock.now() };
  const change = noteLogin(account, current);
  const organization = organizationOf(account);
  const renamed = email !== account.email || firstName !== account.firstName || lastName !== account.lastName;
  const emailChanged = plainEmail(email) !== plainEmail(account.email);
  const key = accountKey(account.id);
  const otherWrites = [
    ...(renamed && organization
      ? [putMemberOf(organization, { accountId: account.id, email, firstName, lastName })]
      : []),
    ...(emailChanged ? [deleteEmail(account), putEmail({ id: account.id, email })] : []),
  ];
  // A person who was moved or deleted in between must not become a member of the former organization again.
  if (otherWrites.length > 0)
    await services.table.transact([{ update: key, change, when: unchanged(account) }, ...otherWrites]);
  else await services.table.update(key, change, unchanged(account));
  const stored = await firstSuperAdmin(services, { ...account, ...current });
  return await followRoles(services, stored, identity);
}

/**
 * Makes a configured person super admin when there is none. Otherwise nobody could use the admin area after
 * the last super admin left, or when accounts existed before the configuration. A configured person who was
 * demoted gets the role back only when no other super admin exists.
 */
async function firstSuperAdmin(services: Services, account: Account): Promise<Account> {
  if (may(account.roles, "useAdminArea") || !isConfigured(services, account.email)) return account;
  if (account.unverified) return account;
  const { keys } = await services.table.find(everyAccount, { prefix: superAdminPrefix, limit: 1 });
  if (keys.length > 0) return account;
  const roles: Role[] = [initialRole.configured, ...account.roles];
  await services.table.transact([
    { update: accountKey(account.id), change: setRoles(account.id, roles), when: unchanged(account) },
    auditRow(bySystem(services), organizationOf(account), {
      action: "account.roleChanged",
      id: account.id,
      fields: { roles: [account.roles, roles] },
    }),
  ]);
  return { ...account, roles };
}

interface Creation {
  /** The account that the person had before. */
  before: string | undefined;
  findMembership: FindMembership;
  origin: Origin | undefined;
}

async function create(
  services: Services,
  identity: Identity,
  { before, findMembership, origin }: Creation,
): Promise<Account> {
  const now = services.clock.now();
  const { email, firstName, lastName, redisCloudId } = identity;
  const id = newId("account", now, services.random.bytes(16));
  const self = { accountId: id, email, firstName, lastName };
  const { organization, roles, placedBy, writes } = await findMembership(self);
  const account: Account = {
    id,
    email,
    firstName,
    lastName,
    redisCloudId,
    roles,
    organizationId: organization,
    ...(placedBy && { placedBy }),
    ...(identity.isUnverified && { unverified: true }),
    lastLogin: now,
    createdAt: now,
  };
  await services.table.transact([
    putIdentity(redisCloudId, id, before),
    putAccount(account),
    putEmail(account),
    ...writes,
    auditRow({ ...byPerson(services, id), origin }, organization, {
      action: "account.created",
      id,
      fields: { organization: [null, organization], roles: [null, roles] },
    }),
  ]);
  return account;
}

/**
 * A new organization for one person, named after the company. The configuration decides who is super admin.
 */
function foundOrganization(
  services: Services,
  { company, firstName, email }: Identity,
  self: Member,
  origin: Origin | undefined,
): Membership {
  const name = company || `${firstName || email}'s organization`;
  const { id, writes } = createWithMember(services, { name }, self);
  const cause = { ...byPerson(services, self.accountId), origin };
  const event = auditRow(cause, id, { action: "organization.created", id, name });
  const configured = isConfigured(services, email) ? [initialRole.configured] : [];
  return { organization: id, roles: [...configured, initialRole.founder], writes: [...writes, event] };
}
