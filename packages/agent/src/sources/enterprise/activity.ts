import type { Database } from "@shardwatch/core/contract/deployment/deployment";
import type { Sample } from "../source.ts";
import { isFields } from "./values.ts";
import type { Fields } from "./values.ts";

/** What the statistics say of a database beside its memory. The cluster itself computes the rates. */
export type Activity = Pick<Sample, "clients" | "keys" | "fragmentation" | "rates">;

/**
 * The activity by uid, from the same answer as the memory used: GET /v1/bdbs/stats/last. Empty when it has another
 * form.
 */
export function activityFromStats(value: unknown): Map<string, Activity> {
  const entries = isFields(value) ? Object.entries(value) : [];
  return new Map(entries.flatMap(([uid, stats]) => (isFields(stats) ? [[uid, toActivity(stats)]] : [])));
}

function toActivity(stats: Fields): Activity {
  const figure = (name: string) => {
    const value = stats[name];
    return typeof value === "number" && value >= 0 ? value : null;
  };
  return {
    clients: figure("conns"),
    keys: figure("no_of_keys"),
    fragmentation: figure("mem_frag_ratio"),
    // Each answer is for the same time, the last ten seconds, so all count alike.
    rates: {
      seconds: 1,
      ops: figure("instantaneous_ops_per_sec"),
      hits: figure("read_hits"),
      misses: figure("read_misses"),
      evicted: figure("evicted_objects"),
      expired: figure("expired_objects"),
    },
  };
}

/** The databases as samples. The cluster does not count keys with an expiry, and has no lag of its replicas. */
export function toSamples(databases: readonly Database[], activity: ReadonlyMap<string, Activity>): Sample[] {
  return databases.map(({ id, memoryUsed, memoryLimit }) => {
    const { clients = null, keys = null, fragmentation = null, rates } = activity.get(id) ?? {};
    return {
      id,
      used: numberIn(memoryUsed),
      limit: numberIn(memoryLimit),
      clients,
      keys,
      expiring: null,
      fragmentation,
      lagBytes: null,
      lagSeconds: null,
      rates,
    };
  });
}

const numberIn = (digits: string | null): number | null => (digits === null ? null : Number(digits));
