import type { HistoryMetric } from "../../contract/history-metrics.ts";
import { slotColumns } from "../../contract/slot-columns.ts";
import { fromCode } from "../../kit/code16.ts";
import { type PastColumn, pastColumns } from "../timeline/columns.ts";
import type { DatabasePast } from "../timeline/timeline.ts";

/** The figures of several databases at one step, with null for one that is not known. */
export type At = (name: PastColumn) => readonly (number | null)[];

export type DatabaseMetric = Exclude<
  HistoryMetric,
  "ramShards" | "ramShardLimit" | "flashShards" | "flashShardLimit"
>;

/** A metric of several databases together. */
export const metricValues: Record<DatabaseMetric, (at: At) => number | null> = {
  memoryUsed: (at) => sum(at("used")),
  memoryLimit: limitOf,
  utilization: (at) => percent(sum(at("used")), limitOf(at)),
  ops: (at) => sum(at("ops")),
  opsPeak: (at) => sum(at("opsPeak")),
  clients: (at) => sum(at("clients")),
  hitRatio: (at) => percent(sum(at("hits")), sum([...at("hits"), ...at("misses")])),
  evictions: (at) => sum(at("evicted")),
  expirations: (at) => sum(at("expired")),
  keys: (at) => sum(at("keys")),
  expiring: (at) => sum(at("expiring")),
  fragmentation: fragmentationOf,
  replicationLag: (at) => largest(at("lagBytes")),
  replicationSilence: (at) => largest(at("lagSeconds")),
};

/** The columns that each metric is of. */
export const columnsOfMetric: Record<DatabaseMetric, readonly PastColumn[]> = {
  memoryUsed: ["used"],
  memoryLimit: ["limit"],
  utilization: ["used", "limit"],
  ops: ["ops"],
  opsPeak: ["opsPeak"],
  clients: ["clients"],
  hitRatio: ["hits", "misses"],
  evictions: ["evicted"],
  expirations: ["expired"],
  keys: ["keys"],
  expiring: ["expiring"],
  fragmentation: ["fragmentation", "used"],
  replicationLag: ["lagBytes"],
  replicationSilence: ["lagSeconds"],
};

/** Null when one of them is not known, and when there are none. */
function sum(values: readonly (number | null)[]): number | null {
  let total = 0;
  for (const value of values) {
    if (value === null) return null;
    total += value;
  }
  return values.length > 0 ? total : null;
}

/** Databases without a limit have none together either: 0. */
function limitOf(at: At): number | null {
  const limits = at("limit");
  return limits.includes(0) && !limits.includes(null) ? 0 : sum(limits);
}

const percent = (part: number | null, whole: number | null): number | null =>
  part === null || !whole ? null : (part / whole) * 100;

/** By the memory that it is of. */
function fragmentationOf(at: At): number | null {
  const used = at("used");
  const resident = at("fragmentation").map((ratio, index) => {
    const bytes = used[index] ?? null;
    return ratio === null || bytes === null ? null : ratio * bytes;
  });
  const total = sum(used);
  const all = sum(resident);
  return total && all !== null ? all / total : null;
}

/** The largest of those that are known: a database without replicas has no lag. */
function largest(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length > 0 ? Math.max(...known) : null;
}

/** The figure of a database at a step. */
export function figureAt(database: DatabasePast, name: PastColumn, index: number): number | null {
  const code = database.get(name)?.[index];
  const figure = code === undefined ? null : fromCode(code);
  return figure === null ? null : figure / slotColumns[pastColumns[name].from].perUnit;
}
