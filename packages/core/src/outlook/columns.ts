import { leastDays } from "../contract/outlook/runway.ts";
import { slotColumns } from "../contract/report/slot-columns.ts";
import { traitsOf } from "../contract/source/source.ts";
import type { PastColumn } from "../history/timeline/columns.ts";
import type { DatabasePast, Timeline } from "../history/timeline/timeline.ts";
import { slotLength } from "../history/slots.ts";
import { fromCode } from "../kit/code16.ts";
import { day, minute } from "../kit/time.ts";
import type { DayOfMemory } from "./past.ts";
import type { DatabaseOutlook } from "./rows/payload.ts";

/* What the columns of folded days say about the memory of a database. */

export const columnsOfDays = [
  "used",
  "limit",
  "evicted",
  "keys",
  "expiring",
  "hits",
  "misses",
] as const satisfies readonly PastColumn[];

/** How many slots of a day must be known: half of those that the rhythm of a source gives. */
export function leastSlots(source: string): number {
  const { interval, heldFor } = traitsOf(source);
  return day / Math.max(slotLength, interval * minute, heldFor * slotLength) / 2;
}

/** Which days count. */
export const countedDays = ({ covered }: Timeline, source: string): boolean[] =>
  Array.from(covered, (slots) => slots >= leastSlots(source));

export const figureAt = (past: DatabasePast, name: PastColumn, index: number): number | undefined => {
  const code = past.get(name)?.[index];
  return code === undefined ? undefined : (fromCode(code) ?? undefined);
};

/** The peaks and limits of the days. Days that do not count are not known. */
export const memoryOf = (past: DatabasePast, counts: readonly boolean[]): DayOfMemory[] =>
  counts.map((isCounted, index) => ({
    peak: isCounted ? figureAt(past, "used", index) : undefined,
    limit: figureAt(past, "limit", index),
  }));

const daysOfEvictions = 7;
const evictingDays = 3;

/**
 * What a database did on the newest days beside its memory. Evictions at a smaller limit than the newest say nothing.
 * @param length how many days there are
 */
export function habitsOf(past: DatabasePast, length: number): Omit<DatabaseOutlook, "trend" | "full"> {
  let [evicting, limit] = [0, 0];
  for (let index = length - 1; index >= Math.max(0, length - daysOfEvictions); index -= 1) {
    const own = figureAt(past, "limit", index);
    limit ||= own ?? 0;
    if ((figureAt(past, "evicted", index) ?? 0) > 0 && (own ?? limit) >= limit) evicting += 1;
  }
  const [keys, expiring] = [figureAt(past, "keys", length - 1), figureAt(past, "expiring", length - 1)];
  const evicted = figureAt(past, "evicted", length - 1);
  const isKnown = keys !== undefined && keys > 0 && expiring !== undefined;
  return {
    evicts: evicting >= evictingDays,
    evicted: evicted === undefined ? undefined : evicted / slotColumns.evicted.perUnit,
    // Both are counted one after the other.
    share: isKnown ? Math.min(100, (100 * expiring) / keys) : undefined,
  };
}

/** The newest days of which the newest hours may be a fast growth. */
const newDays = 3;
/** So many older days must be known beside two days of fast growth. */
const olderDays = 14;

/** Whether hours can say more than days: the newest peak is above everything older than three days. */
export function mayFillFast(days: readonly DayOfMemory[]): boolean {
  const newest = days.at(-1)?.peak;
  if (newest === undefined) return false;
  const older = days.slice(0, -newDays).flatMap(({ peak }) => peak ?? []);
  const known = days.filter(({ peak }) => peak !== undefined).length;
  return known >= Math.max(leastDays, olderDays + 2) && older.every((peak) => newest > peak);
}
