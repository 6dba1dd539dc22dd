/* When the memory of a database is full. Apart from the schemas, because charts and lists need no schema library. */

/** How the pace of a growth changes. */
export type Pace = "steady" | "faster" | "slower";

/** A straight line into the future: bytes at the midnight of UTC at which it begins, and bytes a day. */
export interface Line {
  level: number;
  perDay: number;
}

/** A growth of the daily peaks, as the fold of a day found it. The limit has no part in it. */
export interface Growth {
  /** How many days it has lasted: the window that was used. */
  days: number;
  /** Bytes a day. */
  perDay: number;
  pace: Pace;
  /** It slows, and is too short for a date. */
  isVague: boolean;
  /** Beyond so many days it says nothing. */
  within: number;
  earliest: Line;
  likely: Line;
  latest: Line;
  /** Days that the latest date is later by, because of a wave of a week. */
  slack: number;
}

/** What the past of a database says: a growth, none, or too few days to say anything. */
export type Trend = Growth | { days: number; growth: "none" | "early" };

/** Days from the midnight on, earliest ≤ likely ≤ latest. */
export interface Dates {
  earliest: number;
  likely: number;
  latest: number;
}

/** What can be said of the memory of a database. */
export type Runway =
  | { say: "date"; growth: Growth; dates: Dates }
  /** Not within `growth.within` days. */
  | { say: "far"; growth: Growth }
  /** It grows, and no date is clear. */
  | { say: "unclear"; growth: Growth }
  | { say: "full" }
  | { say: "none" }
  /** @param days so many are known */
  | { say: "early"; days: number };

/** With fewer known days nothing is said. */
export const leastDays = 9;

/** From this part of its limit on, a database is at its limit. Used memory goes up to 100.2 % there. */
export const atLimit = 0.98;

/** A database with a limit. */
export interface Limited {
  /** The newest known, bytes. */
  used: number | undefined;
  /** Bytes, above zero. */
  limit: number;
  /** The part of the limit at which it counts as full: 1, or less for Active-Active databases. */
  fullAt: number;
  /** Keys were evicted on three of the last seven days. */
  evicts: boolean;
}

/** What a trend means with the limit of now. */
export function runwayOf(trend: Trend, { used, limit, fullAt, evicts }: Limited): Runway {
  const full = limit * fullAt;
  if (evicts || (used !== undefined && used >= atLimit * full)) return { say: "full" };
  if ("growth" in trend)
    return trend.growth === "early" ? { say: "early", days: trend.days } : { say: "none" };
  const dates = datesOf(trend, full);
  if (dates.earliest > trend.within) return { say: "far", growth: trend };
  const isWide = dates.latest > 4 * Math.max(dates.earliest, 4);
  return trend.isVague || isWide ? { say: "unclear", growth: trend } : { say: "date", growth: trend, dates };
}

/** When the lines of a growth reach so many bytes. */
export function datesOf(growth: Growth, full: number): Dates {
  const until = ({ level, perDay }: Line) => Math.max(0, (full - level) / perDay);
  const likely = until(growth.likely);
  return {
    earliest: Math.min(until(growth.earliest), likely),
    likely,
    latest: Math.max(until(growth.latest), likely) + growth.slack,
  };
}
