import { atLimit } from "../contract/outlook/runway.ts";
import { figureAt } from "./columns.ts";
import type { DatabasePast } from "../history/timeline/timeline.ts";
import type { Fullness } from "./rows/payload.ts";

/** Whole weeks are compared, because many hit ratios have a wave of a week. */
const week = 7;
const earlier = 4 * week;

/**
 * Undefined where the newest day did not reach the limit and evicted nothing.
 * @param length how many days there are
 */
export function fullnessOf(past: DatabasePast, length: number): Fullness | undefined {
  if (isFullOn(past, length - 1) !== true) return undefined;
  return {
    days: daysFull(past, length),
    hitRatio: hitRatioOf(past, length),
    hitRatioBefore: hitRatioOf(past, length - earlier),
  };
}

/** Undefined where nothing is known of the day. */
function isFullOn(past: DatabasePast, index: number): boolean | undefined {
  const [used, limit] = [figureAt(past, "used", index), figureAt(past, "limit", index)];
  if ((figureAt(past, "evicted", index) ?? 0) > 0) return true;
  return used === undefined || limit === undefined || limit === 0 ? undefined : used >= atLimit * limit;
}

/** A day of which nothing is known lies between two of which something is. */
function daysFull(past: DatabasePast, length: number): number | undefined {
  let first = length - 1;
  for (let index = first; index >= 0; index -= 1) {
    const isFull = isFullOn(past, index);
    if (isFull === false) return length - first;
    if (isFull) first = index;
  }
  return undefined;
}

/** @param end the day after the last of the week */
function hitRatioOf(past: DatabasePast, end: number): number | undefined {
  let [hits, lookups] = [0, 0];
  for (let index = Math.max(0, end - week); index < end; index += 1) {
    const [found, missed] = [figureAt(past, "hits", index), figureAt(past, "misses", index)];
    if (found === undefined || missed === undefined) continue;
    hits += found;
    lookups += found + missed;
  }
  return lookups > 0 ? (100 * hits) / lookups : undefined;
}
