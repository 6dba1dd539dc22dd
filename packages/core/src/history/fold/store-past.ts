import type { Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import type { DeploymentListItem } from "../../contract/deployment.ts";
import { inBatches } from "../../kit/in-batches.ts";
import { addSlot } from "../timeline/add-slot.ts";
import { type SlotDeployment, toCodes } from "../trail-payload.ts";
import { emptyDay, foldDay } from "./fold-day.ts";
import { mondayOf } from "./folded.keys.ts";
import { dayWrites, type FoldedDay, weekRow } from "./folded.table.ts";
import { shardCountsOf } from "./shard-counts.ts";

const atOnce = 25;

/** A day that is over, with what was said about a deployment in some of its slots. */
export interface PastDay {
  /** Counted from 1970-01-01. */
  dayNumber: number;
  slots: ReadonlyMap<number, SlotDeployment>;
  /** Whether its hours are stored beside the day. */
  withHours: boolean;
}

/**
 * Stores days of a deployment that no trail is left of, as the fold would have. They replace what is there. It is for
 * demo data.
 */
export async function storePast(
  { table }: Services,
  organization: OrganizationId,
  { id, license }: { id: string; license: DeploymentListItem["license"] },
  days: readonly PastDay[],
): Promise<void> {
  const shards = shardCountsOf(license);
  const folded = days.map(({ dayNumber, slots, withHours }) => {
    const day = emptyDay(dayNumber);
    for (const [slot, said] of slots) addSlot(day, slot, toCodes(said));
    return { withHours, ...foldDay(day, shards) };
  });
  const weeks = Map.groupBy(folded, ({ days: { first } }) => mondayOf(first));
  const rows = [
    ...[...weeks.values()].map((week: readonly FoldedDay[]) => weekRow(organization, id, week)),
    ...folded.filter(({ withHours }) => withHours).map((day) => dayWrites(organization, id, day)[0].put),
  ];
  await inBatches(rows, atOnce, (row) => table.put(row));
}
