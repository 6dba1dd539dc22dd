import { keysCreatedBy, moveKeys } from "../access-key/move.ts";
import type { House } from "../access/context.ts";
import { organizationOfInvitation } from "../access/scope.ts";
import { moveDeployments } from "../deployment/move.ts";
import { elastiCachesCreatedBy, moveElastiCaches } from "../elasticache/move.ts";
import { find } from "../organization/organization.ts";
import { moveRedisClouds, redisCloudsCreatedBy } from "../redis-cloud/move.ts";
import type { Budget } from "../table/clear.ts";
import { ConditionFailed } from "../table/errors.ts";
import { invitationsTo, receivedInvitationKey, unfinishedAcceptances } from "../table/keys.ts";
import { finishMoving, type InvitationRow, readInvitation } from "./invitation.table.ts";

/**
 * Moves what the invitee created to the organization that they have joined, as far as the budget goes. The sources go first:
 * from then on nothing new arrives where they were. Returns whether nothing is left; safe to repeat, also at the same time.
 * When the organization is about to go, what has not moved yet stays where it is.
 */
export async function finish(house: House, row: InvitationRow, budget: Budget): Promise<boolean> {
  const { id, inviteeId, organizationId, movingFrom } = row;
  if (movingFrom === undefined) return true;
  const [from, to] = [organizationOfInvitation(movingFrom), organizationOfInvitation(organizationId)];
  if (await find(house, to)) {
    if (!(await moveKeys(house, { from, to }, inviteeId, budget))) return false;
    await moveRedisClouds(house, { from, to }, inviteeId);
    await moveElastiCaches(house, { from, to }, inviteeId);
    const sources = await Promise.all([
      keysCreatedBy(house, to, inviteeId),
      redisCloudsCreatedBy(house, to, inviteeId),
      elastiCachesCreatedBy(house, to, inviteeId),
    ]);
    const move = { from, to, sources: new Set(sources.flat()) };
    if (!(await moveDeployments(house, move, budget))) return false;
  }
  const key = receivedInvitationKey(inviteeId, id);
  await house.table.update(key, finishMoving, [{ exists: true }]).catch((error: unknown) => {
    if (!(error instanceof ConditionFailed)) throw error; // the account was deleted meanwhile
  });
  return true;
}

/** The same for every invitation that an account has accepted. */
export async function finishAll(house: House, accountId: string, budget: Budget): Promise<boolean> {
  const rows = await house.table.queryAll<InvitationRow>(invitationsTo(accountId));
  for (const row of rows) if (!(await finish(house, row, budget))) return false;
  return true;
}

/** The acceptances of which something is left to move. */
export async function unfinished(house: House): Promise<{ accountId: string; invitationId: string }[]> {
  const { keys } = await house.table.find(unfinishedAcceptances);
  return keys.map(({ pk, gsi1sk }) => ({ accountId: pk.slice("ACCOUNT#".length), invitationId: gsi1sk }));
}

/** Goes on with what `unfinished` found, to its end. Harmless when it is done. */
export async function finishAcceptance(house: House, accountId: string, invitationId: string): Promise<void> {
  const row = await house.table.get(receivedInvitationKey(accountId, invitationId));
  if (row) await finish(house, readInvitation(row), { rows: Infinity });
}
