import type { Services, MemberContext } from "../access/context.ts";
import { chosenOrganization, type OrganizationId } from "../access/scope.ts";
import { auditRow } from "../audit/audit.ts";
import { rolesBeyondOrganization } from "../contract/people/roles.ts";
import { isId } from "../kit/ids.ts";
import { inBatches } from "../kit/in-batches.ts";
import { Problem } from "../kit/problem.ts";
import { type Notice, notify } from "../notification/notify.ts";
import { organizationDeleted } from "../notification/messages.ts";
import { findBeingDeleted } from "../organization/delete.ts";
import { memberIds, memberPage } from "../organization/members.ts";
import { removeMember } from "../organization/organization.ts";
import type { RowBudget } from "../table/clear.ts";
import { retryOnConflict } from "../table/retry-on-conflict.ts";
import { accountKey } from "./account.keys.ts";
import { type Account, byId, organizationOf } from "./account.ts";
import {
  type AccountRow,
  deleteEmail,
  deleteIdentity,
  markDeleted,
  readAccount,
  release,
  unchanged,
} from "./account.table.ts";
import { guardsOf } from "./guards.ts";

const atOnce = 10;

/**
 * Begins the deletion of an account. From now on its sessions are refused and it is no member. Its person
 * gets a new account at the next sign-in. Safe to repeat. Throws notFound, and conflict when a required role
 * would have no holder.
 * @returns the organization that it belonged to, and the account as it was
 */
export async function beginDeletion(
  ctx: MemberContext,
  id: string,
): Promise<{ organization: OrganizationId | null; account: Account }> {
  return await retryOnConflict(async () => {
    const row = isId("account", id) ? await ctx.table.get(accountKey(id)) : undefined;
    if (!row) throw new Problem("notFound", "Account not found");
    const account = readAccount(row);
    const { deletedAt, formerOrganizationId } = account;
    if (deletedAt !== undefined) {
      const organization = formerOrganizationId && chosenOrganization(ctx.actor, formerOrganizationId);
      return { organization: organization || null, account };
    }
    await markAccountDeleted(ctx, account);
    return { organization: organizationOf(account), account };
  });
}

async function markAccountDeleted(ctx: MemberContext, account: AccountRow): Promise<void> {
  const { id, redisCloudId } = account;
  const organization = organizationOf(account);
  const guards = await guardsOf(ctx, account, { roles: [], organization: null });
  const change = markDeleted(id, ctx.clock.now(), organization ?? undefined);
  await ctx.table.transact([
    { update: accountKey(id), change, when: unchanged(account) },
    deleteIdentity(redisCloudId),
    deleteEmail(account),
    ...(organization ? [removeMember(organization, id)] : []),
    ...guards,
    auditRow(ctx, organization, {
      action: "account.deleted",
      id,
      fields: { organization: [organization, null], roles: [account.roles, null] },
    }),
  ]);
}

/** Removes the row of an account whose deletion has begun. Safe to repeat. */
export async function finishDeletion(services: Services, id: string): Promise<void> {
  await services.table.remove(accountKey(id));
}

/**
 * Removes the members of an organization, as many as the budget allows. They keep the roles that do not
 * depend on an organization. Each gets a notification with the reason.
 * @returns whether no members are left
 */
export async function removeMembers(
  services: Services,
  organization: OrganizationId,
  budget: RowBudget,
): Promise<boolean> {
  const { ids } = await memberPage(services, organization, { limit: Math.max(budget.rows, 1) });
  const released = ids.slice(0, budget.rows);
  const found = await findBeingDeleted(services, organization);
  const notice = found && organizationDeleted(found, found.deletedAt);
  await inBatches(released, atOnce, (id) => removeMemberAccount(services, organization, id, notice));
  budget.rows -= released.length;
  return (await memberIds(services, organization)).length === 0;
}

async function removeMemberAccount(
  services: Services,
  organization: OrganizationId,
  id: string,
  notice: Notice | undefined,
): Promise<void> {
  await retryOnConflict(async () => {
    const account = await byId(services, id);
    const leave = removeMember(organization, id);
    if (!account || organizationOf(account) !== organization) return await services.table.transact([leave]);
    const change = release(id, rolesBeyondOrganization(account.roles));
    await services.table.transact([
      { update: accountKey(id), change, when: unchanged(account) },
      leave,
      ...(notice ? [notify(id, notice)] : []),
    ]);
  });
}
