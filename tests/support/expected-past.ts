import type { HistoryMetric } from "@shardwatch/core/contract/catalogue/figures";
import type { InfoValues } from "./info-log.ts";
import { slotMilliseconds } from "./slots.ts";

/** What a server said at a moment, in Unix milliseconds. */
export interface LoggedInfo {
  at: number;
  values: InfoValues;
}

/** The figures of a step in plain numbers. Null is not known. */
export type ExpectedStep = Record<(typeof expectedMetrics)[number] | "lookups", number | null>;

export const expectedMetrics = [
  "memoryUsed",
  "memoryLimit",
  "ops",
  "clients",
  "hitRatio",
  "evictions",
  "expirations",
  "keys",
  "expiring",
] as const satisfies HistoryMetric[];

const counters = {
  ops: "total_commands_processed",
  hits: "keyspace_hits",
  misses: "keyspace_misses",
  evictions: "evicted_keys",
  expirations: "expired_keys",
} as const;
type Means = Record<keyof typeof counters, number | null>;

/** A rate over more than ten minutes says nothing about five. */
const longest = 600_000;

/**
 * The steps of a day as they follow from a log, without any code of the product. Gauges have their largest value, limits
 * and numbers of keys their last one. Rates have the mean of the five-minute means.
 * @param begun of the first step, Unix milliseconds
 * @param length of a step in milliseconds
 */
export function expectedPast(
  log: readonly LoggedInfo[],
  { begun, length, count }: { begun: number; length: number; count: number },
): (ExpectedStep | null)[] {
  return Array.from({ length: count }, (_, index) => {
    const [from, end] = [begun + index * length, begun + (index + 1) * length];
    const within = log.filter(({ at }) => at >= from && at < end);
    if (within.length === 0) return null;
    const all = (name: string) => within.map(({ values }) => values[name] ?? Number.NaN);
    const slots = Array.from({ length: length / slotMilliseconds }, (_slot, slot) =>
      meansOfSlot(log, from + slot * slotMilliseconds),
    );
    const mean = (name: keyof Means) => meanOf(slots.map((means) => means[name]));
    const [hits, misses] = [mean("hits"), mean("misses")];
    const lookups = hits === null || misses === null ? null : hits + misses;
    return {
      memoryUsed: Math.max(...all("used_memory")),
      memoryLimit: all("maxmemory").at(-1) ?? null,
      clients: Math.max(...all("connected_clients")),
      keys: all("keys").at(-1) ?? null,
      expiring: all("expires").at(-1) ?? null,
      ops: mean("ops"),
      evictions: mean("evictions"),
      expirations: mean("expirations"),
      lookups,
      hitRatio: lookups === null || lookups === 0 ? null : ((hits ?? 0) / lookups) * 100,
    };
  });
}

function meansOfSlot(log: readonly LoggedInfo[], from: number): Means {
  const gained = { ops: 0, hits: 0, misses: 0, evictions: 0, expirations: 0 };
  let time = 0;
  for (const [index, { at, values }] of log.entries()) {
    const before = log[index - 1];
    if (at < from || at >= from + slotMilliseconds || !before || at - before.at > longest) continue;
    time += at - before.at;
    for (const [name, field] of Object.entries(counters) as [keyof Means, string][]) {
      const [was = 0, is = 0] = [before.values[field], values[field]];
      // Counters that fell have counted from zero.
      gained[name] += is < was ? is : is - was;
    }
  }
  const rate = (count: number) => (time === 0 ? null : count / (time / 1_000));
  return {
    ops: rate(gained.ops),
    hits: rate(gained.hits),
    misses: rate(gained.misses),
    evictions: rate(gained.evictions),
    expirations: rate(gained.expirations),
  };
}

function meanOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
}
