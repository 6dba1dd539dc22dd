import { type Growth, leastDays, type Line, type Pace, type Trend } from "../contract/outlook/runway.ts";
import { type Lines, linesOf } from "./dates.ts";
import { fastFill } from "./fast-fill.ts";
import { type MemoryPast, mostDays, peakTimeOf, pointsOf } from "./past.ts";
import { steadyWindow, windows } from "./window.ts";

/** No growth says anything beyond so many days. */
const mostWithin = 120;
/** A short window says as much: a date within a month is worth knowing. */
const leastWithin = 30;

/**
 * The longest window of steady growth up to the end of the past, or a growth of two days. It is judged beside the limit
 * of the past, and says nothing about a limit.
 */
export function trendOfMemory(past: MemoryPast): Trend {
  const points = pointsOf(past);
  if (points.length < leastDays) return { days: points.length, growth: "early" };
  const end = Math.min(past.days.length, mostDays);
  let pace: Pace = "steady";
  for (const length of windows) {
    const window = steadyWindow(points, end, length);
    if (window === "slower" || window === "faster") pace = window;
    if (typeof window === "string") continue;
    const at = { peak: window.newest + peakTimeOf(past), end };
    return growthOf(past, linesOf(window, at, pace, points), {
      days: window.days,
      perDay: window.slope,
      pace,
      isVague: pace === "slower" && window.length < 21,
      within: Math.min(Math.max(leastWithin, 2.5 * window.length), mostWithin),
    });
  }
  const filling = fastFill(past, points, end);
  if (!filling) return { days: points.length, growth: "none" };
  const about = {
    days: 2,
    perDay: filling.slope,
    pace: "steady",
    isVague: false,
    within: mostWithin,
  } as const;
  return growthOf(past, filling, about);
}

type About = Pick<Growth, "days" | "perDay" | "pace" | "isVague" | "within">;

/** The growth in bytes. */
function growthOf({ limit, fullAt }: MemoryPast, lines: Lines, about: About): Growth {
  const full = limit * fullAt;
  const inBytes = ({ level, perDay }: Line): Line => ({ level: level * full, perDay: perDay * full });
  return {
    ...about,
    perDay: about.perDay * full,
    earliest: inBytes(lines.earliest),
    likely: inBytes(lines.likely),
    latest: inBytes(lines.latest),
    slack: lines.slack,
  };
}
