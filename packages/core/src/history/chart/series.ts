import type { HistorySeries } from "../../contract/history.ts";
import { historyMetrics, mostHistoryDatabases } from "../../contract/history-metrics.ts";
import { unknownCode } from "../../kit/code16.ts";
import { longTagOf, shortTagOf } from "../tags.ts";
import type { DatabasePast, Timeline } from "../timeline/timeline.ts";
import { columnsOfMetric, type DatabaseMetric, figureAt, metricValues } from "./metrics.ts";

/** Which databases the series of an answer are of. */
export type Chosen = "total" | "each" | { id: string };

/** A database in a timeline, with the steps in which it existed: from `first` to before `end`. */
interface Member {
  past: DatabasePast;
  first: number;
  end: number;
}

/**
 * The series of one metric.
 * @param ids of the databases that exist now
 */
export function seriesOf(
  metric: DatabaseMetric,
  timeline: Timeline,
  ids: readonly string[],
  chosen: Chosen,
): HistorySeries[] {
  const { unit, of } = historyMetrics[metric];
  const current = new Map(ids.map((id) => [tagIn(timeline, id), id]));
  const all = [...timeline.databases].map(([tag, past]) => memberOf(past, timeline, current.has(tag)));
  const series = (database: string | null, members: readonly Member[], others?: number) => ({
    metric,
    database,
    ...(others !== undefined && { others }),
    unit,
    of,
    values: valuesOf(metric, members, timeline),
  });
  if (chosen === "total") return [series(null, all)];
  const named = [...timeline.databases.keys()].map((tag) => current.get(tag));
  if (chosen !== "each")
    return [
      series(
        chosen.id,
        all.filter((_, index) => named[index] === chosen.id),
      ),
    ];
  const bySize = [...all.keys()].toSorted((left, right) => sizeOf(all[right]) - sizeOf(all[left]));
  const own = bySize.filter((index) => named[index] !== undefined).slice(0, mostHistoryDatabases);
  const rest = bySize.filter((index) => !own.includes(index)).flatMap((index) => all[index] ?? []);
  return [
    ...own.flatMap((index) => {
      const member = all[index];
      return member ? [series(named[index] ?? null, [member])] : [];
    }),
    ...(rest.length > 0 ? [series(null, rest, rest.length)] : []),
  ];
}

/** The tag under which a timeline holds a database. */
function tagIn({ databases }: Timeline, id: string): string {
  const long = longTagOf(id);
  return databases.has(long) ? long : shortTagOf(long);
}

/** A database that exists now has not ended. Others end with their last value. */
function memberOf(past: DatabasePast, { length }: Timeline, isCurrent: boolean): Member {
  const known = Array.from({ length }, (_, index) =>
    [...past.values()].some((codes) => codes[index] !== unknownCode),
  );
  const first = known.indexOf(true);
  return { past, first: first < 0 ? length : first, end: isCurrent ? length : known.lastIndexOf(true) + 1 };
}

/**
 * A value of several databases is not known while one of them is not: a smaller sum would look as if memory had been
 * freed.
 */
function valuesOf(
  metric: DatabaseMetric,
  members: readonly Member[],
  { length, covered }: Timeline,
): (number | null)[] {
  const value = metricValues[metric];
  return Array.from({ length }, (_, index) => {
    if (!covered[index]) return null;
    const there = members.filter(({ first, end }) => index >= first && index < end);
    return rounded(value((name) => there.map(({ past }) => figureAt(past, name, index))));
  });
}

/** Codes have eleven significant bits. More than six digits of a ratio say nothing. */
const rounded = (value: number | null): number | null =>
  value === null ? null : Number.isInteger(value) ? value : Number(value.toPrecision(6));

function sizeOf(member: Member | undefined): number {
  let size = 0;
  for (const code of member?.past.get("used") ?? []) if (code !== unknownCode && code > size) size = code;
  return size;
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
    columnsOfMetric[metric].some((name) => past.get(name)?.some((code) => code !== unknownCode)),
  );
