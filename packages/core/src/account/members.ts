import { audit } from "../access/audit.ts";
import type { MemberContext } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import { auditRow } from "../audit/audit.ts";
import type { Member, MemberInput, MemberRoles } from "../contract/people/member.ts";
import { may, organizationRoles, type Role, rolesBeyondOrganization } from "../contract/people/roles.ts";
import { isId } from "../kit/ids.ts";
import { Problem } from "../kit/problem.ts";
import { removedFrom } from "../notification/messages.ts";
import { notify } from "../notification/notify.ts";
import { memberIds } from "../organization/members.ts";
import { nameOf, removeMember } from "../organization/organization.ts";
import { requireOwnOrganization } from "../organization/own-organization.ts";
import { retryOnConflict } from "../table/retry-on-conflict.ts";
import type { Write } from "../table/table.ts";
import { accountKey } from "./account.keys.ts";
import { release, setRoles, unchanged } from "./account.table.ts";
import { type Account, byId, findAccounts, organizationOf } from "./account.ts";
import { guardsOf } from "./guards.ts";
import { list } from "./list.ts";
import { toAccount, toMember } from "./map.ts";
import { requireUnchanged } from "./transfer.ts";

/*
 * What managers of an organization do with its members. Each transaction checks the manager too: of two
 * admins who take the role from each other at the same time, one stays.
 */

export interface MemberPage {
  members: Member[];
  nextCursor?: string;
}

/**
 * A page of the members of the caller's organization, with roles and last sign-in. Throws notFound, code
 * NO_ORGANIZATION, for a caller without one.
 */
export async function listMembers(
  ctx: MemberContext,
  query: { limit: number; cursor?: string | undefined },
): Promise<MemberPage> {
  const organizationId = requireOwnOrganization(ctx);
  const { accounts, ...page } = await list(ctx, { ...query, organizationId });
  return { members: accounts.map(toMember), ...page };
}

/**
 * Sets the role of a member of the caller's organization. A super admin stays one. Throws notFound for
 * everybody else, and forbidden when the caller has just lost the right. Throws conflict for the last admin.
 */
export async function changeRole(ctx: MemberContext, id: string, { role }: MemberInput): Promise<Member> {
  const organization = requireOwnOrganization(ctx);
  const { before, roles } = await retryOnConflict(async () => {
    const { account, manager } = await readBoth(ctx, organization, id);
    const next: Role[] = [...rolesBeyondOrganization(account.roles), role];
    await ctx.table.transact([
      { update: accountKey(id), change: setRoles(id, next), when: unchanged(account) },
      ...(await checksOf(ctx, { account, manager }, { roles: next, organization })),
      auditRow(ctx, organization, {
        action: "account.roleChanged",
        id,
        fields: { roles: [account.roles, next] },
      }),
    ]);
    return { before: account, roles: next };
  });
  auditMember(ctx, "account.roleChanged", id, [
    { organization, roles: before.roles },
    { organization, roles },
  ]);
  return toMember(toAccount({ ...before, roles }, undefined));
}

/**
 * Takes a member out of the caller's organization and notifies them. Their account stays, and so does what
 * they created there. Throws the errors of `changeRole`, and conflict for the caller.
 */
export async function takeOut(ctx: MemberContext, id: string): Promise<void> {
  const organization = requireOwnOrganization(ctx);
  const { before, roles } = await retryOnConflict(async () => {
    const [both, name = ""] = await Promise.all([readBoth(ctx, organization, id), nameOf(ctx, organization)]);
    const { account } = both;
    const next = rolesBeyondOrganization(account.roles);
    const checks = await removalChecks(ctx, both);
    await ctx.table.transact([
      { update: accountKey(id), change: release(id, next), when: unchanged(account) },
      removeMember(organization, id),
      ...checks,
      notify(id, removedFrom({ id: organization, name }, ctx.clock.now())),
      auditRow(ctx, organization, {
        action: "account.removed",
        id,
        fields: { organization: [organization, null], roles: [account.roles, null] },
      }),
    ]);
    return { before: account, roles: next };
  });
  auditMember(ctx, "account.removed", id, [
    { organization, roles: before.roles },
    { organization: null, roles },
  ]);
}

/** Throws the errors of `takeOut`, and changes nothing. Returns the member's account. */
export async function assertMayTakeOut(ctx: MemberContext, id: string): Promise<Account> {
  const both = await readBoth(ctx, requireOwnOrganization(ctx), id);
  await removalChecks(ctx, both);
  return both.account;
}

interface Both {
  account: Account;
  /** The caller's own account. */
  manager: Account;
}

async function readBoth(ctx: MemberContext, organization: OrganizationId, id: string): Promise<Both> {
  const own = byId(ctx, ctx.actor.accountId);
  // Two readings of one's own row could differ, and only one of them is checked by the transaction.
  const other = id === ctx.actor.accountId ? own : isId("account", id) ? byId(ctx, id) : undefined;
  const [account, manager] = await Promise.all([other, own]);
  if (!manager || organizationOf(manager) !== organization || !may(manager.roles, "manageOrganization"))
    throw new Problem("forbidden", "Your role doesn't allow this.");
  if (!account || organizationOf(account) !== organization) throw new Problem("notFound", "Member not found");
  return { account, manager };
}

async function removalChecks(ctx: MemberContext, both: Both): Promise<Write[]> {
  if (both.account.id === both.manager.id)
    throw new Problem("conflict", "You can't remove yourself. Ask another admin.", {
      code: "OWN_MEMBERSHIP",
    });
  return await checksOf(ctx, both, {
    roles: rolesBeyondOrganization(both.account.roles),
    organization: null,
  });
}

/** The guards of required roles, and the check that the caller still manages the organization. */
async function checksOf(
  ctx: MemberContext,
  { account, manager }: Both,
  next: Parameters<typeof guardsOf>[2],
): Promise<Write[]> {
  const guards = await guardsOf(ctx, account, next);
  // A transaction may name a row only once. As a witness, the caller is checked for the role of an admin.
  const named = [
    accountKey(account.id),
    ...guards.flatMap((guard) => ("check" in guard ? [guard.check] : [])),
  ];
  const isNamed = named.some(({ pk }) => pk === accountKey(manager.id).pk);
  return isNamed ? guards : [...guards, requireUnchanged(manager)];
}

interface Membership {
  organization: OrganizationId | null;
  roles: readonly Role[];
}

function auditMember(
  ctx: MemberContext,
  action: "account.roleChanged" | "account.removed",
  accountId: string,
  [before, after]: readonly [before: Membership, after: Membership],
): void {
  const shown = ({ organization: organizationId, roles }: Membership) => ({ organizationId, roles });
  audit(ctx, action, { accountId, before: shown(before), after: shown(after) });
}

/**
 * The roles of the members of the caller's organization, for every member: they have to know whom to ask. Throws
 * notFound, code NO_ORGANIZATION, for a caller without one.
 */
export async function memberRoles(ctx: MemberContext): Promise<MemberRoles[]> {
  const organization = requireOwnOrganization(ctx);
  const accounts = await findAccounts(ctx, await memberIds(ctx, organization));
  // A member's row and its account are written together, but read one after the other. They may differ here.
  const members = [...accounts.values()].filter(({ organizationId }) => organizationId === organization);
  // Who administers the whole product is nobody's concern here.
  const isOrganizations = (one: Role) => organizationRoles.some((role) => role === one);
  return members.map(({ id, roles }) => ({ id, roles: roles.filter(isOrganizations) }));
}
