import type { Lines } from "./dates.ts";
import { hoursOf, known, type MemoryPast, type Point } from "./past.ts";
import { median } from "./statistics.ts";

/** The lines of a growth of two days. */
export interface FastFill extends Lines {
  /** Parts of what is full, a day. */
  slope: number;
}

/**
 * Growth that is too young for days. On each of the last two days nearly every hour is above the same hour of the day
 * before. Both days grow alike. The newest hours are above everything older than three days. Needs 14 older days.
 * @param points all known days, oldest first
 * @param end the end of the newest day, in days since the first
 */
export function fastFill(past: MemoryPast, points: readonly Point[], end: number): FastFill | undefined {
  const older = points.filter(({ x }) => x < end - 3).map(({ y }) => y);
  if (points.length < 16) return undefined;
  const hours = hoursOf(past);
  const [last, before] = [risesOf(hours, 0), risesOf(hours, 1)];
  if (!isRising(last) || !isRising(before)) return undefined;
  const [newest, elder] = [median(last), median(before)];
  const [slowest, fastest] = [Math.min(newest, elder), Math.max(newest, elder)];
  if (slowest < 0.02 || fastest > 2 * slowest) return undefined;
  const now = known(hours.slice(-12));
  if (now.length < 6 || Math.min(...now) <= Math.max(...older, ...known(hours.slice(0, -72))))
    return undefined;
  const line = (perDay: number) => ({ level: Math.max(...now), perDay });
  const slope = (newest + elder) / 2;
  return {
    slope,
    earliest: line(fastest * 1.2),
    likely: line(slope),
    latest: line(slowest * 0.7),
    slack: 0,
  };
}

/** By how much each hour of a day is above the same hour of the day before. */
function risesOf(hours: readonly (number | undefined)[], daysAgo: number): number[] {
  const end = hours.length - daysAgo * 24;
  return hours.slice(Math.max(0, end - 24), end).flatMap((now, index) => {
    const before = hours[end - 48 + index];
    return now === undefined || before === undefined ? [] : [now - before];
  });
}

const isRising = (rises: readonly number[]): boolean =>
  rises.length >= 18 && rises.filter((one) => one > 0).length >= 0.95 * rises.length;
