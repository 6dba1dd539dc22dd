import type { Point } from "./past.ts";
import { median, normal, spreadOf } from "./statistics.ts";
import { trendOf, weekdayOf, weekOf } from "./trend.ts";

/** A window of steady growth. Slopes are parts of the limit a day. */
export interface SteadyWindow {
  length: number;
  /** Days from its first known day on. */
  days: number;
  /** Its newest day, counted from the first day of the past. */
  newest: number;
  slope: number;
  /** Slope of the newer half. */
  newer: number;
  /** Slope of the older half. */
  older: number;
  /** Standard error of the slope of a half. */
  error: number;
  /** The largest part of the weekly wave; zero without one. */
  weekPeak: number;
  /** Distances of the newest days from the line y = slope × x, oldest first, without the weekly wave. */
  residuals: number[];
}

/** What a window is not: no growth at all, or growth whose newer half has another pace. */
export type Refusal = "none" | "slower" | "faster";

/** Windows are tried from the longest on. */
export const windows = [84, 56, 42, 28, 21, 14, 10, 7, 5] as const;

/** From this length on a window holds three of each weekday. */
const wholeWeeks = 21;

/**
 * Whether the days of a window grow steadily up to its end.
 * @param points all known days, oldest first
 * @param end the end of the newest day, in days since the first
 */
export function steadyWindow(points: readonly Point[], end: number, length: number): SteadyWindow | Refusal {
  const own = points.filter(({ x }) => x >= end - length);
  if (!isKnown(own, end, length)) return "none";
  const weekly = length >= wholeWeeks;
  const trend = trendOf(own, weekly);
  if (!trend || trend.slope <= 0 || trend.agreement < leastAgreement(length)) return "none";
  const { slope } = trend;
  const week = weekly ? weekOf(own, slope) : [];
  const plain = own.map((point) => ({ x: point.x, y: point.y - (week[weekdayOf(point)] ?? 0) }));
  const residuals = plain.map(({ x, y }) => y - slope * x);
  const spread = spreadOf(residuals);
  const rise = slope * length;
  if (rise < Math.max(2.5 * spread, 0.01)) return "none";
  const pace = paceOf(plain, slope, spread, length);
  if (typeof pace === "string") return pace;
  const noise = noiseOf(residuals);
  if (spread > 3 * noise || fallsOf(own, noise) > 0) return "none";
  if (length >= 10 && hasJumps(plain, slope, noise, rise)) return "none";
  const last = residuals.slice(-Math.min(5, Math.floor(length / 4)));
  if (Math.abs(median(last) - median(residuals)) > Math.max(2 * spread, 0.06 * rise)) return "none";
  if (length < 28 && !isNewHigh(points, own, length, noise)) return "none";
  const [first] = own;
  const days = end - (first?.x ?? end);
  const newest = own.at(-1)?.x ?? end;
  return {
    length,
    days,
    newest,
    slope,
    weekPeak: Math.max(0, ...week),
    residuals: residuals.slice(-28),
    ...pace,
  };
}

/** 70 % of its days, and one of its first. */
function isKnown(own: readonly Point[], end: number, length: number): boolean {
  const [first] = own;
  if (!first || own.length < 0.7 * length) return false;
  return first.x - (end - length) <= 0.15 * (length - 1);
}

const leastAgreement = (length: number): number => (length >= wholeWeeks ? 0.5 : length >= 10 ? 0.7 : 0.85);

/** The noise from day to day, at least 0.3 % of the limit: how far a day is from the mean of its neighbours. */
function noiseOf(residuals: readonly number[]): number {
  const distances = residuals
    .slice(1, -1)
    .map((one, index) => Math.abs(one - ((residuals[index] ?? one) + (residuals[index + 2] ?? one)) / 2));
  return Math.max(0.003, (normal * median(distances)) / 1.22 || 0);
}

type Halves = Pick<SteadyWindow, "newer" | "older" | "error">;

/** The slopes of both halves; a refusal when the newer one has another pace than the whole. */
function paceOf(plain: readonly Point[], slope: number, spread: number, length: number): Halves | Refusal {
  const [first, last] = [plain[0]?.x ?? 0, plain.at(-1)?.x ?? 0];
  const middle = (first + last) / 2;
  const newer = trendOf(
    plain.filter(({ x }) => x >= middle),
    false,
  )?.slope;
  const older = trendOf(
    plain.filter(({ x }) => x <= middle),
    false,
  )?.slope;
  if (newer === undefined || older === undefined) return "none";
  const error = (spread * 4.33) / (length / 2) ** 1.5;
  const allowed = (part: number) => Math.min(0.8, Math.max(part, (1.6 * error) / slope));
  const difference = (newer - slope) / slope;
  if (difference < -allowed(0.35)) return "slower";
  if (difference > allowed(0.2)) return length >= 14 ? "faster" : "none";
  return { newer, older, error };
}

/** Whether most of the rise comes from two days: that is a step, and no growth. */
function hasJumps(plain: readonly Point[], slope: number, noise: number, rise: number): boolean {
  const jumps = plain.slice(3, -2).map((point, index) => {
    const before = plain.slice(index, index + 3).map(({ y }) => y);
    const after = plain.slice(index + 3, index + 6).map(({ y }) => y);
    return { x: point.x, size: median(after) - median(before) - 3 * slope };
  });
  const largest = jumps.reduce((most, one) => (one.size > most.size ? one : most), { x: 0, size: -Infinity });
  const second = Math.max(
    0,
    ...jumps.filter(({ x }) => Math.abs(x - largest.x) >= 4).map(({ size }) => size),
  );
  return largest.size > 4 * noise && largest.size + second > 0.55 * rise;
}

/**
 * Whether the newest days are above everything before the window. Five days need seven older ones. A window that begins
 * after the only fall of its past counts, too. After two falls a third one is likely.
 */
function isNewHigh(points: readonly Point[], own: readonly Point[], length: number, noise: number): boolean {
  const older = points.slice(0, points.length - own.length);
  if (length === 5 && older.length < 7) return false;
  const highest = Math.max(...own.slice(-3).map(({ y }) => y));
  if (older.every(({ y }) => highest >= y + noise)) return true;
  return length >= 7 && fallsOf(points, noise) === 1;
}

/** How often the peaks fall by a fifth for longer than a day. */
function fallsOf(points: readonly Point[], noise: number): number {
  let falls = 0;
  let last = -Infinity;
  for (const [index, { x, y }] of points.entries()) {
    // Most days are above the one before, or near it.
    if (index === 0 || y > 0.85 * (points[index - 1]?.y ?? 0)) continue;
    const before = median(points.slice(Math.max(0, index - 3), index).map((one) => one.y));
    const after = median(points.slice(index, index + 3).map((one) => one.y));
    if (after > 0.8 * before || before - after < 4 * noise) continue;
    if (x - last > 3) falls += 1;
    last = x;
  }
  return falls;
}
