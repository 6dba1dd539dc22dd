import { audit } from "../access/audit.ts";
import type { MemberContext } from "../access/context.ts";
import { organizationOfInvitation } from "../access/scope.ts";
import { byId, organizationOf } from "../account/account.ts";
import { relocation } from "../account/relocate.ts";
import { find } from "../organization/organization.ts";
import type { Budget } from "../table/clear.ts";
import { decideAgain } from "../table/decide-again.ts";
import { addressedTo, notFound, notPending } from "./answer.ts";
import { type InvitationRow, resolve } from "./invitation.table.ts";
import { finish, finishAll } from "./finish.ts";

/** How many keys and deployments one call moves: a few seconds' worth, well below the time that a request may take. */
const rowsPerCall = 2_000;

/**
 * Accepts an invitation addressed to the caller: they become a viewer of the organization, and what they created moves
 * there. The first is one transaction; the second goes row by row afterwards, and a call that ended early is gone on with
 * by the next, or by the schedule. Returns whether it is done, or has to be called again. Throws notFound, and conflict
 * when the invitation is not pending or the caller is the last administrator of an organization with other members.
 */
export async function accept(ctx: MemberContext, id: string, rows = rowsPerCall): Promise<boolean> {
  const budget = { rows };
  const before = await addressedTo(ctx, id);
  if (before.movingFrom !== undefined) return await finish(ctx, before, budget);
  if (before.status !== "pending") throw notPending(before);
  const joined = await join(ctx, id, budget);
  if (!joined) return false;
  const { invitation, from } = joined;
  audit(ctx, "invitation.accepted", {
    invitationId: id,
    before: { organizationId: from },
    after: { organizationId: invitation.organizationId },
  });
  return from === undefined || (await finish(ctx, { ...invitation, movingFrom: from }, budget));
}

/**
 * The one transaction. Returns the organization from which something has to move, if any; undefined when the budget did
 * not suffice for what an earlier acceptance has left behind.
 */
async function join(
  ctx: MemberContext,
  id: string,
  budget: Budget,
): Promise<{ invitation: InvitationRow; from?: string } | undefined> {
  return await decideAgain(async () => {
    const [invitation, account] = await Promise.all([addressedTo(ctx, id), byId(ctx, ctx.actor.accountId)]);
    if (!account) throw notFound();
    if (invitation.status !== "pending") throw notPending(invitation);
    const to = organizationOfInvitation(invitation.organizationId);
    if (!(await find(ctx, to))) throw notFound();
    // What is still on its way here must come along. Behind the reading of the account: one that is accepted now changes it.
    if (!(await finishAll(ctx, account.id, budget))) return undefined;
    const former = organizationOf(account);
    const from = former === to ? undefined : (former ?? undefined);
    await ctx.table.transact([
      ...resolve(invitation, "accepted", ctx.clock.now(), from),
      ...(await relocation(ctx, account, to)),
    ]);
    return { invitation, ...(from !== undefined && { from }) };
  });
}
