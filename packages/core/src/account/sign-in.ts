import type { Services } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import { initialRole, may, type Role } from "../contract/roles.ts";
import { plainEmail } from "../kit/email.ts";
import { newId } from "../kit/ids.ts";
import { Problem } from "../kit/problem.ts";
import { createWithMember, type Member, putMemberOf, requireActive } from "../organization/organization.ts";
import type { Identity } from "../ports/identity.ts";
import { ConditionFailed } from "../table/errors.ts";
import type { Write } from "../table/table.ts";
import { accountKey, everyAccount, superAdminPrefix } from "./account.keys.ts";
import { type Account, byId, organizationOf } from "./account.ts";
import {
  deleteEmail,
  identityKind,
  keyOfIdentity,
  noteLogin,
  putAccount,
  putEmail,
  putIdentity,
  setRoles,
  unchanged,
} from "./account.table.ts";

/**
 * Somebody signs in: creates account and organization at the first time, exactly once however many sign-ins
 * race; otherwise notes the time and takes over name and email from the provider. Throws unavailable when they race on.
 */
export async function signInAccount(services: Services, identity: Identity): Promise<Account> {
  return await signInOrCreate(services, identity, (self) => foundOrganization(services, identity, self));
}

/** The same for somebody who is given a place in an organization that exists; it counts at the first time only. */
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

/** Where a new account belongs, with the writes that make it so. */
interface Membership {
  organization: OrganizationId;
  roles: Role[];
  writes: Write[];
}

type FindMembership = (self: Member) => Membership;

const attempts = 4;

async function signInOrCreate(
  services: Services,
  identity: Identity,
  findMembership: FindMembership,
): Promise<Account> {
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const bound = await services.table.get(keyOfIdentity(identity.redisCloudId));
    const accountId = bound && identityKind.read(bound).accountId;
    const account = accountId === undefined ? undefined : await byId(services, accountId);
    try {
      return account
        ? await updateAtSignIn(services, account, identity)
        : await create(services, identity, accountId, findMembership);
    } catch (error) {
      // Another sign-in of the same person was faster: look again at what it left.
      if (!(error instanceof ConditionFailed)) throw error;
    }
  }
  throw new Problem("unavailable", "Too many sign-ins at once. Please try again.", { retryAfterSeconds: 1 });
}

async function updateAtSignIn(services: Services, account: Account, identity: Identity): Promise<Account> {
  const { email, firstName, lastName } = identity;
  const current = { email, firstName, lastName, lastLogin: services.clock.now() };
  const change = noteLogin(account, current);
  const organization = organizationOf(account);
  const renamed = email !== account.email || firstName !== account.firstName || lastName !== account.lastName;
  const readdressed = plainEmail(email) !== plainEmail(account.email);
  const key = accountKey(account.id);
  const beside = [
    ...(renamed && organization
      ? [putMemberOf(organization, { accountId: account.id, email, firstName, lastName })]
      : []),
    ...(readdressed ? [deleteEmail(account), putEmail({ id: account.id, email })] : []),
  ];
  // Moved or deleted meanwhile, the person must not come back onto the list of members.
  if (beside.length > 0)
    await services.table.transact([{ update: key, change, when: unchanged(account) }, ...beside]);
  else await services.table.update(key, change, unchanged(account));
  return await firstSuperAdmin(services, { ...account, ...current });
}

function isConfigured(services: Services, email: string): boolean {
  return services.settings.superAdminEmails.includes(email.toLowerCase());
}

/**
 * Makes a configured person super admin when nobody is: so that a list which came after the accounts, or a last
 * super admin who left, does not lock the admin area. Somebody who was demoted stays so while another one is.
 */
async function firstSuperAdmin(services: Services, account: Account): Promise<Account> {
  if (may(account.roles, "useAdminArea") || !isConfigured(services, account.email)) return account;
  const { keys } = await services.table.find(everyAccount, { prefix: superAdminPrefix, limit: 1 });
  if (keys.length > 0) return account;
  const roles: Role[] = [initialRole.configured, ...account.roles];
  await services.table.update(accountKey(account.id), setRoles(account.id, roles), unchanged(account));
  return { ...account, roles };
}

async function create(
  services: Services,
  identity: Identity,
  before: string | undefined,
  findMembership: FindMembership,
): Promise<Account> {
  const now = services.clock.now();
  const { email, firstName, lastName, redisCloudId } = identity;
  const id = newId("account", now, services.random.bytes(16));
  const { organization, roles, writes } = findMembership({ accountId: id, email, firstName, lastName });
  const account: Account = {
    id,
    email,
    firstName,
    lastName,
    redisCloudId,
    roles,
    organizationId: organization,
    lastLogin: now,
    createdAt: now,
  };
  await services.table.transact([
    putIdentity(redisCloudId, id, before),
    putAccount(account),
    putEmail(account),
    ...writes,
  ]);
  return account;
}

/** A new organization of one's own, named after the company; super admins come from the configuration. */
function foundOrganization(
  services: Services,
  { company, firstName, email }: Identity,
  self: Member,
): Membership {
  const { id, writes } = createWithMember(services, company || `${firstName || email}'s organization`, self);
  const configured = isConfigured(services, email) ? [initialRole.configured] : [];
  return { organization: id, roles: [...configured, initialRole.founder], writes };
}
