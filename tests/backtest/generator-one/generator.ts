import { day } from "@shardwatch/core/kit/time";
import { autoregressive, Random } from "../random.ts";
import { days, type Demand, hours, record } from "../recording.ts";
import type { Story } from "../types.ts";
import { full } from "./full.ts";
import { growing } from "./growing.ts";
import type { Family, Shape } from "./shape.ts";
import { still } from "./still.ts";

export const families: readonly Family[] = [...still, ...growing, ...full];

/*
 * The first generator: a demand is a formula of time, times waves of the day and the week, times autoregressive noise.
 * A method may be chosen with its seeds 1 to 3. What is reported comes from the seeds 21 and 22.
 */
export function* generatorOne(seed: number, databases: number): Generator<Story> {
  for (let index = 0; index < databases; index += 1) {
    const family = families[index % families.length];
    if (!family) continue;
    const random = randomOf(seed, index);
    yield record(demandOf(family, `one-${seed}-${index}`, random), random);
  }
}

const randomOf = (seed: number, index: number) => new Random(seed * 1_000_003 + index);

/** A database of a family as it is, at this midnight of UTC. It resembles the one that a backtest of the seed plays. */
export const demandOfOne = (family: Family, seed: number, index: number, now: number): Demand =>
  demandOf(family, `one-${seed}-${index}`, randomOf(seed, index), now);

const firstNow = Date.UTC(2026, 0, 5);
const gibibyte = 2 ** 30;
const policies = [
  "noeviction",
  "allkeys-lru",
  "allkeys-lfu",
  "volatile-lru",
  "volatile-ttl",
  "noeviction",
] as const;

function demandOf({ name, isGrowing, shape }: Family, id: string, random: Random, at?: number): Demand {
  const drawn = firstNow + random.whole(0, 364) * day;
  const now = at ?? drawn;
  const made = shape(random);
  const size = Math.round(gibibyte * random.logBetween(0.1, 400));
  const demand: Demand = {
    id,
    family: name,
    isGrowing,
    policy: made.policy ?? (random.chance(0.05) ? null : random.pick(policies)),
    limit: made.limit === undefined ? size : made.limit,
    now,
    bytes: bytesOf(made, size, new Date(now).getUTCDay(), random),
  };
  const { limitAt } = made;
  if (limitAt)
    demand.limits = Array.from({ length: days.past }, (_, index) => size * limitAt(index - days.past + 1));
  const slots = slotsOf(made, random);
  if (slots) demand.slots = slots;
  return demand;
}

/** @param weekday of now: 0 is a Sunday */
function bytesOf(made: Shape, size: number, weekday: number, random: Random): Float64Array {
  const night = made.night ?? (random.chance(0.35) ? 0 : random.between(0.004, 0.09));
  const week = made.week ?? (random.chance(0.5) ? 0 : random.between(0.005, 0.05));
  const deviation = made.noise ?? random.logBetween(0.001, 0.01);
  const [phase, lowest] = [random.share(), random.whole(0, 6)];
  const noise = autoregressive(random, hours.all, { keeps: random.between(0.7, 0.97), deviation });
  const byHour = Array.from({ length: 24 }, (_, index) => Math.cos(2 * Math.PI * (index / 24 - phase)));
  const bytes = new Float64Array(hours.all);
  let most = 0;
  for (let index = 0; index < hours.all; index += 1) {
    const time = (index - hours.past) / 24;
    const low = quiet[(weekday + Math.floor(index / 24) + lowest) % 7] ?? 0;
    const waves = (1 - night * (0.5 - 0.5 * (byHour[index % 24] ?? 0))) * (1 - week * low);
    const wanted = Math.max(0, made.level(time) * waves * (1 + (noise[index] ?? 0)));
    bytes[index] = wanted;
    if (wanted > most) most = wanted;
  }
  const scale = size * (made.highest === undefined ? 1 : made.highest / most);
  for (let index = 0; index < hours.all; index += 1) bytes[index] = (bytes[index] ?? 0) * scale;
  return bytes;
}

/** How quiet each day of a week is: two days are the weekend, which is not on the same days everywhere. */
const quiet = [1, 0.25, 0.05, 0, 0.05, 0.2, 0.85];

const allSlots = 12;

/** Which slots were recorded; undefined when all were. */
function slotsOf({ age = days.past, missing = 0 }: Shape, random: Random): Uint8Array | undefined {
  // Now and then a few hours of any database are not recorded.
  const lost = random.chance(0.2) ? random.between(0, 0.02) : 0;
  if (age >= days.past && missing === 0 && lost === 0) return undefined;
  const slots = new Uint8Array(hours.past).fill(allSlots);
  slots.fill(0, 0, Math.max(0, Math.round((days.past - age) * 24)));
  for (let number = 0; number < days.past; number += 1) {
    if (!random.chance(missing)) continue;
    // A gap lasts the whole day, or most of it.
    const lasts = random.pick([24, 24, 24, 14]);
    const begin = number * 24 + random.whole(0, 24 - lasts);
    slots.fill(0, begin, begin + lasts);
  }
  for (let index = 0; index < slots.length; index += 1) if (random.chance(lost)) slots[index] = 0;
  return slots;
}
