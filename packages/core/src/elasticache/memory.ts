import type { Database } from "../contract/deployment.ts";
import { memoryIntervalMinutes, nearlyFull } from "../contract/memory-interval.ts";
import { minute } from "../kit/time.ts";
import type { AccountReader, Cache, MemoryGauge } from "../ports/elasticache.ts";
import { databaseId } from "./map.ts";

/** Other states have no figures, and each question costs the customer. */
const measured = new Set(["available", "modifying", "snapshotting"]);
/** A tick does not come to the second. */
const tolerance = minute;

export interface Measured {
  /** Bytes used by the id of the database: as asked now, or as it was before. */
  used: Map<string, bigint | null>;
  /** Regions whose figures were asked for in vain. */
  failed: string[];
  /** Whether all caches were due. */
  all: boolean;
}

const bytes = (text: string | null | undefined) => (text == null ? null : BigInt(text));

/**
 * How much memory the caches use. Each shard that is asked for is a metric on the customer's bill, so all are asked for
 * every quarter of an hour, and in between those that are new or nearly full.
 * @param before the databases as they were told last
 * @param memoryAt when all were last asked for
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
  const failed: string[] = [];
  const ask = async (region: string, list: readonly Cache[]) => {
    for (const cache of list) used.set(databaseId(region, cache), lastUsed(last, region, cache));
    const asked = list.filter((cache) => measured.has(cache.status) && (all || isDue(last, region, cache)));
    if (asked.length === 0) return;
    const gauges = asked.flatMap((cache): readonly MemoryGauge[] => cache.gauges);
    const answer = await reader.memoryUsed(region, gauges);
    if (answer.outcome !== "ok") return void failed.push(region);
    let start = 0;
    for (const cache of asked) {
      used.set(databaseId(region, cache), sum(answer.value.slice(start, start + cache.gauges.length)));
      start += cache.gauges.length;
    }
  };
  await Promise.all([...caches].map(([region, list]) => ask(region, list)));
  return { used, failed, all };
}

const lastUsed = (last: ReadonlyMap<string, Database>, region: string, cache: Cache) =>
  bytes(last.get(databaseId(region, cache))?.memoryUsed);

function isDue(last: ReadonlyMap<string, Database>, region: string, cache: Cache): boolean {
  const database = last.get(databaseId(region, cache));
  const [used, limit] = [bytes(database?.memoryUsed), bytes(database?.memoryLimit)];
  if (used === null) return true;
  return limit !== null && limit > 0n && Number(used) / Number(limit) >= nearlyFull;
}

/** Over all shards; null when one of them is not known, as the rest would look like the whole. */
function sum(values: readonly (bigint | null)[]): bigint | null {
  let total = 0n;
  for (const value of values) {
    if (value === null) return null;
    total += value;
  }
  return values.length > 0 ? total : null;
}
