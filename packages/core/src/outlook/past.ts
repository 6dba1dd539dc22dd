import { atLimit } from "../contract/outlook/runway.ts";
import { median } from "./statistics.ts";

/** What a database used on one day, as far as it is known. Bytes. */
export interface DayOfMemory {
  /** The largest used memory; undefined when too little of the day is known. */
  peak: number | undefined;
  limit: number | undefined;
}

/** The past of one database at a midnight of UTC. Bytes. */
export interface MemoryPast {
  /** The days before the midnight, the newest last. At most 90 are used. */
  days: readonly DayOfMemory[];
  /** The largest used memory of each hour before the midnight, the newest last. At most 14 days are used. */
  hours: readonly (number | undefined)[];
  /** The limit now, above zero. */
  limit: number;
  /** The part of the limit at which the database counts as full: 1, or less for Active-Active databases. */
  fullAt: number;
}

/** How many days and hours the method uses. */
export const mostDays = 90;
export const mostHours = 14 * 24;

/** One day with a known demand. */
export interface Point {
  /** The day, counted from the first day of the past. */
  x: number;
  /** The peak as a part of what is full. */
  y: number;
}

/** The days with a known demand, oldest first. A day that was held down by a smaller limit of its own is unknown. */
export function pointsOf({ days, limit, fullAt }: MemoryPast): Point[] {
  const full = limit * fullAt;
  return days.slice(-mostDays).flatMap((one, index) => {
    const { peak } = one;
    if (peak === undefined || isHeldDown(one, limit, fullAt)) return [];
    return [{ x: index, y: peak / full }];
  });
}

const isHeldDown = ({ peak, limit }: DayOfMemory, now: number, fullAt: number): boolean =>
  peak !== undefined && limit !== undefined && limit > 0 && limit < now && peak >= atLimit * fullAt * limit;

/** The hours as parts of what is full, the newest last. */
export const hoursOf = ({ hours, limit, fullAt }: MemoryPast): (number | undefined)[] =>
  hours.slice(-mostHours).map((used) => (used === undefined ? undefined : used / (limit * fullAt)));

/**
 * Whether keys were evicted on three of the last seven days. A day with a smaller limit than now does not count.
 * @param evicted keys evicted a second on each day, beside the days of the past
 */
export function evictsNow({ days, limit }: MemoryPast, evicted: readonly (number | undefined)[]): boolean {
  const offset = evicted.length - days.length;
  const recent = days.map((one, index) => ({
    limit: one.limit ?? limit,
    evicted: evicted[index + offset] ?? 0,
  }));
  return recent.slice(-7).filter((one) => one.evicted > 0 && one.limit >= limit).length >= 3;
}

/** When in a day the peak usually is, as a part of the day: late where memory grows all day. By the known hours. */
export function peakTimeOf({ hours }: MemoryPast): number {
  const recent = hours.slice(-mostHours);
  const times: number[] = [];
  for (let end = recent.length; end >= 24; end -= 24) {
    const day = recent.slice(end - 24, end);
    const [lowest, highest] = [Math.min(...known(day)), Math.max(...known(day))];
    if (known(day).length >= 12 && highest > lowest) times.push((day.indexOf(highest) + 0.5) / 24);
  }
  return times.length === 0 ? 0.5 : median(times);
}

export const known = (values: readonly (number | undefined)[]): number[] =>
  values.filter((value): value is number => value !== undefined);
