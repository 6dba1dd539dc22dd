import type { DatabaseMetric } from "../../contract/catalogue/figures.ts";
import { fromCode, unknownCode } from "../../kit/code16.ts";
import type { PastColumn } from "../timeline/columns.ts";
import { codesOfPercent } from "../timeline/utilization.ts";
import type { Group } from "./groups.ts";

/** A metric of the databases of a group at a step. NaN is not known. */
export const metricValues: Record<DatabaseMetric, (group: Group, index: number) => number> = {
  memoryUsed: sumOf("used"),
  memoryLimit: limitOf,
  utilization: utilizationOf,
  ops: sumOf("ops"),
  opsPeak: sumOf("opsPeak"),
  clients: sumOf("clients"),
  hitRatio: hitRatioOf,
  evictions: sumOf("evicted"),
  expirations: sumOf("expired"),
  keys: sumOf("keys"),
  expiring: sumOf("expiring"),
  fragmentation: fragmentationOf,
  replicationLag: largestOf("lagBytes"),
  replicationSilence: largestOf("lagSeconds"),
};

function sumOf(name: PastColumn) {
  return ({ column }: Group, index: number): number => column(name).sum[index] ?? Number.NaN;
}

/** The largest of those that are known: a database without replicas has no lag. */
function largestOf(name: PastColumn) {
  return ({ column }: Group, index: number): number => column(name).largest[index] ?? Number.NaN;
}

/** Databases without a limit have none together either: 0. */
function limitOf({ column }: Group, index: number): number {
  const { sum, hasZero } = column("limit");
  const limit = sum[index] ?? Number.NaN;
  return hasZero[index] && !Number.isNaN(limit) ? 0 : limit;
}

/** The largest of the step. Without a change of the limit, that is the largest memory as percent of it. */
function utilizationOf(group: Group, index: number): number {
  const largest = fromCode(group.utilization?.[index] ?? unknownCode);
  return largest === null
    ? percent(sumOf("used")(group, index), limitOf(group, index))
    : largest / codesOfPercent;
}

const percent = (part: number, whole: number): number => (whole === 0 ? Number.NaN : (part / whole) * 100);

function hitRatioOf(group: Group, index: number): number {
  const hits = sumOf("hits")(group, index);
  return percent(hits, hits + sumOf("misses")(group, index));
}

/** By the memory that it is of. */
function fragmentationOf({ column, resident }: Group, index: number): number {
  const used = column("used").sum[index] ?? Number.NaN;
  return used === 0 ? Number.NaN : (resident()[index] ?? Number.NaN) / used;
}
