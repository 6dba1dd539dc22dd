import type { Services } from "../access/context.ts";
import { organizationOfInvitation } from "../access/scope.trusted.ts";
import type { Moves } from "../contract/people/moves.ts";
import { moveDeployments } from "../deployment/lifecycle/move.ts";
import { clearPastOfDeleted } from "../history/fold/clear-past.ts";
import { moveTrails, takeFoldedAlong } from "../history/fold/move.ts";
import { memberIds } from "../organization/members.ts";
import { find } from "../organization/organization.ts";
import { findSources, sourceKinds } from "../sources.ts";
import type { RowBudget } from "../table/clear.ts";
import { revokeAbandoned } from "../token/revoke-many.ts";
import { tryWrite } from "../table/errors.ts";
import { accountIn } from "../table/keys.ts";
import { rowsTo } from "./addressees.ts";
import { receivedInvitationKey, unfinishedAcceptances } from "./invitation.keys.ts";
import { accountOf, endMoves, invitationKind, type InvitationRow } from "./invitation.table.ts";
import { corrected } from "./moves.ts";
import { type Leaving, planOf } from "./plan.ts";

/**
 * Moves what the invitee created to the joined organization, as far as the
 * budget goes. Sources move first, so that no new data arrives in the former organization. Returns whether
 * nothing is left to move. Safe to repeat, also concurrently. If the joined organization is being deleted,
 * the rest stays where it is, and no row is left there.
 */
export async function finishMoves(
  services: Services,
  row: InvitationRow,
  budget: RowBudget,
): Promise<boolean> {
  const { id, inviteeId, organizationId, movingFrom, sourcesStay } = row;
  if (movingFrom === undefined) return true;
  const [from, to] = [organizationOfInvitation(movingFrom), organizationOfInvitation(organizationId)];
  // An acceptance without this right has left all sources where they are.
  const leaving: Leaving = { accountId: accountOf(row), managesSources: true, from, to };
  let moves = row.moves;
  if (await find(services, to)) {
    if (!sourcesStay) {
      if (!(await moveUnlessDeleted(services, id, leaving, budget))) return false;
      moves = await correctMoves(services, leaving, moves);
    }
    if ((await memberIds(services, from)).length === 0) {
      for (const kind of sourceKinds) await kind.endAbandoned(services, from);
      await revokeAbandoned(services, from);
    }
  }
  await clearPastOfDeleted(services, to);
  const key = receivedInvitationKey(inviteeId, id);
  // The account may have been deleted concurrently.
  await tryWrite(services.table.update(key, endMoves(moves), [{ exists: true }]));
  return true;
}

/** The same as `move`. True also when the joined organization was deleted in between. */
async function moveUnlessDeleted(
  services: Services,
  id: string,
  leaving: Leaving,
  budget: RowBudget,
): Promise<boolean> {
  try {
    return await move(services, id, leaving, budget);
  } catch (error) {
    if (await find(services, leaving.to)) throw error;
    return true;
  }
}

/** @param id of the invitation */
async function move(
  services: Services,
  id: string,
  { accountId, from, to }: Leaving,
  budget: RowBudget,
): Promise<boolean> {
  const between = { accountId, from, to };
  for (const kind of sourceKinds) if (!(await kind.move(services, between, budget))) return false;
  const there = await findSources(services, to);
  const own = there.filter(({ createdBy }) => createdBy === accountId);
  const ids = new Set(own.map((source) => source.id));
  const all = { ...between, sources: ids };
  if (!(await moveTrails(services, { ...all, id }, budget))) return false;
  return await moveDeployments(services, all, budget, takeFoldedAlong);
}

/** Corrects the plan for a source that stays because its account was connected there at the same moment. */
async function correctMoves(services: Services, leaving: Leaving, planned: string | undefined) {
  if (planned === undefined) return undefined;
  const remaining = await findSources(services, leaving.from);
  if (remaining.every(({ createdBy }) => createdBy !== leaving.accountId)) return planned;
  const { moves } = await planOf(services, leaving);
  return JSON.stringify(corrected(JSON.parse(planned) as Moves, moves.staying));
}

/** Finishes the moves of every invitation to these ids that was accepted. */
export async function finishMovesOf(
  services: Services,
  inviteeIds: readonly string[],
  budget: RowBudget,
): Promise<boolean> {
  const rows = await rowsTo(services, inviteeIds);
  for (const row of rows) if (!(await finishMoves(services, invitationKind.read(row), budget))) return false;
  return true;
}

/** The acceptances that have something left to move. */
export async function findUnfinished(
  services: Services,
): Promise<{ accountId: string; invitationId: string }[]> {
  const keys = await services.table.findAll(unfinishedAcceptances);
  return keys.map(({ pk, gsi1sk }) => ({ accountId: accountIn(pk), invitationId: gsi1sk }));
}

/** Finishes an acceptance that `findUnfinished` found. Harmless when it is done. */
export async function finishAcceptance(
  services: Services,
  accountId: string,
  invitationId: string,
): Promise<void> {
  const row = await services.table.get(receivedInvitationKey(accountId, invitationId));
  if (row) await finishMoves(services, invitationKind.read(row), { rows: Infinity });
}
