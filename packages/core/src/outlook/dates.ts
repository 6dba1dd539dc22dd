import type { Line, Pace } from "../contract/outlook/runway.ts";
import type { Point } from "./past.ts";
import { quantile } from "./statistics.ts";
import { trendOf } from "./trend.ts";
import type { SteadyWindow } from "./window.ts";

/** Three lines into the future, as parts of what is full. */
export interface Lines {
  earliest: Line;
  likely: Line;
  latest: Line;
  slack: number;
}

/**
 * The lines of a window of steady growth, from the end of the newest day on.
 * @param at when the newest peak was, and the end of the newest day, in days since the first
 * @param remembered how longer windows were refused
 * @param points all known days, oldest first
 */
export function linesOf(
  window: SteadyWindow,
  at: { peak: number; end: number },
  remembered: Pace,
  points: readonly Point[],
): Lines {
  const { slope, newer, older, error, weekPeak, residuals } = window;
  const least = window.length < 10 ? 0.15 : 0.2;
  const doubt = Math.max(0.03, (0.8 * error) / slope, (least * Math.abs(newer - older)) / slope);
  const levelOf = (part: number) => slope * window.newest + quantile(residuals, part) + weekPeak;
  const line = (part: number, perDay: number): Line => ({
    level: levelOf(part) + perDay * (at.end - at.peak),
    perDay,
  });
  const bent = remembered === "faster" ? bentPace(points, levelOf(0.5)) : undefined;
  const fastest = Math.max(slope, newer) * (1 + doubt);
  const likely = Math.max(slope, (slope + newer) / 2);
  const slowest = Math.max(Math.min(slope, newer), slope / 2) * (1 - Math.min(doubt, 0.9));
  return {
    earliest: line(0.9, bent === undefined ? fastest : Math.max(fastest, 1.15 * bent)),
    likely: line(0.5, bent === undefined ? likely : Math.max(likely, 0.9 * bent + 0.1 * newer)),
    latest: line(0.3, slowest),
    slack: weekPeak > 0 ? 3 : 0,
  };
}

/** How many days show how a growth bends. */
const bendsOver = 56;

/**
 * The pace at which growth by the same part each day reaches the limit: the straight line that is there at the same time.
 * Undefined when nothing grows so. @param level where it is now
 */
function bentPace(points: readonly Point[], level: number): number | undefined {
  const newest = points.at(-1)?.x ?? 0;
  const logs = points
    .filter(({ x, y }) => x > newest - bendsOver && y > 0)
    .map(({ x, y }) => ({ x, y: Math.log(y) }));
  const growth = trendOf(logs, logs.length >= 21)?.slope ?? 0;
  if (growth <= 0 || level >= 1) return undefined;
  return (1 - level) / (Math.log(1 / level) / growth);
}
