import { atLimit } from "../contract/outlook/runway.ts";

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
  /** Days since the first day of the past, at the middle of the day. */
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
    return [{ x: index + 0.5, y: peak / full }];
  });
}

const isHeldDown = ({ peak, limit }: DayOfMemory, now: number, fullAt: number): boolean =>
  peak !== undefined && limit !== undefined && limit > 0 && limit < now && peak >= atLimit * fullAt * limit;

/** The hours as parts of what is full, the newest last. */
export const hoursOf = ({ hours, limit, fullAt }: MemoryPast): (number | undefined)[] =>
  hours.slice(-mostHours).map((used) => (used === undefined ? undefined : used / (limit * fullAt)));
