import type { Services } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import { withinBudget } from "../kit/in-batches.ts";
import type { RowBudget } from "../table/clear.ts";
import { retryOnConflict } from "../table/retry-on-conflict.ts";
import { invitationsTo, receivedInvitationKey } from "./invitation.keys.ts";
import { invitationKind, type InvitationRow, withdraw } from "./invitation.table.ts";
import { pendingOf } from "./invitations.ts";

/** Removes every invitation that an account has received, pending or not. Safe to repeat. */
export async function forgetReceived(services: Services, accountId: string): Promise<void> {
  const rows = await services.table.queryAll(invitationsTo(accountId));
  for (const row of rows.map(invitationKind.read)) {
    await withdrawOne(services, row);
    await services.table.remove(receivedInvitationKey(accountId, row.id));
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
