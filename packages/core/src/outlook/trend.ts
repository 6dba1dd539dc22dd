import type { Point } from "./past.ts";
import { median } from "./statistics.ts";

/** How the pairs of days of a window rise. */
export interface Trend {
  /** The median slope of all pairs, a day: Theil–Sen. */
  slope: number;
  /** (rising pairs − falling pairs) / pairs: −1 to 1. */
  agreement: number;
}

const week = 7;

/**
 * The trend of some days. With `weekly` only days of the same weekday are compared, so that a wave of a week is no trend:
 * the seasonal Kendall slope. Undefined without two days to compare.
 */
export function trendOf(points: readonly Point[], weekly: boolean): Trend | undefined {
  const slopes: number[] = [];
  let agreement = 0;
  for (const [index, from] of points.entries())
    for (let other = index + 1; other < points.length; other += 1) {
      const to = points[other] ?? from;
      const distance = to.x - from.x;
      if (weekly && distance % week !== 0) continue;
      slopes.push((to.y - from.y) / distance);
      agreement += Math.sign(to.y - from.y);
    }
  if (slopes.length === 0) return undefined;
  return { slope: median(slopes), agreement: agreement / slopes.length };
}

/** What each weekday is above the line, by its distance from the first day; zero for weekdays that are hardly known. */
export function weekOf(points: readonly Point[], slope: number): number[] {
  const residuals = points.map(({ x, y }) => y - slope * x);
  const middle = median(residuals);
  return Array.from({ length: week }, (_, weekday) => {
    const own = residuals.filter((_residual, index) => weekdayOf(points[index]) === weekday);
    return own.length < 3 ? 0 : median(own) - middle;
  });
}

export const weekdayOf = (point: Point | undefined): number => (point?.x ?? 0) % week;
