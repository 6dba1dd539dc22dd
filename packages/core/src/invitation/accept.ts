import { audit } from "../access/audit.ts";
import type { MemberContext } from "../access/context.ts";
import { organizationOfInvitation } from "../access/scope.invitation.ts";
import type { OrganizationId } from "../access/scope.ts";
import { type Account, byId, organizationOf } from "../account/account.ts";
import { transfer } from "../account/transfer.ts";
import { putInOutbox, type Notice } from "../notification/outbox.ts";
import { find, requireSourceRightUnchanged } from "../organization/organization.ts";
import type { RowBudget } from "../table/clear.ts";
import { retryOnConflict } from "../table/retry-on-conflict.ts";
import { addressedTo, notFound, notPending } from "./received.ts";
import { type InvitationRow, type Leave, resolve } from "./invitation.table.ts";
import { finishMoves, finishMovesOf } from "./finish-moves.ts";
import { auditMoves, newsOf } from "./moves.ts";
import { type Plan, planOf } from "./plan.ts";

/** How many keys and deployments one call moves: a few seconds' worth, well below the time that a request may take. */
const rowsPerCall = 2_000;

/**
 * Accepts an invitation addressed to the caller: they become a viewer of the organization, and what they created and may
 * delete moves there; those who stay are told. The first is one transaction; the second goes row by row afterwards, and a call that ended early is gone on with
 * by the next, or by the schedule. Returns whether it is done, or has to be called again. Throws notFound, and conflict
 * when the invitation is not pending or the caller is the last administrator of an organization with other members.
 */
export async function accept(ctx: MemberContext, id: string, rows = rowsPerCall): Promise<boolean> {
  const budget = { rows };
  const before = await addressedTo(ctx, id);
  if (before.movingFrom !== undefined) return await finishMoves(ctx, before, budget);
  if (before.status !== "pending") throw notPending(before);
  const joined = await join(ctx, id, budget);
  if (!joined) return false;
  const { invitation, left } = joined;
  const to = organizationOfInvitation(invitation.organizationId);
  audit(ctx, "invitation.accepted", {
    invitationId: id,
    before: { organizationId: left?.from },
    after: { organizationId: to },
  });
  if (!left) return true;
  auditMoves(ctx, left.plan, { from: left.from, to, id });
  return await finishMoves(ctx, { ...invitation, ...left.leave }, budget);
}

/** The organization that somebody leaves, and what they take along. */
interface Left {
  from: OrganizationId;
  plan: Plan;
  leave: Leave;
  /** What those who stay are told. */
  news: Notice | undefined;
}

/**
 * The one transaction. Returns what is left behind, if anything; undefined when the budget did not suffice for what an
 * earlier acceptance has left behind.
 */
async function join(
  ctx: MemberContext,
  id: string,
  budget: RowBudget,
): Promise<{ invitation: InvitationRow; left: Left | undefined } | undefined> {
  return await retryOnConflict(async () => {
    const [invitation, account] = await Promise.all([addressedTo(ctx, id), byId(ctx, ctx.actor.accountId)]);
    if (!account) throw notFound();
    if (invitation.status !== "pending") throw notPending(invitation);
    const to = organizationOfInvitation(invitation.organizationId);
    if (!(await find(ctx, to))) throw notFound();
    // What is still on its way here must come along. Behind the reading of the account: one that is accepted now changes it.
    if (!(await finishMovesOf(ctx, account.id, budget))) return undefined;
    const left = await leave(ctx, invitation, account);
    await ctx.table.transact([
      ...resolve(invitation, "accepted", ctx.clock.now(), left?.leave),
      ...(await transfer(ctx, account, to)),
      ...(left?.plan.active
        ? [requireSourceRightUnchanged(left.from, left.plan.adminsOnly, account.roles)]
        : []),
      ...(left?.news ? [putInOutbox(left.from, left.news)] : []),
    ]);
    return { invitation, left };
  });
}

async function leave(
  ctx: MemberContext,
  invitation: InvitationRow,
  { id: accountId, roles, ...account }: Account,
): Promise<Left | undefined> {
  const to = organizationOfInvitation(invitation.organizationId);
  const from = organizationOf({ id: accountId, roles, ...account });
  if (!from || from === to) return undefined;
  const plan = await planOf(ctx, { accountId, roles, from, to });
  const moves = JSON.stringify(plan.moves);
  return {
    from,
    plan,
    leave: { movingFrom: from, moves, ...(plan.adminsOnly && { sourcesStay: true }) },
    news: newsOf(invitation, plan, ctx.clock.now()),
  };
}
