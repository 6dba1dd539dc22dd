import type { Line, Pace } from "../contract/outlook/runway.ts";
import { quantile } from "./statistics.ts";
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
 * @param end the end of the newest day, in days since the first
 * @param remembered how longer windows were refused
 */
export function linesOf(window: SteadyWindow, end: number, remembered: Pace): Lines {
  const { slope, newer, older, error, weekPeak, residuals } = window;
  const least = window.length < 10 ? 0.15 : 0.2;
  const doubt = Math.max(0.03, (0.8 * error) / slope, (least * Math.abs(newer - older)) / slope);
  const isFaster = remembered === "faster";
  const line = (part: number, perDay: number): Line => {
    const newest = slope * (end - 0.5) + quantile(residuals, part) + weekPeak;
    return { level: newest + perDay / 2, perDay };
  };
  return {
    earliest: line(0.82, Math.max(slope, newer) * (1 + doubt) * (isFaster ? 1.4 : 1)),
    likely: line(0.7, Math.max(slope, (slope + newer) / 2) * (isFaster ? 1.15 : 1)),
    latest: line(0.4, Math.max(Math.min(slope, newer), slope / 2) * (1 - Math.min(doubt, 0.9))),
    slack: weekPeak > 0 ? 3 : 0,
  };
}
