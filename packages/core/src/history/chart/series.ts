import type { HistorySeries } from "../../contract/history/history.ts";
import { type DatabaseMetric, figures } from "../../contract/catalogue/figures.ts";
import { unknownCode } from "../../kit/code16.ts";
import type { Timeline } from "../timeline/timeline.ts";
import type { Group } from "./groups.ts";
import { metricValues } from "./metrics.ts";

/** The series of one metric: one for each group of databases. */
export function seriesOf(
  metric: DatabaseMetric,
  timeline: Timeline,
  groups: readonly Group[],
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
const valuesOf = (metric: DatabaseMetric, group: Group, { length, covered }: Timeline): (number | null)[] =>
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
