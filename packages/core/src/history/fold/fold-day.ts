import { slotSeconds } from "../../contract/report/slot-columns.ts";
import { day, hour } from "../../kit/time.ts";
import { slotLength } from "../slots.ts";
import { coarsen } from "../timeline/coarsen.ts";
import { emptyTimeline, type Timeline, unifyTags } from "../timeline/timeline.ts";
import { dayStep, type FoldedDay, hourStep } from "./folded.table.ts";
import type { ShardCounts } from "./shard-counts.ts";

/** No slot of a day is accepted any more from then on, counted from its end. */
export const foldedFrom = 4 * hour;

export const slotsOfDay = day / slotLength;

/** A day of a deployment without any slot yet. Days are numbered from 1970-01-01. */
export const emptyDay = (dayNumber: number): Timeline =>
  emptyTimeline(slotSeconds, dayNumber * slotsOfDay, slotsOfDay);

/** A day of slots in hours and as one step. The same slots give the same values, in whichever order they came. */
export function foldDay(slots: Timeline, shards: ShardCounts | undefined): FoldedDay {
  unifyTags(slots);
  return { hours: coarsen(slots, hourStep), days: coarsen(slots, dayStep), shards };
}
