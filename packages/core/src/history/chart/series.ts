import type { HistorySeries } from "../../contract/history/history.ts";
import { type DatabaseMetric, figures } from "../../contract/catalogue/figures.ts";
import { unknownCode, fromCode } from "../../kit/code16.ts";
import type { Timeline } from "../timeline/timeline.ts";
import type { SeriesGroup } from "./series-groups.ts";
import type { PastColumn } from "../timeline/columns.ts";
import { codesOfPercent } from "../timeline/utilization.ts";

/** A metric of the databases of a group at a step. NaN is not known. */
export const metricValues: Record<DatabaseMetric, (group: SeriesGroup, index: number) => number> = {
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
  return ({ column }: SeriesGroup, index: number): number => column(name).sum[index] ?? Number.NaN;
}

/** The largest of those that are known: a database without replicas has no lag. */
function largestOf(name: PastColumn) {
  return ({ column }: SeriesGroup, index: number): number => column(name).largest[index] ?? Number.NaN;
}

/** Databases without a limit have none together either: 0. */
function limitOf({ column }: SeriesGroup, index: number): number {
  const { sum, hasZero } = column("limit");
  const limit = sum[index] ?? Number.NaN;
  return hasZero[index] && !Number.isNaN(limit) ? 0 : limit;
}

/** The largest of the step. Without a change of the limit, that is the largest memory as percent of it. */
function utilizationOf(group: SeriesGroup, index: number): number {
  const largest = fromCode(group.utilization?.[index] ?? unknownCode);
  return largest === null
    ? percent(sumOf("used")(group, index), limitOf(group, index))
    : largest / codesOfPercent;
}

const percent = (part: number, whole: number): number => (whole === 0 ? Number.NaN : (part / whole) * 100);

function hitRatioOf(group: SeriesGroup, index: number): number {
  const hits = sumOf("hits")(group, index);
  return percent(hits, hits + sumOf("misses")(group, index));
}

/** By the memory that it is of. */
function fragmentationOf({ column, resident }: SeriesGroup, index: number): number {
  const used = column("used").sum[index] ?? Number.NaN;
  return used === 0 ? Number.NaN : (resident()[index] ?? Number.NaN) / used;
}

/** The series of one metric: one for each group of databases. */
export function seriesOf(
  metric: DatabaseMetric,
  timeline: Timeline,
  groups: readonly SeriesGroup[],
): HistorySeries[] {
  const { unit, of } = figures[metric];
  return groups.map((group) => ({
    metric,
    database: group.database,
    ...(group.others !== undefined && { others: group.others }),
    unit,
    of,
    values: valuesOf(metric, group, timeline),
  }));
}

/**
 * A value of several databases is not known while one of them is not: a smaller sum would look as if memory had been
 * freed.
 */
const valuesOf = (
  metric: DatabaseMetric,
  group: SeriesGroup,
  { length, covered }: Timeline,
): (number | null)[] =>
  Array.from({ length }, (_, index) => (covered[index] ? rounded(metricValues[metric](group, index)) : null));

/** Codes have eleven significant bits. More than six digits of a ratio say nothing. */
function rounded(value: number): number | null {
  if (Number.isNaN(value)) return null;
  return Number.isInteger(value) ? value : Number(value.toPrecision(6));
}

/** Whether any key was looked up. */
export const hasLookups = ({ databases }: Timeline): boolean =>
  [...databases.values()].some((past) =>
    (["hits", "misses"] as const).some((name) =>
      past.get(name)?.some((code) => code !== unknownCode && code > 0),
    ),
  );

/** Whether a timeline holds a value of any column of a metric. */
export const isKnown = (metric: DatabaseMetric, { databases }: Timeline): boolean =>
  [...databases.values()].some((past) =>
    figures[metric].columns.some((name) => past.get(name)?.some((code) => code !== unknownCode)),
  );
