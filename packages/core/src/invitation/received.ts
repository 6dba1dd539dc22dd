import { audit } from "../access/audit.ts";
import type { MemberContext } from "../access/context.ts";
import { ownOrganization } from "../access/scope.ts";
import { organizationOfInvitation } from "../access/scope.trusted.ts";
import { auditRow } from "../audit/audit.ts";
import { isId } from "../kit/ids.ts";
import { Problem } from "../kit/problem.ts";
import { retryOnConflict } from "../table/retry-on-conflict.ts";
import type { Key } from "../table/keys.ts";
import { ownInviteeIds } from "./addressees.ts";
import { receivedInvitationKey, sentInvitationKey } from "./invitation.keys.ts";
import { invitationKind, type InvitationRow, resolve, subjectOf, statusOf } from "./invitation.table.ts";

/** The same answer for a missing invitation and for another person's. */
export const notFound = () => new Problem("notFound", "Invitation not found");

/** Throws conflict for an invitation that was answered, was cancelled or has expired. */
export function assertPending(row: InvitationRow, now: number): void {
  const status = statusOf(row, now);
  if (status === "expired")
    throw new Problem("conflict", "This invitation has expired. Ask for a new one.", { code: "EXPIRED" });
  if (status !== "pending") throw notPending(row);
}

/** The error for an invitation that was answered or cancelled. */
export function notPending({ status }: InvitationRow): Problem {
  return new Problem("conflict", `This invitation was already ${status}.`, { code: "NOT_PENDING" });
}

/** An invitation addressed to the caller. Throws notFound, and conflict when another account has accepted it. */
export async function addressedTo(ctx: MemberContext, id: string): Promise<InvitationRow> {
  for (const inviteeId of await ownInviteeIds(ctx)) {
    const row = isId("invitation", id)
      ? await ctx.table.get(receivedInvitationKey(inviteeId, id))
      : undefined;
    if (row) return notOfAnother(ctx, invitationKind.read(row));
  }
  throw notFound();
}

/** One to an email may have been accepted by another account, whose moves are its own. Throws conflict then. */
function notOfAnother({ actor }: MemberContext, row: InvitationRow): InvitationRow {
  if (row.acceptedBy !== undefined && row.acceptedBy !== actor.accountId) throw notPending(row);
  return row;
}

async function readAt(ctx: MemberContext, id: string, key: Key): Promise<InvitationRow> {
  const row = isId("invitation", id) ? await ctx.table.get(key) : undefined;
  if (!row) throw notFound();
  return invitationKind.read(row);
}

/** An invitation of the caller's organization. Throws notFound. */
export async function sentByOwn(ctx: MemberContext, id: string): Promise<InvitationRow> {
  const organization = ownOrganization(ctx.actor);
  if (!organization) throw notFound();
  return await readAt(ctx, id, sentInvitationKey(organization, id));
}

/** Declines an invitation addressed to the caller. Throws notFound, and conflict when it is not pending. */
export async function reject(ctx: MemberContext, id: string): Promise<void> {
  await end(ctx, "rejected", async () => {
    const row = await addressedTo(ctx, id);
    assertPending(row, ctx.clock.now());
    return row;
  });
}

/**
 * Withdraws an invitation of the caller's organization, also one that has expired. Throws notFound. Throws
 * conflict when it was answered or cancelled.
 */
export async function cancel(ctx: MemberContext, id: string): Promise<void> {
  await end(ctx, "cancelled", () => sentByOwn(ctx, id));
}

async function end(
  ctx: MemberContext,
  status: "rejected" | "cancelled",
  read: () => Promise<InvitationRow>,
): Promise<void> {
  const { id, organizationId } = await retryOnConflict(async () => {
    const row = await read();
    if (row.status !== "pending") throw notPending(row);
    const action = `invitation.${status}` as const;
    // The organization is a stranger to somebody who declines: their network is not its business.
    const auditor = status === "rejected" ? { ...ctx, origin: {} } : ctx;
    await ctx.table.transact([
      ...resolve(row, status, ctx.clock.now()),
      auditRow(auditor, organizationOfInvitation(row.organizationId), {
        action,
        id: row.id,
        ...subjectOf(row),
      }),
    ]);
    return row;
  });
  audit(ctx, `invitation.${status}`, { invitationId: id, organizationId });
}
