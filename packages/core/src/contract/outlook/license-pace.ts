/*
 * When the shards of a license are used up. Shards come in steps, so there is no line through them: what counts is on
 * how many days they grew, and by how many. Apart from the schemas, because a page needs no schema library for it.
 */

/** The shards of one kind in use at the end of a day. Days are numbered from 1970-01-01. */
export interface ShardDay {
  day: number;
  inUse: number;
}

/** What can be said of the shards of one kind. */
export type ShardRunway =
  /** The license states no limit for this kind, or it is not known. */
  | { say: "noLimit" }
  | { say: "over"; by: number }
  | { say: "full" }
  /** Used up in so many days, at the pace of the last `known` days. Half and double the pace are the ends. */
  | { say: "range"; earliest: number; latest: number; known: number }
  | { say: "grew"; by: number; known: number }
  | { say: "lastGrew"; daysAgo: number }
  | { say: "steady"; known: number }
  /** No day before this one is known. */
  | { say: "early" };

/** The days over which a pace is taken. */
export const paceDays = 90;

/** So many days a rise or a fall has to last. Upgrades and migrations shrink or double shards for less. */
const lasting = 7;

/** The first day of the pace is compared with the days before it. */
export const daysToRead = paceDays + lasting;

/** A range needs increases on so many different days. */
const fewestIncreases = 3;

/** Beyond five years no pace says anything. */
export const horizon = 5 * 365;

/** With fewer known days, a cluster is still being set up, and has no pace. */
const fewestKnown = 28;

/**
 * What the past of the shards of one kind says beside their limit.
 * @param past ascending; missing days show what the day before them did. The newest is today, with what is in use now
 * @param limit shards; 0 for none
 */
export function shardRunwayOf(past: readonly ShardDay[], limit: number): ShardRunway {
  const today = past.at(-1);
  if (today === undefined || limit <= 0) return { say: "noLimit" };
  const { inUse } = today;
  if (inUse > limit) return { say: "over", by: inUse - limit };
  if (inUse === limit) return { say: "full" };
  const { known, steps } = stepsOf(past, today.day);
  if (known === 0) return { say: "early" };
  const increases = steps.filter(({ by }) => by > 0);
  const grown = steps.reduce((sum, { by }) => sum + by, 0);
  const newest = increases.at(-1);
  if (newest === undefined) return { say: "steady", known };
  if (increases.length === 1 || grown <= 0) return { say: "lastGrew", daysAgo: today.day - newest.day };
  if (increases.length < fewestIncreases || known < fewestKnown) return { say: "grew", by: grown, known };
  const middle = ((limit - inUse) * known) / grown;
  return { say: "range", earliest: middle / 2, latest: middle * 2, known };
}

/** The lasting rises and falls of the last 90 days, and how many days are known. */
function stepsOf(past: readonly ShardDay[], today: number) {
  const [first] = past;
  const start = Math.max(first?.day ?? today, today - paceDays - lasting + 1);
  const known = Math.min(today - start, paceDays);
  const values = withoutFalls(withoutRises(everyDay(past, start, today)));
  const steps = values.flatMap((value, index) => {
    const by = value - (values[index - 1] ?? value);
    const day = start + index;
    return by !== 0 && day > today - paceDays ? [{ day, by }] : [];
  });
  return { known, steps };
}

/** One value for each day, the first and the last one included. */
function everyDay(past: readonly ShardDay[], start: number, today: number): number[] {
  const byDay = new Map(past.map(({ day, inUse }) => [day, inUse]));
  let last = past.findLast(({ day }) => day <= start)?.inUse ?? past[0]?.inUse ?? 0;
  return Array.from({ length: today - start + 1 }, (_, index) => (last = byDay.get(start + index) ?? last));
}

/** Without rises that ended within 7 days. A rise that is still there may last. */
function withoutRises(values: readonly number[]): number[] {
  return windowed(windowed(padded(values, lasting - 1), Math.min), Math.max);
}

/** Without falls that ended within 7 days, or have not lasted as long yet. */
function withoutFalls(values: readonly number[]): number[] {
  const highest = windowed(padded(values, 0), Math.max);
  return highest.map((_, index) => Math.min(...highest.slice(index, index + lasting)));
}

/** With 6 days like the first one before it, and some like the newest one after it. */
const padded = (values: readonly number[], after: number): number[] => [
  ...Array.from({ length: lasting - 1 }, () => values[0] ?? 0),
  ...values,
  ...Array.from({ length: after }, () => values.at(-1) ?? 0),
];

/** The least or the most of each 7 days that follow each other. */
const windowed = (values: readonly number[], of: (...some: number[]) => number): number[] =>
  values.slice(lasting - 1).map((_, index) => of(...values.slice(index, index + lasting)));

/** Days until a runway ends. Undefined where nothing says that it does. */
export function daysOfRunway(runway: ShardRunway): number | undefined {
  if (runway.say === "over" || runway.say === "full") return 0;
  return runway.say === "range" && runway.earliest <= horizon ? runway.earliest : undefined;
}
