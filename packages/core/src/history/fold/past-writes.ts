import type { OrganizationId } from "../../access/scope.ts";
import type { DeploymentListItem } from "../../contract/deployment/deployment.ts";
import { slotSeconds } from "../../contract/report/slot-columns.ts";
import type { Write } from "../../table/table.ts";
import { addSlot, emptyTimeline, type Timeline, unifyTags } from "../timeline/timeline.ts";
import { coarsen } from "../timeline/coarsen.ts";
import { type SlotDeployment, toCodes } from "../trail-payload.ts";
import { slotsOfDay } from "./fold-day.ts";
import { mondayOf } from "./folded.keys.ts";
import { dayStep, dayWrites, type FoldedDay, hourStep, weekRow } from "./folded.table.ts";
import { shardCountsOf } from "./shard-counts.ts";

const hoursOfDay = 24;
const slotsOfHour = hourStep / slotSeconds;

/** A day that is over, with what was said about a deployment in some of its hours. */
export interface PastDay {
  /** Counted from 1970-01-01. */
  dayNumber: number;
  /** By the number of the hour, counted from 1970-01-01. */
  said: ReadonlyMap<number, SlotDeployment>;
  /** Whether its hours are stored beside the day. */
  withHours: boolean;
  /** How many hours apart they are; 1 when absent. */
  hoursApart?: number;
  /** The licence of that day. */
  license: DeploymentListItem["license"];
}

/**
 * The writes of days of a deployment that no trail is left of, as the fold would have made them. They replace the whole
 * weeks that are there. A day without a word has none, as in the fold. It is for demo data.
 */
export function pastWrites(organization: OrganizationId, id: string, days: Iterable<PastDay>): Write[] {
  const folded: (FoldedDay & { withHours: boolean })[] = [];
  for (const { dayNumber, said, withHours, license, hoursApart = 1 } of days) {
    const hours = emptyTimeline(hourStep, dayNumber * hoursOfDay, hoursOfDay);
    for (const [hour, word] of said) addSlot(hours, hour, toCodes(word));
    unifyTags(hours);
    const shards = shardCountsOf(license);
    if (said.size > 0) folded.push({ withHours, hours, days: wholeDay(hours, hoursApart), shards });
  }
  const weeks = Map.groupBy(folded, (day) => mondayOf(day.days.first));
  return [
    ...[...weeks.values()].map((week): Write => ({ put: weekRow(organization, id, week) })),
    ...folded
      .filter(({ withHours }) => withHours)
      .map((day): Write => ({ put: dayWrites(organization, id, day)[0].put })),
  ];
}

/** The day of these hours. It counts as if its source had said something in every slot of them. */
function wholeDay(hours: Timeline, hoursApart: number): Timeline {
  const days = coarsen(hours, dayStep);
  days.covered[0] = Math.min(slotsOfDay, (days.covered[0] ?? 0) * hoursApart * slotsOfHour);
  return days;
}
