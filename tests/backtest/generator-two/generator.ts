import { day } from "@shardwatch/core/kit/time";
import { Random } from "../random.ts";
import { days, type Demand, hours, record } from "../recording.ts";
import type { Story } from "../types.ts";
import { changing } from "./changing.ts";
import { full } from "./full.ts";
import { growing } from "./growing.ts";
import { heavyTailed, type Moment, trafficOf } from "./moment.ts";
import { recurring } from "./recurring.ts";
import type { Kind, LimitRule, Plot } from "./story.ts";

export const kinds: readonly Kind[] = [...recurring, ...changing, ...growing, ...full];

/*
 * The second generator: sessions, accounts, jobs, deploys and logs are played hour by hour, and the limit is chosen
 * afterwards. It shares only random numbers and the recording with the first one. No method is chosen with it: what is
 * reported comes from the seeds 9201 and 9202.
 */
export function* generatorTwo(seed: number, databases: number): Generator<Story> {
  for (let index = 0; index < databases; index += 1) {
    const kind = kinds[index % kinds.length];
    if (!kind) continue;
    const random = randomOf(seed, index);
    yield record(demandOf(kind, `two-${seed}-${index}`, random), random);
  }
}

const randomOf = (seed: number, index: number) => new Random(seed * 7_368_787 + 31 * index);

/** A database of a kind as it is, at this midnight of UTC. It resembles the one that a backtest of the seed plays. */
export const demandOfTwo = (kind: Kind, seed: number, index: number, now: number): Demand =>
  demandOf(kind, `two-${seed}-${index}`, randomOf(seed, index), now);

const firstNow = Date.UTC(2025, 2, 1);
const newest = hours.past - 24;
/** So many days are played before the first one that is kept. */
const lead = 10;
const policies = [
  "allkeys-lru",
  "noeviction",
  "noeviction",
  "volatile-lru",
  "volatile-lfu",
  "allkeys-lfu",
] as const;

function demandOf({ name, isGrowing, plot }: Kind, id: string, random: Random, at?: number): Demand {
  const drawn = firstNow + random.whole(0, 600) * day;
  const now = at ?? drawn;
  const made = plot(random);
  const played = play(made, now, random);
  const size = Math.round(2 ** random.between(26, 39));
  const scale = size / limitOf(made.limit, played);
  const bytes = played.map((value) => value * scale);
  const demand: Demand = {
    id,
    family: name,
    isGrowing,
    policy: made.policy ?? (random.chance(0.07) ? null : random.pick(policies)),
    limit: made.unlimited === undefined ? size : made.unlimited,
    now,
    bytes,
    slots: slotsOf(made, random),
  };
  const limits = formerLimits(made, bytes, size);
  if (limits) demand.limits = limits;
  return demand;
}

/** Days on which people work less, about ten a year. */
function holidaysOf(random: Random): Set<number> {
  const found = new Set<number>();
  for (let at = -100; at < days.future; at += Math.ceil(random.exponential(36))) {
    const lasts = random.pick([1, 1, 1, 2, 4]);
    for (let each = 0; each < lasts; each += 1) found.add(at + each);
  }
  return found;
}

/** The demand of each hour, in any unit. The processes begin ten days earlier, so that the first hours are usual ones. */
function play({ processes }: Plot, now: number, random: Random): Float64Array {
  const holidays = holidaysOf(random);
  const traffic = trafficOf(random);
  // Buffers of clients come and go with the traffic of most databases.
  const buffers = random.chance(0.2) ? 0 : random.logBetween(0.01, 0.12);
  const [jitter, drift] = [random.logBetween(0.0002, 0.002), random.between(0, 0.0002)];
  const demand = new Float64Array(hours.all);
  let wander = 0;
  // One object for all hours: to make it anew for each took a third of the time.
  const moment: Moment = { at: 0, hourOfDay: 0, weekday: 0, dayOfMonth: 1, isHoliday: false };
  for (let at = -days.past - lead; at < days.future; at += 1) {
    const date = new Date(now + at * day);
    moment.weekday = date.getUTCDay();
    moment.dayOfMonth = date.getUTCDate();
    moment.isHoliday = holidays.has(at);
    for (let hourOfDay = 0; hourOfDay < 24; hourOfDay += 1) {
      moment.at = at + hourOfDay / 24;
      moment.hourOfDay = hourOfDay;
      let sum = 0;
      for (const process of processes) sum += process(moment);
      // What fragments add wanders slowly, and jumps a little.
      wander = 0.997 * wander + drift * random.normal();
      const share = 1 + wander + jitter * heavyTailed(random) + buffers * traffic(moment);
      if (at >= -days.past) demand[(at + days.past) * 24 + hourOfDay] = Math.max(0, sum * share);
    }
  }
  return demand;
}

const highest = (values: Float64Array): number => values.reduce((left, right) => Math.max(left, right), 0);

/** Growth that would be at its limit now has its limit a little later. */
const leastAbove = 1.03;

function limitOf(rule: LimitRule, demand: Float64Array): number {
  if ("highest" in rule) return highest(demand) / rule.highest;
  if ("newest" in rule) return highest(demand.subarray(newest, hours.past)) / rule.newest;
  const reached = highest(demand.subarray(hours.past, hours.past + Math.ceil(rule.fillsWithin * 24)));
  return Math.max(reached, leastAbove * highest(demand.subarray(newest, hours.past)));
}

/** The limit of each past day where the database had a smaller one. */
function formerLimits({ resized }: Plot, bytes: Float64Array, size: number): number[] | undefined {
  if (!resized) return undefined;
  const day0 = days.past - Math.floor(resized.ago);
  const former = resized.share * highest(bytes.subarray(0, day0 * 24));
  return Array.from({ length: days.past }, (_, number) => (number < day0 ? Math.min(former, size) : size));
}

/** ElastiCache is measured every 15 minutes, the others every five. */
const slotsAnHour = [12, 12, 4] as const;

function slotsOf({ age = days.past, outages }: Plot, random: Random): Uint8Array {
  const slots = new Uint8Array(hours.past).fill(random.pick(slotsAnHour));
  slots.fill(0, 0, Math.max(0, Math.floor((days.past - age) * 24)));
  const lost = outages ?? (random.chance(0.15) ? [random.logBetween(0.1, 3)] : []);
  for (const lasts of lost) {
    const begin = random.whole(0, hours.past - 48);
    slots.fill(0, begin, begin + Math.ceil(lasts * 24));
  }
  for (let index = 0; index < slots.length; index += 1)
    if (random.chance(0.002)) slots[index] = Math.min(slots[index] ?? 0, random.whole(0, 3));
  return slots;
}
