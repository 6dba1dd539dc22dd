import type { House } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import type { DeploymentListItem } from "../contract/deployment.ts";
import { inBatches } from "../kit/in-batches.ts";
import type { Budget } from "../table/clear.ts";
import { decideAgain } from "../table/decide-again.ts";
import { ConditionFailed } from "../table/errors.ts";
import {
  deploymentDetailKey,
  deploymentKey,
  deploymentsOf,
  pulseKey,
  pulsesOf,
  pulsesOfSource,
  tombstoneKey,
  tombstonesOf,
} from "../table/keys.ts";
import type { Write } from "../table/table.ts";
import { deleteSummary, putSummary, readSummary, type SummaryRow } from "./deployment.table.ts";
import { writeItem } from "./item.ts";
import { entriesOf, lookAgain, movePulse, type PulseRow, readPulse, sourceOfPulse } from "./pulse.table.ts";
import type { TombstoneRow } from "./tombstone.table.ts";

/*
 * Sources (agent keys, integrations) that move to another organization take with them what they feed. Ids stay: they
 * follow from the organization in which the source was created. Every write asks that what it takes away is still as it
 * was read, so a move that ended early is gone on with by doing all of it again.
 */

/** From where to where the sources of these ids move. */
export interface Move {
  from: OrganizationId;
  to: OrganizationId;
  sources: ReadonlySet<string>;
}

const atOnce = 10;
/** As many as fit into a transaction beside the source itself; the rest follows. */
const mostPulses = 40;

/** Whose word a row is, by the source alone. */
const sourceOf = ({ owner }: { owner: string }): string => owner.slice(0, owner.indexOf("#"));

/**
 * The writes that take a source's pulses along, for the transaction that moves the source: a report that is on its
 * way is then either in time and moves with them, or fails and is sent again. The last heard agents go first.
 */
export async function pulseMoves(
  house: House,
  { from, to }: Pick<Move, "from" | "to">,
  source: string,
): Promise<Write[]> {
  const pulses = await house.table.queryAll<PulseRow>(pulsesOfSource(from, source));
  const first = pulses.toSorted((left, right) => right.rx - left.rx).slice(0, mostPulses);
  return first.flatMap((pulse) => movePulse(pulse, to));
}

/** Tells the new organization what was deleted, so that a late report brings it back there no more than here. */
export async function copyTombstones(house: House, { from, to, sources }: Move): Promise<void> {
  const rows = await house.table.queryAll<TombstoneRow>(tombstonesOf(from));
  for (const row of rows.filter((one) => sources.has(sourceOf(one)))) {
    const key = tombstoneKey(to, row.sk.slice("DELETED#".length));
    try {
      await house.table.put({ ...row, ...key }, [{ attribute: "at", absentOr: "<", value: row.at }]);
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error; // it was told before
    }
  }
}

/**
 * Moves the deployments whose word is one of the sources', as far as the budget goes; the sources themselves have moved
 * already. Returns whether nothing is left behind.
 */
export async function moveDeployments(house: House, move: Move, budget: Budget): Promise<boolean> {
  const { from, sources } = move;
  const attributes = ["sk", "owner"] as const;
  const rows = await house.table.queryAll<Pick<SummaryRow, "sk" | "owner">>(deploymentsOf(from), {
    attributes,
  });
  const due = rows.filter((row) => sources.has(sourceOf(row)));
  const now = due.slice(0, budget.rows).map(({ sk }) => sk.slice("DEP#".length));
  await inBatches(now, atOnce, (id) => moveOne(house, move, id));
  budget.rows -= now.length;
  if (now.length < due.length) return false;
  const pulses = await house.table.queryAll<PulseRow>(pulsesOf(from));
  for (const { sk } of pulses)
    if (sources.has(sourceOfPulse(sk))) await movePulseAfterwards(house, move, sk.slice("PULSE#".length));
  return true;
}

/** One that did not fit into its source's transaction; if there has been a report meanwhile, that one is newer. */
async function movePulseAfterwards(house: House, { from, to }: Move, name: string): Promise<void> {
  await decideAgain(async () => {
    const [left, there] = await house.table.batchGet([pulseKey(from, name), pulseKey(to, name)]);
    if (left && there) await house.table.remove(pulseKey(from, name));
    else if (left) await house.table.transact(movePulse(readPulse(left), to));
  });
}

async function moveOne(house: House, { from, to, sources }: Move, id: string): Promise<void> {
  await decideAgain(async () => {
    const [row, detail, there, detailThere] = await house.table.batchGet([
      deploymentKey(from, id),
      deploymentDetailKey(from, id),
      deploymentKey(to, id),
      deploymentDetailKey(to, id),
    ]);
    const summary = row && readSummary(row);
    // Deleted meanwhile, or taken over by a source that stays.
    if (!summary || !sources.has(sourceOf(summary))) return;
    const before = there && readSummary(there);
    // What was reported there meanwhile is newer, unless it came from somebody who could not read the server.
    const stays = before && (detailThere?.["detail"] !== undefined || detail?.["detail"] === undefined);
    await house.table.transact([
      deleteSummary(from, id, summary),
      { delete: deploymentDetailKey(from, id) },
      ...(stays ? [] : [putSummary(to, id, addressed(summary, to), before)]),
      ...(stays || !detail ? [] : [{ put: { ...detail, ...deploymentDetailKey(to, id) } }]),
      ...(before ? await tellAgain(house, to, summary.owner, id) : []),
    ]);
  });
}

/** The row as it is in the other organization. */
function addressed({ item, shape, owner, at, last }: SummaryRow, to: OrganizationId): Omit<SummaryRow, "sk"> {
  const content = JSON.parse(item) as DeploymentListItem;
  return { item: writeItem({ ...content, organizationId: to }), shape, owner, at, last };
}

/** The two rows may differ: with its next report, the owner finds out what is still to be said, and by whom. */
async function tellAgain(house: House, to: OrganizationId, owner: string, id: string): Promise<Write[]> {
  const pulses = await house.table.queryAll<PulseRow>(pulsesOfSource(to, owner));
  return pulses.filter((pulse) => entriesOf(pulse).has(id)).map((pulse) => lookAgain(pulse, house.random));
}
