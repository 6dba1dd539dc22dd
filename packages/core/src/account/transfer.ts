import type { Services } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import { auditRow, type Cause } from "../audit/audit.ts";
import { type OrganizationRole, type Role, rolesBeyondOrganization } from "../contract/people/roles.ts";
import { putMemberOf, removeMember, requireActive } from "../organization/organization.ts";
import type { Write } from "../table/table.ts";
import { accountKey } from "./account.keys.ts";
import { type Account, organizationOf } from "./account.ts";
import { assign, unchanged } from "./account.table.ts";
import { guardsOf } from "./guards.ts";

/** The writes to member rows for a move; none when the organization stays the same. */
export function memberWrites(account: Account, to: OrganizationId): Write[] {
  const { id, email, firstName, lastName } = account;
  const from = organizationOf(account);
  if (from === to) return [];
  return [
    ...(from ? [removeMember(from, id)] : []),
    putMemberOf(to, { accountId: id, email, firstName, lastName }),
    requireActive(to),
  ];
}

/** A check for transactions that depend on an account's organization and roles. */
export function requireUnchanged(account: Account): Write {
  return { check: accountKey(account.id), when: unchanged(account) };
}

/**
 * The writes that add an account to an organization with a role. A super admin stays one, and an existing
 * member there keeps its roles. Throws conflict when the former organization would lose its last
 * administrator.
 */
export async function transfer(
  services: Services,
  account: Account,
  to: OrganizationId,
  role: OrganizationRole,
): Promise<Write[]> {
  if (organizationOf(account) === to) return [requireUnchanged(account)];
  const roles: Role[] = [...rolesBeyondOrganization(account.roles), role];
  const guards = await guardsOf(services, account, { roles, organization: to });
  const change = assign(account, to, roles);
  return [
    { update: accountKey(account.id), change, when: unchanged(account) },
    ...memberWrites(account, to),
    ...guards,
  ];
}

/**
 * The event of an account that gets other roles. One that changes its organization has an event in each of
 * the two, and neither learns about the other.
 * @param to the organization afterwards, if any
 */
export function accountChanged(
  cause: Cause,
  account: Account,
  to: OrganizationId | undefined,
  roles: readonly Role[],
): Write[] {
  const from = organizationOf(account);
  const event = { action: "account.changed", id: account.id } as const;
  if (from === to) return [auditRow(cause, to, { ...event, fields: { roles: [account.roles, roles] } })];
  const joined = { organization: [null, to], roles: [null, roles] } as const;
  const left = { organization: [from, null], roles: [account.roles, null] } as const;
  return [
    ...(to ? [auditRow(cause, to, { ...event, fields: joined })] : []),
    ...(from ? [auditRow(cause, from, { ...event, fields: left })] : []),
  ];
}
