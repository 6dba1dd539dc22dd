import type { ChartSeries, ChartUnit, Span } from "./types.ts";

/** The periods that charts can be compared with, by their names in addresses. A month is 30 days. */
export const periods = {
  day: { label: "Day", words: "the day before", seconds: 86_400 },
  week: { label: "Week", words: "the week before", seconds: 7 * 86_400 },
  month: { label: "Month", words: "the month before", seconds: 30 * 86_400 },
} as const;
export type Period = keyof typeof periods;
export const periodNames = Object.keys(periods) as Period[];

/** The period in an address; undefined for none. */
export const readPeriod = (text: string | null): Period | undefined =>
  periodNames.find((name) => name === text);

/** What the key chooses next: each period once, then none. */
export const nextPeriod = (period: Period | undefined): Period | undefined =>
  periodNames[period === undefined ? 0 : periodNames.indexOf(period) + 1];

/** Values with their times: those of an answer of the API. Times are Unix seconds. */
export interface Timed {
  from: number;
  step: number;
  values: readonly (number | null)[];
}

/** For each time the value of a period earlier; null where there is none. */
export const valuesBefore = (
  times: readonly number[],
  { from, step, values }: Timed,
  period: Period,
): (number | null)[] => times.map((time) => values[(time - periods[period].seconds - from) / step] ?? null);

/** So small a difference is none, in percent. */
const least = 0.5;
/** From this on a difference is said as a multiple, in percent. */
const large = 400;

/**
 * The difference of two lines in words, "12% more than the week before". It is that of their means over the times at
 * which both are known.
 */
export function differenceWords(
  now: readonly (number | null)[],
  before: readonly (number | null)[],
  { top }: Pick<ChartUnit, "top">,
  period: Period,
): string {
  const { words } = periods[period];
  let [sum, sumBefore, count] = [0, 0, 0];
  for (const [point, value] of now.entries()) {
    const former = before[point] ?? null;
    if (value === null || former === null) continue;
    sum += value;
    sumBefore += former;
    count += 1;
  }
  if (count === 0) return `Nothing to compare in ${words}`;
  if (top === 100) return pointsWords((sum - sumBefore) / count, words);
  if (sumBefore === 0) return sum === 0 ? `Zero, as ${words}` : `More than ${words}, when it was zero`;
  const change = (sum / sumBefore - 1) * 100;
  if (Math.abs(change) < least) return `About the same as ${words}`;
  if (change >= large) return `${Math.round(sum / sumBefore)} times as much as ${words}`;
  return `${Math.round(Math.abs(change))}% ${change > 0 ? "more" : "less"} than ${words}`;
}

/** Percentages differ by points: 12% more of 50% could be 62 or 56. */
function pointsWords(points: number, words: string): string {
  const size = Math.round(Math.abs(points) * 10) / 10;
  if (size === 0) return `About the same as ${words}`;
  return `${size} ${size === 1 ? "point" : "points"} ${points > 0 ? "more" : "less"} than ${words}`;
}

interface Compared {
  times: readonly number[];
  /** What of it is shown, in Unix seconds. */
  range: Span;
  unit: ChartUnit;
  period: Period;
}

/** The line of a period earlier, which is shown and hidden with its own. */
export function lineBefore(
  { id, values, isHidden }: ChartSeries,
  before: Timed,
  { times, range, unit, period }: Compared,
): ChartSeries {
  const former = valuesBefore(times, before, period);
  const isIn = (_: unknown, point: number) => {
    const time = times[point] ?? 0;
    return time >= range.from && time < range.to;
  };
  const words = differenceWords(values.filter(isIn), former.filter(isIn), unit, period);
  return {
    id: `${id} before`,
    follows: id,
    label: `${periods[period].label} before`,
    values: former,
    style: "before",
    text: (isNewest) => (isNewest ? words : undefined),
    ...(isHidden === true && { isHidden }),
  };
}
