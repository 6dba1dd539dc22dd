import { recordChange, recordMove } from "../../changes/record.ts";
import type { Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import type { DeploymentListItem } from "../../contract/deployment/deployment.ts";
import { requireActive } from "../../organization/organization.ts";
import type { RowBudget } from "../../table/clear.ts";
import { retryOnConflict } from "../../table/retry-on-conflict.ts";
import { tryWrite } from "../../table/errors.ts";
import type { StoredRow } from "../../table/row.ts";
import type { Write } from "../../table/table.ts";
import {
  deploymentDetailKey,
  deploymentKey,
  deploymentOfKey,
  deploymentOfTombstone,
  deploymentsOf,
  nameOfPulse,
  pulsesOf,
  pulsesOfSource,
  sourceOfPulse,
  tombstoneKey,
  tombstonesOf,
} from "../rows/deployment.keys.ts";
import {
  authorship,
  deleteSummary,
  isRead,
  putSummary,
  readSummary,
  releaseSummary,
  sourceOfOwner,
  type SummaryRow,
  withoutChanges,
} from "../rows/deployment.table.ts";
import { writeItem } from "../rows/item-text.ts";
import { invalidatePulsesOf, searchFleetAgain } from "./invalidate.ts";
import { movesWithSource, type Move, movePulseAfterwards } from "./move-pulses.ts";
import { endForgetting, forgetPast, forgottenKey, hasReturned } from "../rows/forgotten.table.ts";
import { entriesOf, invalidatePulse, readPulses } from "../rows/pulse.table.ts";
import { deletedBefore, putTombstone, tombstoneKind } from "../rows/tombstone.table.ts";

/*
 * Sources (agent keys, integrations) that move to another organization take along the deployments that they
 * created. Ids stay the same, because they are derived from the organization in which the source was created.
 * Each write requires that the row is still as it was read. So an interrupted move is completed by repeating
 * all of it.
 */

const atOnce = 10;

/** Copies tombstones to the new organization, so that a late report cannot bring a deployment back there. */
export async function copyTombstones(
  services: Services,
  { from, to, sources }: Omit<Move, "accountId">,
): Promise<void> {
  for (const row of await services.table.queryAll(tombstonesOf(from))) {
    const tombstone = tombstoneKind.read(row);
    if (!sources.has(sourceOfOwner(tombstone))) continue;
    const { put } = putTombstone(to, deploymentOfTombstone(row), tombstone);
    // It may have been copied before.
    await tryWrite(services.table.put(put, [deletedBefore(tombstone.deletedAt)]));
  }
}

/** A deployment with its owner's source, for the plan of a move. */
export interface Owned {
  id: string;
  source: string;
  /** Whether it moves with its source. */
  goes: boolean;
}

type Row = Pick<SummaryRow, "owner" | "ownerBy" | "originBy"> & { id: string };

async function rowsOf(services: Services, organization: OrganizationId): Promise<Row[]> {
  const { attributes, read } = authorship;
  const rows = await services.table.queryAll(deploymentsOf(organization), { attributes });
  return rows.map((row) => ({ id: deploymentOfKey(row), ...read(row) }));
}

/** The deployments of an organization with their owners, for the plan of a move of an account's sources. */
export async function ownedIn(
  services: Services,
  organization: OrganizationId,
  accountId: string,
): Promise<Owned[]> {
  const rows = await rowsOf(services, organization);
  return rows.map((row) => ({
    id: row.id,
    source: sourceOfOwner(row),
    goes: movesWithSource(row, accountId),
  }));
}

/** The names of those deployments that exist. */
export async function namesOf(
  services: Services,
  organization: OrganizationId,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await services.table.batchGet(ids.map((id) => deploymentKey(organization, id)));
  return rows.flatMap((row) => (row ? [(JSON.parse(readSummary(row).item) as DeploymentListItem).name] : []));
}

/**
 * Takes along what other nouns keep of a deployment. It comes before the deployment itself, and is safe to repeat. Returns
 * how many rows that were.
 */
export type TakeAlong = (services: Services, move: Move, id: string) => Promise<number>;

/**
 * Moves the deployments that the sources created and own, as many as the budget allows. The sources
 * themselves have moved already. Deployments that they took over stay, without an owner. Throws unavailable when the
 * organization that they move to is deleted in between.
 * @returns whether nothing is left to do
 */
export async function moveDeployments(
  services: Services,
  move: Move,
  budget: RowBudget,
  takeAlong: TakeAlong,
): Promise<boolean> {
  const { from, to, sources } = move;
  await invalidatePulsesOf(services, pulsesOf(from), (source) => sources.has(source));
  const due = (await rowsOf(services, from)).filter((row) => sources.has(sourceOfOwner(row)));
  const inTurn = oneAfterAnother();
  for (let moved = 0; moved < due.length;) {
    if (budget.rows <= 0) return false;
    const now = due.slice(moved, moved + Math.min(atOnce, budget.rows));
    const along = await Promise.all(now.map(({ id }) => moveOne(services, move, id, { takeAlong, inTurn })));
    budget.rows -= along.reduce((sum, rows) => sum + rows, now.length);
    moved += now.length;
  }
  for (const pulse of await services.table.queryAll(pulsesOf(from), { attributes: [] }))
    if (sources.has(sourceOfPulse(pulse.sk))) await movePulseAfterwards(services, move, nameOfPulse(pulse));
  // Deployments that stayed have lost their pulses, and others may have come without one.
  for (const organization of [from, to]) await searchFleetAgain(services, organization);
  return true;
}

/** Transactions that check the same row conflict with each other, so they are sent one after the other. */
function oneAfterAnother() {
  let last: Promise<unknown> = Promise.resolve();
  return (work: () => Promise<void>): Promise<void> => {
    const next = last.then(work);
    last = next.catch(() => undefined);
    return next;
  };
}

async function moveOne(
  services: Services,
  move: Move,
  id: string,
  { takeAlong, inTurn }: { takeAlong: TakeAlong; inTurn: ReturnType<typeof oneAfterAnother> },
): Promise<number> {
  const { from, to, sources, accountId } = move;
  return await retryOnConflict(async () => {
    const [row, detail, there, detailThere, deleted, left] = await services.table.batchGet([
      deploymentKey(from, id),
      deploymentDetailKey(from, id),
      deploymentKey(to, id),
      deploymentDetailKey(to, id),
      tombstoneKey(to, id),
      forgottenKey(to, id),
    ]);
    const summary = row && readSummary(row);
    // It was deleted, or taken over by a source that stays.
    if (!summary || !sources.has(sourceOfOwner(summary))) return 0;
    const now = services.clock.now();
    const what = happeningsOf(summary, now);
    if (!movesWithSource(summary, accountId)) {
      await services.table.transact([
        releaseSummary(from, id, unowned(summary), summary, now),
        ...what.staysWithoutSource(from),
      ]);
      return 0;
    }
    const before = there && readSummary(there);
    // A row there is newer, unless the same source could not read the server. A row of another source stays its own.
    const isOthers = before && sourceOfOwner(before) !== sourceOfOwner(summary);
    const isNewer = before && (isRead(detailThere) || !isRead(detail));
    // A move must not bring back a deleted deployment that another key owned there. The next report decides.
    const isDeleted = !before && deleted && !sources.has(sourceOfOwner(tombstoneKind.read(deleted)));
    const stays = isOthers || isNewer || isDeleted;
    const goesAlong = !isOthers && !isDeleted;
    if (goesAlong && left && hasReturned(left, summary)) await keepPast(services, left);
    const along = goesAlong ? await takeAlong(services, move, id) : 0;
    const writes = [
      deleteSummary(from, id, summary),
      forgetPast(from, id, now),
      { delete: deploymentDetailKey(from, id) },
      what.moved(from, "moved away"),
      ...(stays ? [] : [putSummary(to, id, addressed(summary, to), before), what.moved(to, "moved here")]),
      ...(stays || !detail ? [] : [{ put: { ...withoutChanges(detail), ...deploymentDetailKey(to, id) } }]),
      ...(before || isDeleted ? await invalidatePulses(services, to, summary.owner, id) : []),
      requireActive(to),
    ];
    await inTurn(() => services.table.transact(writes));
    return along;
  });
}

/** Ends the deletion of the past of a deployment that was here before. What is left of it comes back. */
async function keepPast({ table }: Services, left: StoredRow): Promise<void> {
  const { delete: key, when } = endForgetting(left);
  await table.remove(key, when);
}

/** The changes of a deployment whose source moves, for both organizations. Neither learns which the other one is. */
function happeningsOf({ item }: SummaryRow, at: number) {
  const { id, name, via, source } = JSON.parse(item) as DeploymentListItem;
  const by = via === undefined ? undefined : { via, source };
  const named = [id, name] as const;
  return {
    moved: (organization: OrganizationId, kind: "moved here" | "moved away") =>
      recordMove({ organization, at, by }, kind, named),
    staysWithoutSource: (organization: OrganizationId) =>
      recordChange({ organization, at, by }, named, [["source", via ?? null, null]], { reader: "" }).writes,
  };
}

/** The item of a row whose source has gone. */
function unowned({ item }: SummaryRow): string {
  const { via: _, ...content } = JSON.parse(item) as DeploymentListItem;
  return writeItem(content);
}

/** The row as it is in the other organization. */
function addressed(summary: SummaryRow, to: OrganizationId): SummaryRow {
  const content = JSON.parse(summary.item) as DeploymentListItem;
  return { ...summary, item: writeItem({ ...content, organizationId: to }) };
}

/** The two rows may differ, so the owner must compare with the stored one at its next report. */
async function invalidatePulses(
  services: Services,
  to: OrganizationId,
  owner: string,
  id: string,
): Promise<Write[]> {
  const pulses = readPulses(await services.table.queryAll(pulsesOfSource(to, owner)));
  return pulses
    .filter((pulse) => entriesOf(pulse).has(id))
    .map((pulse) => invalidatePulse(pulse, services.random));
}
