import type { History } from "@shardwatch/core/contract/history/history";
import type { MemoryOutlook } from "@shardwatch/core/contract/outlook/outlook";
import { day as dayMilliseconds, second } from "@shardwatch/core/kit/time";
import type { Span } from "../../../../ui/chart/types.ts";

/** How much the chart shows of both directions, in days. */
export const pastDays = 84;
export const aheadDays = 60;

/** In seconds. */
const day = dayMilliseconds / second;

type Values = (number | null)[];

/** What the chart of an outlook draws: bytes at the begin of each day of UTC, null where there is no line. */
export interface OutlookLines {
  /** Unix seconds. */
  times: number[];
  range: Span;
  peaks: Values;
  limits: Values;
  /** From the newest peak on; all null where nothing is said of the time ahead. */
  likely: Values;
  /** The edges of what is possible. All null without a date. */
  earliest: Values;
  latest: Values;
  /** The days from which the growth was found. */
  window: Span | undefined;
}

type Shown = Pick<
  MemoryOutlook,
  "say" | "limit" | "fullAt" | "earliest" | "likely" | "latest" | "days" | "perDay"
>;

/** A place in the chart: Unix seconds and bytes. */
interface Point {
  at: number;
  value: number;
}

const secondsOf = (moment: string | null) => (moment === null ? undefined : Date.parse(moment) / second);

/** The values of a metric by the begin of their day. */
function valuesOf({ from, step, series }: History, metric: string): ReadonlyMap<number, number | null> {
  const begin = Date.parse(from) / second;
  const values = series.find((one) => one.metric === metric)?.values ?? [];
  return new Map(values.map((value, place) => [begin + place * step, value]));
}

/**
 * The straight line from a point to a target, day by day; null elsewhere. Behind the target it stays there until the first
 * day at or after `until`. So two lines to one limit can have a band between them.
 */
export function lineTo(times: readonly number[], from: Point, target: Point, until = target.at): Values {
  const end = times.find((time) => time >= until) ?? Number.POSITIVE_INFINITY;
  return times.map((time) => {
    if (time < from.at || time > end) return null;
    const part = target.at > from.at ? (time - from.at) / (target.at - from.at) : 1;
    return from.value + (target.value - from.value) * Math.min(1, part);
  });
}

/** A limit that is known and set, in bytes. */
const limitOf = ({ limit }: Shown) => (limit === null || limit === "0" ? undefined : Number(limit));

/** The lines of the time ahead from the newest peak on. */
function aheadOf(times: readonly number[], shown: Shown, newest: Point) {
  const nothing = times.map(() => null);
  const limit = limitOf(shown);
  const [earliest, likely, latest] = [shown.earliest, shown.likely, shown.latest].map(secondsOf);
  if (limit !== undefined && earliest !== undefined && likely !== undefined && latest !== undefined) {
    const value = limit * shown.fullAt;
    const to = (at: number, until?: number) => lineTo(times, newest, { at, value }, until);
    return { likely: to(likely), earliest: to(earliest, latest), latest: to(latest) };
  }
  const isPace =
    shown.say === "far" || shown.say === "noLimit" || shown.say === "unknown" || shown.say === "tiered";
  const perDay = Number(shown.perDay ?? 0);
  if (!isPace || perDay <= 0) return { likely: nothing, earliest: nothing, latest: nothing };
  const last = times.at(-1) ?? newest.at;
  const target = { at: last, value: newest.value + (perDay * (last - newest.at)) / day };
  return { likely: lineTo(times, newest, target), earliest: nothing, latest: nothing };
}

/** Where a database is full below its limit, as with Active-Active; all null where it is full at its limit. */
export const fullLine = (limits: Values, fullAt = 1): Values =>
  limits.map((limit) => (limit === null || fullAt >= 1 ? null : limit * fullAt));

/** The first days of the lines, where nothing is said of the others. */
const shortened = ({ times, range, ...lines }: OutlookLines, days: number): OutlookLines => ({
  times: times.slice(0, days),
  range: { ...range, to: times[days] ?? range.to },
  peaks: lines.peaks.slice(0, days),
  limits: lines.limits.slice(0, days),
  likely: lines.likely.slice(0, days),
  earliest: lines.earliest.slice(0, days),
  latest: lines.latest.slice(0, days),
  window: lines.window,
});

/**
 * The lines of the chart. The days ahead are part of it only where something is said of them.
 * @param history the daily peaks and limits of one database
 * @param asOf the midnight at which the trends end, Unix seconds
 */
export function outlookLines(history: History, shown: Shown | undefined, asOf: number): OutlookLines {
  const range = { from: asOf - pastDays * day, to: asOf + aheadDays * day };
  const times = Array.from({ length: pastDays + aheadDays }, (_, place) => range.from + place * day);
  const [used, limited] = [valuesOf(history, "memoryUsed"), valuesOf(history, "memoryLimit")];
  const peaks = times.map((time) => (time < asOf ? (used.get(time) ?? null) : null));
  const present = shown && limitOf(shown);
  // Zero means that no limit is set.
  const limits = times.map((time) => (time < asOf ? limited.get(time) || null : (present ?? null)));
  const nothing = times.map(() => null);
  const place = peaks.findLastIndex((value) => value !== null);
  const [at, value] = [times[place], peaks[place]];
  const ahead =
    shown && at !== undefined && value != null
      ? aheadOf(times, shown, { at, value })
      : { likely: nothing, earliest: nothing, latest: nothing };
  const hasWindow = shown?.perDay != null && shown.days !== null;
  const window = hasWindow
    ? { from: Math.max(range.from, asOf - (shown.days ?? 0) * day), to: asOf }
    : undefined;
  const lines = { times, range, peaks, limits, ...ahead, window };
  return ahead.likely.some((one) => one !== null) ? lines : shortened(lines, pastDays);
}
