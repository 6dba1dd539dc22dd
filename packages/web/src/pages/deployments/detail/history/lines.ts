import type { History, HistorySeries } from "@shardwatch/core/contract/history/history";
import { counted } from "../../../../lib/words/count.ts";
import { isQuiet } from "../../../../ui/chart/colors.ts";
import { lineBefore } from "../../../../ui/chart/compare.ts";
import type { ChartSeries } from "../../../../ui/chart/types.ts";
import type { ChartPlan, LinePlan } from "./plans.ts";

/** The thresholds of a rule as lines, which change with the limit. Without a limit there are none. */
const thresholdsOf = ({ values }: ChartSeries, { rungs = [] }: ChartPlan): ChartSeries[] =>
  rungs.map(({ id, label, percent }) => ({
    id,
    label,
    values: values.map((limit) => limit && (limit * percent) / 100),
    style: id,
    isStep: true,
    text: () => `${percent}%`,
  }));

/** What a chart draws, or why it draws nothing. */
export interface Drawing {
  series: ChartSeries[];
  /** Why there is no value, in place of the chart. */
  reason: string | undefined;
  /** Whether a limit is known to be none. */
  isUnlimited: boolean;
  /** What one value says about its step. */
  of: HistorySeries["of"] | undefined;
  /** Whether each database has a line. */
  isSplit: boolean;
}

const isKnown = (value: number | null) => value !== null;

/** Databases have the same colour in every chart: their places by size in the first. */
function placesOf({ series }: History): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (const { database } of series)
    if (database !== null && !places.has(database)) places.set(database, places.size);
  return places;
}

const lineOf = (
  { label, isLimit, metric }: LinePlan,
  values: ChartSeries["values"],
  style: number,
): ChartSeries => ({
  id: metric,
  label,
  // Zero means that no limit is set.
  values: isLimit ? values.map((value) => (value === 0 ? null : value)) : values,
  style: isLimit ? "limit" : style,
  ...(isLimit && { isStep: true }),
});

/**
 * A sum that is so much larger than each of the databases would press their lines to the ground, so it starts hidden. Its
 * entry in the legend has the values and shows it at a click.
 */
const muchLarger = 3;

const largestOf = (values: ChartSeries["values"]) =>
  values.reduce<number>((largest, value) => Math.max(largest, value ?? 0), 0);

/** A line for each database, and one for all that have none. */
function splitLines(
  all: readonly HistorySeries[],
  places: ReadonlyMap<string, number>,
  nameOf: (database: string) => string,
): ChartSeries[] {
  const largest = Math.max(
    0,
    ...all.map(({ database, values }) => (database === null ? 0 : largestOf(values))),
  );
  return all.map(({ database, others, values }): ChartSeries => {
    if (database !== null)
      return { id: database, label: nameOf(database), values, style: places.get(database) ?? 0 };
    const isHidden = largestOf(values) > muchLarger * largest;
    return { id: "others", label: counted(others ?? 0, "other"), values, style: "others", isHidden };
  });
}

/**
 * The lines of one chart.
 * @param each whether each database has a line of its own
 * @param isWatched whether a rule watches how much of the limit is used
 * @param nameOf the name of a database by its id
 */
export function drawingOf(
  history: History,
  plan: ChartPlan,
  each: boolean,
  nameOf: (database: string) => string,
  isWatched = false,
): Drawing {
  const [first] = plan.lines;
  const ofFirst = history.series.filter(({ metric }) => metric === first.metric);
  const isSplit = each && ofFirst.some(({ database, others }) => database !== null || others !== undefined);
  const series = isSplit
    ? splitLines(ofFirst, placesOf(history), nameOf)
    : plan.lines.flatMap((line, place) => {
        const found = history.series.find(({ metric }) => metric === line.metric);
        return found ? [lineOf(line, found.values, place)] : [];
      });
  const known = series.filter(({ values, style }) => style !== "limit" || values.some(isKnown));
  if (isWatched)
    known.push(...known.filter(({ style }) => style === "limit").flatMap((line) => thresholdsOf(line, plan)));
  const limit = history.series.find(({ metric }) =>
    plan.lines.some((line) => line.isLimit && line.metric === metric),
  );
  return {
    series: known,
    reason: known.some(({ values, style }) => !isQuiet(style) && values.some(isKnown))
      ? undefined
      : (history.unknown.find(({ metric }) => metric === first.metric)?.reason ??
        "Nothing was reported in this range."),
    isUnlimited:
      !isSplit && limit !== undefined && limit.values.some(isKnown) && limit.values.every((value) => !value),
    of: ofFirst[0]?.of,
    isSplit,
  };
}

/**
 * A drawing with the line of a period earlier. Where each database has a line, that of its past is hidden until it is
 * alone. The others are of other databases then and now, so they have none.
 * @param former the same chart of the earlier time
 */
export function comparedWith(
  drawing: Drawing,
  former: Drawing,
  { from, step }: Pick<History, "from" | "step">,
  compared: Parameters<typeof lineBefore>[2],
): Drawing {
  const { series, isSplit } = drawing;
  const lines = series.filter(({ style }) => typeof style === "number");
  const before = (isSplit ? lines : lines.slice(0, 1)).flatMap((line) => {
    const found = former.series.find(({ id }) => id === line.id);
    const timed = { from: Date.parse(from) / 1_000, step, values: found?.values ?? [] };
    return [lineBefore(isSplit ? { ...line, isHidden: true } : line, timed, compared)];
  });
  return { ...drawing, series: [...series, ...before] };
}

/** Whether all that is known is zero, also of the time before. */
export const isZero = ({ series, reason }: Pick<Drawing, "series" | "reason">): boolean =>
  reason === undefined &&
  series.every(
    ({ style, values }) => values.every((value) => !value) || (style !== "before" && isQuiet(style)),
  );

/** Why none of the charts has values, where that is so for one reason. It is said once. */
export function reasonOfAll(drawings: readonly Pick<Drawing, "reason">[]): string | undefined {
  const [first] = drawings;
  return drawings.every(({ reason }) => reason === first?.reason) ? first?.reason : undefined;
}
