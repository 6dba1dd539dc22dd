import type { Services } from "../access/context.ts";
import { auditRow, bySystem } from "../audit/audit.ts";
import { initialRole, type Role, rolesBeyondOrganization } from "../contract/people/roles.ts";
import { removeMember } from "../organization/organization.ts";
import { sharedId } from "../organization/shared.ts";
import type { Identity } from "../ports/identity.ts";
import { accountKey } from "./account.keys.ts";
import { type Account, organizationOf } from "./account.ts";
import { assign, release, setRoles, unchanged } from "./account.table.ts";
import { type GroupMembership, membershipsOf } from "./group-memberships.ts";
import { accountChanged, memberWrites } from "./transfer.ts";

/** Whether the configuration names this email as a super admin's. */
export const isConfigured = (services: Services, email: string): boolean =>
  services.settings.superAdminEmails.includes(email.toLowerCase());

/**
 * The roles that the provider's groups give; undefined where roles are given here. A configured super admin stays
 * one, so that a wrong group locks nobody out.
 */
export function rolesOfGroups(services: Services, { roles, email }: Identity): Role[] | undefined {
  if (!roles) return undefined;
  const configured = isConfigured(services, email) ? [initialRole.configured] : [];
  return [...new Set<Role>([...configured, ...roles])];
}

/**
 * Gives an account the organization and the roles of the provider's groups, if they differ. Groups of the
 * configuration file count first. Those of the environment hold in the shared organization. In another one, to
 * which somebody has moved the account, its role there stays. No guard keeps a last admin: the provider decides,
 * and the configuration can name a super admin. Throws ConditionFailed when the account has changed since it was
 * read.
 */
export async function followRoles(
  services: Services,
  account: Account,
  identity: Identity,
): Promise<Account> {
  const given = rolesOfGroups(services, identity);
  if (!given && !identity.groups) return account;
  const organization = organizationOf(account);
  const [memberships, shared] = await Promise.all([membershipsOf(services, identity), sharedId(services)]);
  const beyond = rolesBeyondOrganization(given ?? account.roles);
  const membership = membershipFor(account, memberships, organization !== null && organization === shared);
  if (membership === "stays")
    return await setIfOther(services, account, [
      ...beyond,
      ...within(given && organization === shared ? given : account.roles),
    ]);
  if (membership?.organization === organization)
    // Also for somebody who was invited: the role is the group's now. So it ends with the group.
    return await setIfOther(services, account, [...beyond, membership.role], "file");
  return await move(services, account, membership, beyond);
}

const within = (roles: readonly Role[]) => roles.filter((role) => !rolesBeyondOrganization([role]).length);

/**
 * Where an account belongs by the groups of the file. "stays" where they do not decide, as for people who were
 * invited or moved elsewhere. Undefined where a group has put it and no group leads any more.
 */
function membershipFor(account: Account, memberships: readonly GroupMembership[], isInShared: boolean) {
  const { organizationId, placedBy } = account;
  const here = memberships.find(({ organization }) => organization === organizationId);
  if (here) return here;
  const follows = placedBy !== undefined || organizationId === undefined || isInShared;
  const [first] = memberships;
  if (first && follows) return first;
  return placedBy === undefined ? "stays" : undefined;
}

async function setIfOther(
  services: Services,
  account: Account,
  roles: Role[],
  placedBy = account.placedBy,
): Promise<Account> {
  const { id } = account;
  const isSame = roles.length === account.roles.length && roles.every((role) => account.roles.includes(role));
  if (isSame && placedBy === account.placedBy) return account;
  const organization = organizationOf(account);
  const event = { action: "account.roleChanged", id, fields: { roles: [account.roles, roles] } } as const;
  await services.table.transact([
    {
      update: accountKey(id),
      change: organization && placedBy ? assign(account, organization, roles, placedBy) : setRoles(id, roles),
      when: unchanged(account),
    },
    ...(isSame ? [] : [auditRow(bySystem(services), organization, event)]),
  ]);
  return { ...account, roles, ...(placedBy && { placedBy }) };
}

/** Moves an account to the place of its groups, or out of the organization that they led to before. */
async function move(
  services: Services,
  account: Account,
  membership: GroupMembership | undefined,
  beyond: readonly Role[],
): Promise<Account> {
  const { id } = account;
  const from = organizationOf(account);
  const to = membership?.organization;
  const roles: Role[] = membership ? [...beyond, membership.role] : [...beyond];
  await services.table.transact([
    {
      update: accountKey(id),
      change: to ? assign(account, to, roles, "file") : release(id, roles),
      when: unchanged(account),
    },
    ...(to ? memberWrites(account, to) : from ? [removeMember(from, id)] : []),
    ...accountChanged(bySystem(services), account, to, roles),
  ]);
  const { organizationId: _, placedBy: __, ...rest } = account;
  return { ...rest, roles, ...(to && { organizationId: to, placedBy: "file" }) };
}
