import type { House } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import type { DeploymentListItem } from "../../contract/deployment.ts";
import { inBatches } from "../../kit/in-batches.ts";
import type { Budget } from "../../table/clear.ts";
import { decideAgain } from "../../table/decide-again.ts";
import { ConditionFailed } from "../../table/errors.ts";
import {
  deploymentDetailKey,
  deploymentKey,
  deploymentsOf,
  pulsesOf,
  pulsesOfSource,
  tombstoneKey,
  tombstonesOf,
} from "../../table/keys.ts";
import type { Write } from "../../table/table.ts";
import {
  deleteSummary,
  putSummary,
  readSummary,
  releaseSummary,
  sourceOfOwner,
  type SummaryRow,
} from "../rows/deployment.table.ts";
import { writeItem } from "../rows/item-text.ts";
import { entriesOf, invalidatePulse, type PulseRow, sourceOfPulse } from "../rows/pulse.table.ts";
import type { TombstoneRow } from "../rows/tombstone.table.ts";
import { goesAlong, type Move, movePulseAfterwards } from "./move-pulses.ts";

/*
 * Sources (agent keys, integrations) that move to another organization take along the deployments that they created. Ids
 * stay: they follow from the organization in which the source was created. Each write requires that the row is still as it
 * was read. So a move that was cut off is completed by doing all of it again.
 */

const atOnce = 10;

/** Copies tombstones to the new organization, so that a late report cannot bring a deployment back there. */
export async function copyTombstones(
  house: House,
  { from, to, sources }: Omit<Move, "accountId">,
): Promise<void> {
  const rows = await house.table.queryAll<TombstoneRow>(tombstonesOf(from));
  for (const row of rows.filter((one) => sources.has(sourceOfOwner(one)))) {
    const key = tombstoneKey(to, row.sk.slice("DELETED#".length));
    try {
      await house.table.put({ ...row, ...key }, [{ attribute: "at", absentOr: "<", value: row.at }]);
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error; // it was copied before
    }
  }
}

/** What decides whether a deployment moves. */
export interface Owned {
  id: string;
  source: string;
  /** Whether it goes where its source goes. */
  goes: boolean;
}

type Row = Pick<SummaryRow, "sk" | "owner" | "ownerBy" | "originBy">;

const idOf = ({ sk }: Row): string => sk.slice("DEP#".length);

async function rowsOf(house: House, organization: OrganizationId): Promise<Row[]> {
  const attributes = ["sk", "owner", "ownerBy", "originBy"] as const;
  return await house.table.queryAll<Row>(deploymentsOf(organization), { attributes });
}

/** The deployments of an organization with their owners, for the plan of a move of an account's sources. */
export async function ownedIn(
  house: House,
  organization: OrganizationId,
  accountId: string,
): Promise<Owned[]> {
  const rows = await rowsOf(house, organization);
  return rows.map((row) => ({ id: idOf(row), source: sourceOfOwner(row), goes: goesAlong(row, accountId) }));
}

/** The names of those deployments that exist. */
export async function namesOf(
  house: House,
  organization: OrganizationId,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await house.table.batchGet(ids.map((id) => deploymentKey(organization, id)));
  return rows.flatMap((row) => (row ? [(JSON.parse(readSummary(row).item) as DeploymentListItem).name] : []));
}

/**
 * Moves the deployments that the sources created and own, as far as the budget goes. The sources themselves have moved
 * already. Deployments that they took over stay, without an owner. Returns whether nothing is left to do.
 */
export async function moveDeployments(house: House, move: Move, budget: Budget): Promise<boolean> {
  const { from, sources } = move;
  const due = (await rowsOf(house, from)).filter((row) => sources.has(sourceOfOwner(row)));
  const now = due.slice(0, budget.rows).map(idOf);
  await inBatches(now, atOnce, (id) => moveOne(house, move, id));
  budget.rows -= now.length;
  if (now.length < due.length) return false;
  const pulses = await house.table.queryAll<PulseRow>(pulsesOf(from));
  for (const { sk } of pulses)
    if (sources.has(sourceOfPulse(sk))) await movePulseAfterwards(house, move, sk.slice("PULSE#".length));
  return true;
}

async function moveOne(house: House, { from, to, sources, accountId }: Move, id: string): Promise<void> {
  await decideAgain(async () => {
    const [row, detail, there, detailThere, deleted] = await house.table.batchGet([
      deploymentKey(from, id),
      deploymentDetailKey(from, id),
      deploymentKey(to, id),
      deploymentDetailKey(to, id),
      tombstoneKey(to, id),
    ]);
    const summary = row && readSummary(row);
    // It was deleted, or taken over by a source that stays.
    if (!summary || !sources.has(sourceOfOwner(summary))) return;
    if (!goesAlong(summary, accountId))
      return await house.table.transact([releaseSummary(from, id, summary)]);
    const before = there && readSummary(there);
    // A row there is newer, unless the same source could not read the server. A row of another source stays its own.
    const isOthers = before && sourceOfOwner(before) !== sourceOfOwner(summary);
    const isNewer = before && (detailThere?.["detail"] !== undefined || detail?.["detail"] === undefined);
    // A move must not bring back what another's key owned there and somebody deleted: the next report decides.
    const isDeleted =
      !before && deleted !== undefined && !sources.has(sourceOfOwner(deleted as unknown as TombstoneRow));
    const stays = isOthers || isNewer || isDeleted;
    await house.table.transact([
      deleteSummary(from, id, summary),
      { delete: deploymentDetailKey(from, id) },
      ...(stays ? [] : [putSummary(to, id, addressed(summary, to), before)]),
      ...(stays || !detail ? [] : [{ put: { ...detail, ...deploymentDetailKey(to, id) } }]),
      ...(before || isDeleted ? await invalidatePulses(house, to, summary.owner, id) : []),
    ]);
  });
}

/** The row as it is in the other organization. */
function addressed(summary: SummaryRow, to: OrganizationId): Omit<SummaryRow, "sk"> {
  const { item, shape, owner, ownerBy, origin, originBy, at, last } = summary;
  const content = JSON.parse(item) as DeploymentListItem;
  return {
    item: writeItem({ ...content, organizationId: to }),
    shape,
    owner,
    ownerBy,
    origin,
    originBy,
    at,
    last,
  };
}

/** The two rows may differ: the owner must compare with what is stored at its next report. */
async function invalidatePulses(
  house: House,
  to: OrganizationId,
  owner: string,
  id: string,
): Promise<Write[]> {
  const pulses = await house.table.queryAll<PulseRow>(pulsesOfSource(to, owner));
  return pulses
    .filter((pulse) => entriesOf(pulse).has(id))
    .map((pulse) => invalidatePulse(pulse, house.random));
}
