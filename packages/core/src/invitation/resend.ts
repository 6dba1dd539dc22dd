import { audit } from "../access/audit.ts";
import type { MemberContext } from "../access/context.ts";
import { organizationOfInvitation } from "../access/scope.trusted.ts";
import { byEmail, requireAccount, requireMember, ownerIn } from "../account/account.ts";
import { countBelow, waitFor } from "../attempts/attempts.ts";
import { auditRow } from "../audit/audit.ts";
import type { SentInvitation } from "../contract/people/invitation.ts";
import { Problem } from "../kit/problem.ts";
import { day } from "../kit/time.ts";
import { notify } from "../notification/notify.ts";
import { requireActive } from "../organization/organization.ts";
import type { Write } from "../table/table.ts";
import { retryOnConflict } from "../table/retry-on-conflict.ts";
import { endOf, extend, type InvitationRow, isOfEmail, openFor, subjectOf } from "./invitation.table.ts";
import { toSent } from "./invitations.ts";
import { linkOfInvitation } from "./link-of-invitation.ts";
import { queueMail } from "./queue-mail.ts";
import { newsAgain } from "./news.ts";
import { notPending, sentByOwn } from "./received.ts";

/**
 * How often an organization can send an invitation again to one person in a day. Each time, the person is notified. A
 * new invitation in place of a cancelled one counts as the same.
 */
export const mostResent = 3;

/**
 * Sends an unanswered invitation of the caller's organization again, also one that has expired: it gets a new
 * end, and the invitee is notified. Throws notFound. Throws conflict when it was answered or cancelled, and
 * tooMany above the limit.
 */
export async function resend(ctx: MemberContext, id: string): Promise<SentInvitation> {
  const before = await sentByOwn(ctx, id);
  if (before.status !== "pending") throw notPending(before);
  const name = JSON.stringify([before.organizationId, before.inviteeId]);
  const takeBack = await countBelow(ctx, { what: "resent invitations", name, window: day }, mostResent);
  if (!takeBack) throw tooMany(ctx);
  try {
    const { row, link } = await extendOnce(ctx, id);
    audit(ctx, "invitation.resent", { invitationId: id, organizationId: row.organizationId });
    await queueMail(ctx, row);
    return { ...toSent(row, ctx.clock.now()), ...(link && { link }) };
  } catch (error) {
    await takeBack();
    throw error;
  }
}

async function extendOnce(ctx: MemberContext, id: string) {
  return await retryOnConflict(async () => {
    const row = await sentByOwn(ctx, id);
    if (row.status !== "pending") throw notPending(row);
    const organization = organizationOfInvitation(row.organizationId);
    const now = ctx.clock.now();
    const endsAt = now + openFor;
    const link = linkOfInvitation(ctx, row);
    await ctx.table.transact([
      ...extend(row, { endsAt, inviterId: ctx.actor.accountId, linkHash: link?.hash }),
      ...(link ? [link.write] : []),
      ...(await tell(ctx, row, now)),
      requireActive(organization),
      requireMember(ctx.actor.accountId, organization, ctx.actor.roles),
      auditRow(ctx, organization, {
        action: "invitation.resent",
        id,
        ...subjectOf(row),
        fields: { endsAt: [dateOf(endOf(row)), dateOf(endsAt)] },
      }),
    ]);
    const sent: InvitationRow = { ...row, endsAt, inviterId: ctx.actor.accountId, mailedAt: undefined };
    return { row: sent, link: link?.made };
  });
}

/** Notifies the account that is invited, or the one whose email is. The caller knows it. */
async function tell(ctx: MemberContext, row: InvitationRow, now: number): Promise<Write[]> {
  const id = isOfEmail(row) ? ownerIn(await byEmail(ctx, row.invitee.email))?.id : row.inviteeId;
  if (id === undefined || id === ctx.actor.accountId) return [];
  return [notify(id, newsAgain(row, now)), requireAccount(id)];
}

const dateOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

function tooMany(ctx: MemberContext): Problem {
  const { retryAfterSeconds } = waitFor(ctx, day);
  const sentence = `You can send an invitation to the same person again ${mostResent} times a day.`;
  return new Problem("tooMany", sentence, { code: "RESENT_TOO_OFTEN", retryAfterSeconds });
}
