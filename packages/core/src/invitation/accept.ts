import { audit } from "../access/audit.ts";
import type { MemberContext } from "../access/context.ts";
import { organizationOfInvitation } from "../access/scope.trusted.ts";
import type { OrganizationId } from "../access/scope.ts";
import { type Account, byId, organizationOf } from "../account/account.ts";
import { transfer } from "../account/transfer.ts";
import { auditRow } from "../audit/audit.ts";
import { notifyMembers, putNotice } from "../channel/members.ts";
import { may } from "../contract/people/roles.ts";
import type { Notice } from "../notification/notify.ts";
import { find, requireSourceRightUnchanged } from "../organization/organization.ts";
import type { RowBudget } from "../table/clear.ts";
import { retryOnConflict } from "../table/retry-on-conflict.ts";
import type { Write } from "../table/table.ts";
import { everyInviteeIdOf } from "./addressees.ts";
import { finishMoves, finishMovesOf } from "./finish-moves.ts";
import { requireInviter } from "./inviter.ts";
import { type InvitationRow, type Leave, resolve } from "./invitation.table.ts";
import { auditMoves, movedNotice } from "./moves.ts";
import { type Plan, planOf } from "./plan.ts";
import { addressedTo, assertPending, notFound } from "./received.ts";

/**
 * How many keys and deployments one call moves. That takes a few seconds, well below a request's time limit.
 */
const rowsPerCall = 2_000;

/**
 * Accepts an invitation addressed to the caller, who joins the organization with its role. What they created
 * and may delete moves with them. The members who stay are notified. Joining is one transaction; moving goes
 * row by row afterwards. The next call, or the schedule, continues an interrupted move. Returns whether it is
 * done, or has to be called again. Throws notFound. Throws conflict when the invitation is not pending, or
 * makes an admin and its sender manages the organization no longer. Throws conflict when the caller is the
 * last administrator of an organization with other members.
 */
export async function accept(ctx: MemberContext, id: string, rows = rowsPerCall): Promise<boolean> {
  const budget = { rows };
  const before = await addressedTo(ctx, id);
  if (before.movingFrom !== undefined) return await finishMoves(ctx, before, budget);
  assertPending(before, ctx.clock.now());
  const joined = await join(ctx, id, budget);
  if (!joined) return false;
  const { invitation, departure } = joined;
  const to = organizationOfInvitation(invitation.organizationId);
  audit(ctx, "invitation.accepted", {
    invitationId: id,
    before: { organizationId: departure?.from },
    after: { organizationId: to },
  });
  if (!departure) return true;
  if (departure.notice) await notifyMembers(ctx, departure.from, departure.notice);
  auditMoves(ctx, departure.plan, { from: departure.from, to, id });
  return await finishMoves(
    ctx,
    { ...invitation, ...departure.leave, acceptedBy: ctx.actor.accountId },
    budget,
  );
}

/** The organization that the invitee leaves, and what they take along. */
interface Departure {
  from: OrganizationId;
  plan: Plan;
  leave: Leave;
  /** The notice to the members who stay. */
  notice: Notice | undefined;
}

/**
 * Joins the organization in one transaction. Returns what is left behind, if anything. Returns undefined when
 * the budget is too small to finish an earlier acceptance.
 */
async function join(
  ctx: MemberContext,
  id: string,
  budget: RowBudget,
): Promise<{ invitation: InvitationRow; departure: Departure | undefined } | undefined> {
  return await retryOnConflict(async () => {
    const [invitation, account] = await Promise.all([addressedTo(ctx, id), byId(ctx, ctx.actor.accountId)]);
    if (!account) throw notFound();
    assertPending(invitation, ctx.clock.now());
    const to = organizationOfInvitation(invitation.organizationId);
    if (!(await find(ctx, to))) throw notFound();
    // Who belongs to the organization already keeps their roles.
    const inviter = organizationOf(account) === to ? [] : await requireInviter(ctx, to, invitation);
    // Finish earlier moves first, so that their rows move along. This must run after the account was read: a
    // concurrent acceptance changes the account and makes this transaction fail.
    if (!(await finishMovesOf(ctx, everyInviteeIdOf(account), budget))) return undefined;
    const departure = await leave(ctx, invitation, account);
    await ctx.table.transact([
      ...resolve(invitation, "accepted", ctx.clock.now(), {
        ...departure?.leave,
        ...(invitation.inviteeId !== account.id && { acceptedBy: account.id }),
      }),
      ...(await transfer(ctx, account, to, invitation.role)),
      ...inviter,
      ...(departure?.plan.active
        ? [requireSourceRightUnchanged(departure.from, departure.plan.adminsOnly, account.roles)]
        : []),
      ...(departure?.notice ? [putNotice(departure.from, departure.notice)] : []),
      ...auditAcceptance(ctx, invitation, account, departure?.from),
    ]);
    return { invitation, departure };
  });
}

/** The events of an acceptance: one in the joined organization, and one in the organization that is left. */
function auditAcceptance(
  ctx: MemberContext,
  { id, organizationId, role }: InvitationRow,
  { id: personId, roles }: Account,
  from: OrganizationId | undefined,
): Write[] {
  const to = organizationOfInvitation(organizationId);
  // Who belongs to the organization already keeps their roles.
  const joined = { organization: [null, to], ...(from !== to && { role: [null, role] as const }) } as const;
  const fields = { organization: [from, null], roles: [roles, null] } as const;
  return [
    auditRow(ctx, to, { action: "invitation.accepted", id, personId, fields: joined }),
    ...(from ? [auditRow(ctx, from, { action: "account.left", id: personId, fields })] : []),
  ];
}

async function leave(
  ctx: MemberContext,
  invitation: InvitationRow,
  { id: accountId, roles, ...account }: Account,
): Promise<Departure | undefined> {
  const to = organizationOfInvitation(invitation.organizationId);
  const from = organizationOf({ id: accountId, roles, ...account });
  if (!from || from === to) return undefined;
  const plan = await planOf(ctx, { accountId, managesSources: may(roles, "manageSources"), from, to });
  const moves = JSON.stringify(plan.moves);
  return {
    from,
    plan,
    leave: { movingFrom: from, moves, ...(plan.adminsOnly && { sourcesStay: true }) },
    notice: movedNotice(invitation, plan, ctx.clock.now()),
  };
}
