import type { Services } from "../access/context.ts";
import { auditRow, bySystem } from "../audit/audit.ts";
import { initialRole, type Role, rolesBeyondOrganization } from "../contract/roles.ts";
import { sharedId } from "../organization/shared.ts";
import type { Identity } from "../ports/identity.ts";
import { accountKey } from "./account.keys.ts";
import { type Account, organizationOf } from "./account.ts";
import { setRoles, unchanged } from "./account.table.ts";

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
 * Gives an account the roles of the provider's groups, if they differ. They hold in the shared organization. In
 * another one, to which somebody has moved the account, its role there stays. No guard keeps a last admin: the
 * provider decides, and the configuration can name a super admin. Throws ConditionFailed when the account has
 * changed since it was read.
 */
export async function followRoles(
  services: Services,
  account: Account,
  identity: Identity,
): Promise<Account> {
  const given = rolesOfGroups(services, identity);
  if (!given) return account;
  const organization = organizationOf(account);
  const isShared = organization !== null && organization === (await sharedId(services));
  const beyond = rolesBeyondOrganization(given);
  const within = (roles: readonly Role[]) => roles.filter((role) => !rolesBeyondOrganization([role]).length);
  const roles = [...beyond, ...within(isShared ? given : account.roles)];
  if (roles.length === account.roles.length && roles.every((role) => account.roles.includes(role)))
    return account;
  await services.table.transact([
    { update: accountKey(account.id), change: setRoles(account.id, roles), when: unchanged(account) },
    auditRow(bySystem(services), organization, {
      action: "account.roleChanged",
      id: account.id,
      fields: { roles: [account.roles, roles] },
    }),
  ]);
  return { ...account, roles };
}
