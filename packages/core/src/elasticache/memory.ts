import type { Database } from "../contract/deployment/deployment.ts";
import { memoryIntervalMinutes, nearlyFull } from "../contract/history/memory-interval.ts";
import { minute } from "../kit/time.ts";
import type { AccountReader, Cache, MemoryGauge } from "../ports/elasticache.ts";
import { databaseId, hasFigures } from "./map.ts";

/** A tick is not exact to the second. */
const tolerance = minute;

export interface Measured {
  /** Bytes used by database id, either read now or taken from the last reading. */
  used: Map<string, bigint | null>;
  /** The ids of the databases that were read now. */
  measured: Set<string>;
  /** Regions whose figures could not be read. */
  failed: string[];
  /** Whether all caches were due to be read. */
  all: boolean;
}

const bytes = (text: string | null | undefined) => (text == null ? null : BigInt(text));

/**
 * Memory used by the caches. Every requested shard is a metric on the customer's bill. So all are read every
 * quarter of an hour. In between, only new and nearly full caches are read.
 * @param before the databases of the last reading
 * @param memoryAt when all caches were last read
 */
export async function measure(
  reader: AccountReader,
  caches: ReadonlyMap<string, readonly Cache[]>,
  before: readonly Database[],
  memoryAt: number,
  now: number,
): Promise<Measured> {
  const all = now - memoryAt >= memoryIntervalMinutes * minute - tolerance;
  const last = new Map(before.map((database) => [database.id, database]));
  const used = new Map<string, bigint | null>();
  const measuredNow = new Set<string>();
  const failed: string[] = [];
  const ask = async (region: string, list: readonly Cache[]) => {
    for (const cache of list) used.set(databaseId(region, cache), lastUsed(last, region, cache));
    const asked = list.filter((cache) => hasFigures(cache) && (all || isDue(last, region, cache)));
    if (asked.length === 0) return;
    const gauges = asked.flatMap((cache): readonly MemoryGauge[] => cache.gauges);
    const answer = await reader.memoryUsed(region, gauges);
    if (answer.outcome !== "ok") return void failed.push(region);
    let start = 0;
    for (const cache of asked) {
      measuredNow.add(databaseId(region, cache));
      used.set(databaseId(region, cache), sum(answer.value.slice(start, start + cache.gauges.length)));
      start += cache.gauges.length;
    }
  };
  await Promise.all([...caches].map(([region, list]) => ask(region, list)));
  return { used, measured: measuredNow, failed, all };
}

const lastUsed = (last: ReadonlyMap<string, Database>, region: string, cache: Cache) =>
  bytes(last.get(databaseId(region, cache))?.memoryUsed);

function isDue(last: ReadonlyMap<string, Database>, region: string, cache: Cache): boolean {
  const database = last.get(databaseId(region, cache));
  const [used, limit] = [bytes(database?.memoryUsed), bytes(database?.memoryLimit)];
  if (used === null) return true;
  return limit !== null && limit > 0n && Number(used) / Number(limit) >= nearlyFull;
}

/** The sum over all shards. Null when one of them is not known, because a partial sum would look complete. */
function sum(values: readonly (bigint | null)[]): bigint | null {
  let total = 0n;
  for (const value of values) {
    if (value === null) return null;
    total += value;
  }
  return values.length > 0 ? total : null;
}
