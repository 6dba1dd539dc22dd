import type { Services } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import { withinBudget } from "../kit/in-batches.ts";
import type { RowBudget } from "../table/clear.ts";
import { retryOnConflict } from "../table/retry-on-conflict.ts";
import { rowsTo } from "./addressees.ts";
import { receivedInvitationKey } from "./invitation.keys.ts";
import { accountOf, invitationKind, type InvitationRow, withdraw } from "./invitation.table.ts";
import { pendingOf } from "./invitations.ts";

/**
 * Removes every invitation that an account has received, pending or not. Of those to its email the open ones stay. They
 * are for the owner of the email, and their senders must not learn that there was an account. Safe to repeat.
 */
export async function forgetReceived(
  services: Services,
  accountId: string,
  inviteeIds: readonly string[],
): Promise<void> {
  const rows = (await rowsTo(services, inviteeIds)).map(invitationKind.read);
  for (const row of rows.filter((one) => accountOf(one) === accountId)) {
    await withdrawOne(services, row);
    await services.table.remove(receivedInvitationKey(row.inviteeId, row.id));
  }
}

/**
 * Withdraws the invitations that an organization has sent, as far as the budget goes. Returns whether none is
 * pending.
 */
export async function withdrawSent(
  services: Services,
  organization: OrganizationId,
  budget: RowBudget,
): Promise<boolean> {
  const rows = await pendingOf(services, organization);
  return await withinBudget(rows, budget, (row) => withdrawOne(services, row));
}

/** Withdraws an invitation if it is pending, for both sides at once. */
async function withdrawOne(services: Services, { inviteeId, id }: InvitationRow): Promise<void> {
  await retryOnConflict(async () => {
    const found = await services.table.get(receivedInvitationKey(inviteeId, id));
    const row = found && invitationKind.read(found);
    if (row?.status === "pending") await services.table.transact(withdraw(row));
  });
}
