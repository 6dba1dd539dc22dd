import { day, second } from "@shardwatch/core/kit/time";
import { pointText, recentText } from "../../lib/time/zone.ts";
import { counted, formatCount } from "../../lib/words/count.ts";
import type { ChartContent } from "./options.ts";
import { isQuiet } from "./colors.ts";
import type { ChartSeries, ChartUnit } from "./types.ts";

const numbers = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];

/** How often a line breaks off between its first and its last value. */
export function gapsOf(values: readonly (number | null)[]): number {
  let gaps = 0;
  let isInGap = false;
  let hasBegun = false;
  for (const value of values.slice(0, values.findLastIndex((each) => each !== null) + 1)) {
    if (value !== null) hasBegun = true;
    if (hasBegun && value === null && !isInGap) gaps += 1;
    isInGap = value === null;
  }
  return gaps;
}

/** From the lowest to the highest and the newest value, "from 2 GiB to 3 GiB, now 3 GiB". */
function figuresOf(values: readonly (number | null)[], { text }: ChartUnit, isNew: boolean): string {
  const known = values.filter((value) => value !== null);
  const newest = known.at(-1);
  if (newest === undefined) return "no values";
  let [low, high] = [newest, newest];
  for (const value of known) [low, high] = [Math.min(low, value), Math.max(high, value)];
  const span = low === high ? `always ${text(low)}` : `from ${text(low)} to ${text(high)}`;
  return `${span}, ${isNew ? "now" : "last"} ${text(newest)}`;
}

/** So many lines are named with their figures. The table has all. */
const mostLines = 3;

interface ChartWords {
  /** "Memory used" */
  about: string;
  /** The deployment, or a database of it. */
  name: string;
  range: string;
  series: readonly ChartSeries[];
  unit: ChartUnit;
  /** Whether the newest value is of now. */
  isNew: boolean;
  isUnlimited: boolean;
}

/**
 * A chart in words: "Memory used of db-1, last 24 hours: from 2.1 GiB to 3.4 GiB, now 3.2 GiB, limit 4 GiB;
 * two gaps".
 */
export function chartWords({ about, name, range, series, unit, isNew, isUnlimited }: ChartWords): string {
  const lines = series.filter(({ style }) => !isQuiet(style));
  const limit = series.find(({ style }) => style === "limit")?.values.findLast((value) => value !== null);
  const [first] = lines;
  const named = lines.slice(0, mostLines).map(({ label, values }) => {
    const figures = figuresOf(values, unit, isNew);
    return lines.length === 1 ? figures : `${label} ${figures}`;
  });
  const more = lines.length - named.length;
  const limitWords = limit != null ? `, limit ${unit.text(limit)}` : isUnlimited ? ", no limit set" : "";
  const gaps = Math.max(0, ...lines.map(({ values }) => gapsOf(values)));
  const gapWords = gaps === 0 ? "" : `; ${numbers[gaps] ?? formatCount(gaps)} ${gaps === 1 ? "gap" : "gaps"}`;
  const rest = more > 0 ? `; ${counted(more, "more line")}` : "";
  const compared = series
    .find(({ style, isHidden }) => style === "before" && isHidden !== true)
    ?.text?.(true);
  const beforeWords = compared === undefined ? "" : `; ${compared}`;
  return first
    ? `${about} of ${name}, ${range}: ${named.join("; ")}${limitWords}${rest}${gapWords}${beforeWords}`
    : `${about} of ${name}, ${range}: no values`;
}

const stepNames: Readonly<Record<number, string>> = { 3_600: "an hour", 86_400: "a day" };
const valueNames = { largest: "largest value", mean: "mean", last: "last value" };

/** "one point an hour, largest value"; undefined for points of five minutes. */
export const stepWords = (step: number, of: keyof typeof valueNames | undefined): string | undefined =>
  stepNames[step] && `one point ${stepNames[step]}${of ? `, ${valueNames[of]}` : ""}`;

/** The last point at which one of the lines has a value; -1 without any. */
export const newestPoint = (series: readonly Pick<ChartSeries, "values">[]): number =>
  Math.max(-1, ...series.map(({ values }) => values.findLastIndex((value) => value !== null)));

/** "Latest"; "Last values, 22:30" where they are no longer those of now. */
export function newestWords({
  series,
  times,
  zone,
  isOld = false,
}: Pick<ChartContent, "series" | "times" | "zone" | "isOld">): string {
  const at = times[newestPoint(series.filter(({ style }) => !isQuiet(style)))];
  if (!isOld || at === undefined) return "Latest";
  const [begin = 0, next = begin] = times;
  const step = next - begin;
  const isDay = step >= day / second;
  return `Last values, ${isDay ? pointText(at, step, zone) : recentText(at * second, zone)}`;
}
