import { audit } from "../access/audit.ts";
import type { MemberContext } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import type { Account } from "../account/account.ts";
import { auditRow } from "../audit/audit.ts";
import { type OrganizationRole, traitsOfRole } from "../contract/people/roles.ts";
import { batchGetAll } from "../table/batch.ts";
import { retryOnConflict } from "../table/retry-on-conflict.ts";
import { everyInviteeIdOf } from "./addressees.ts";
import { inviteeKey, sentInvitationKey } from "./invitation.keys.ts";
import { invitationKind, inviteeKind, type InvitationRow, resolve, subjectOf } from "./invitation.table.ts";
import { pendingOf } from "./invitations.ts";

/** A member who is removed, or gets another role. */
interface Inviter {
  id: string;
  email: string;
  /** What they may still invite for; undefined for somebody who is removed. */
  keeps?: OrganizationRole;
}

/**
 * Cancels the pending invitations that a member has sent. These are all of one who is removed, and those for a role
 * above theirs of one who is demoted. Each is one transaction with its event. Safe to repeat.
 */
export async function endSentBy(
  ctx: MemberContext,
  organization: OrganizationId,
  inviter: Inviter,
): Promise<void> {
  const rows = await pendingOf(ctx, organization);
  for (const { id } of rows.filter((row) => isOf(row, inviter) && isAbove(row, inviter)))
    await cancelOne(ctx, organization, id, (row) => isOf(row, inviter));
}

/**
 * Cancels the pending invitation of an organization to a member who is about to be removed. They may have become a member in
 * another way, and would come back by it. Safe to repeat.
 */
export async function endSentTo(
  ctx: MemberContext,
  organization: OrganizationId,
  member: Account,
): Promise<void> {
  const keys = everyInviteeIdOf(member).map((id) => inviteeKey(organization, id));
  for (const { id } of (await batchGetAll(ctx.table, keys)).map(inviteeKind.read))
    await cancelOne(ctx, organization, id, () => true);
}

/** Rows of former versions have no id of the sender, but the email. */
const isOf = ({ inviterId, invitedBy }: InvitationRow, { id, email }: Inviter): boolean =>
  inviterId === undefined ? invitedBy.email === email : inviterId === id;

const isAbove = ({ role }: InvitationRow, { keeps }: Inviter): boolean =>
  keeps === undefined || (!isVouched(keeps) && isVouched(role));

/** What only a later release knows may be an admin's. */
const isVouched = (role: string): boolean => traitsOfRole(role)?.isVouched ?? true;

async function cancelOne(
  ctx: MemberContext,
  organization: OrganizationId,
  id: string,
  ends: (row: InvitationRow) => boolean,
): Promise<void> {
  const isCancelled = await retryOnConflict(async () => {
    const found = await ctx.table.get(sentInvitationKey(organization, id));
    const row = found && invitationKind.read(found);
    // Answered in between, or another admin has sent it again and answers for it now.
    if (row?.status !== "pending" || !ends(row)) return false;
    const event = { action: "invitation.cancelled", id, ...subjectOf(row) } as const;
    await ctx.table.transact([
      ...resolve(row, "cancelled", ctx.clock.now()),
      auditRow(ctx, organization, event),
    ]);
    return true;
  });
  if (isCancelled) audit(ctx, "invitation.cancelled", { invitationId: id, organizationId: organization });
}
