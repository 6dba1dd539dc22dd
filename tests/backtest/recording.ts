import { fromCode, toCode } from "@shardwatch/core/kit/code16";
import { day, hour } from "@shardwatch/core/kit/time";
import type { Random } from "./random.ts";
import type { Day, Story } from "./types.ts";

/** How far a story reaches. Both generators use these. */
export const days = { past: 90, future: 365 } as const;
const hoursOfDay = 24;
export const hours = { past: days.past * hoursOfDay, all: (days.past + days.future) * hoursOfDay } as const;
const seenHours = 14 * hoursOfDay;

/** A database as it is, before anybody measures it. */
export interface Demand {
  id: string;
  family: string;
  isGrowing: boolean;
  policy: string | null;
  /** The present limit in bytes; null or 0 when there is none to reach. */
  limit: number | null;
  /** Milliseconds, at midnight UTC. */
  now: number;
  /** What the keys would take without a limit, in bytes, of each hour. The first `hours.past` are before now. */
  bytes: Float64Array;
  /** The limit of each past day where it was another one. */
  limits?: number[];
  /** How many slots of each past hour were covered: twelve of all. Without it all were. */
  slots?: Uint8Array;
}

/** At the limit the servers keep up to this much more: measured on small servers, which had 100.0 to 100.2 %. */
const mostAbove = 0.002;

export const evicts = (policy: string | null): boolean => /^(allkeys|volatile)-/.test(policy ?? "");

/** What the product's history keeps of a figure. */
const kept = (figure: number): number => fromCode(toCode(figure)) ?? 0;

/** What a source sees of each past hour: the largest used bytes, null for an hour that it misses, and keys evicted a second. */
export function recordedHours(demand: Demand, random: Random) {
  const { bytes, limits, limit, policy, slots } = demand;
  const isEvicting = evicts(policy);
  const used: (number | null)[] = [];
  const evicted: number[] = [];
  for (let index = 0; index < hours.past; index += 1) {
    const most = (limits?.[Math.floor(index / hoursOfDay)] ?? limit) || Infinity;
    const wanted = bytes[index] ?? 0;
    const isSeen = slots?.[index] !== 0;
    const isFull = wanted >= most;
    used.push(isSeen ? (isFull ? most * (1 + mostAbove * random.share()) : wanted) : null);
    const churn = isFull ? 20 * random.between(0.5, 1.5) + (1_000 * (wanted - most)) / most : 0;
    evicted.push(isSeen && isEvicting ? churn : 0);
  }
  return { used, evicted };
}

const slotsOfDay = (slots: Uint8Array | undefined, number: number): number => {
  if (!slots) return 12 * hoursOfDay;
  return slots
    .subarray(number * hoursOfDay, (number + 1) * hoursOfDay)
    .reduce((sum, covered) => sum + covered, 0);
};

const dateOf = (time: number): string => new Date(time).toISOString().slice(0, 10);
const highest = (values: Iterable<number>): number => {
  let most = -Infinity;
  for (const value of values) if (value > most) most = value;
  return most;
};

/** What a source would have recorded of a database, and what comes after. */
export function record(demand: Demand, random: Random): Story {
  const { id, family, isGrowing, policy, limit, now, bytes, limits, slots } = demand;
  const { used, evicted } = recordedHours(demand, random);
  const recorded = Array.from({ length: days.past }, (_, number): Day => {
    const [from, to] = [number * hoursOfDay, (number + 1) * hoursOfDay];
    const known = used.slice(from, to).filter((value) => value !== null);
    const date = dateOf(now - (days.past - number) * day);
    const covered = slotsOfDay(slots, number);
    if (known.length === 0) return [date, null, null, 0, covered];
    const rate = kept(evicted.slice(from, to).reduce((sum, one) => sum + one, 0) / known.length);
    const ofDay = limits?.[number] ?? limit;
    return [date, kept(highest(known)), ofDay === null ? null : kept(ofDay), rate, covered];
  });
  return {
    input: {
      id,
      policy,
      limit: limit === null ? null : Math.round(limit),
      now: new Date(now).toISOString(),
      days: recorded,
      hours: used.slice(-seenHours).map((value) => (value === null ? null : kept(value))),
    },
    family,
    isGrowing,
    truth: limit ? firstFull(bytes, limit, now) : undefined,
    isAtLimit: limit ? isAtLimit(bytes, limit, recorded) : false,
  };
}

/** The first hour from now on with demand at or above a limit, in milliseconds. */
export function firstFull(bytes: Float64Array, limit: number, now: number): number | undefined {
  for (let index = hours.past; index < hours.all; index += 1)
    if ((bytes[index] ?? 0) >= limit) return now + (index - hours.past) * hour;
  return undefined;
}

/** The share of the limit from which on a database is at its limit. */
const fullShare = 0.98;

/** Keys that were evicted below a smaller limit than the present one say nothing of this one. */
function isAtLimit(bytes: Float64Array, limit: number, recorded: readonly Day[]): boolean {
  const newest = highest(bytes.subarray(hours.past - hoursOfDay, hours.past));
  const evicting = recorded
    .slice(-7)
    .filter(([, , ofDay, evicted]) => (evicted ?? 0) > 0 && (ofDay ?? 0) >= fullShare * limit);
  return newest >= fullShare * limit || evicting.length >= 3;
}
