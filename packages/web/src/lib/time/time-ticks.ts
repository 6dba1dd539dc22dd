import { clockText, dayText, momentOf, monthText, wallClock, type Zone } from "./zone.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** A place on the axis of time. */
export interface Tick {
  /** Milliseconds. */
  time: number;
  /** One line, or two. */
  text: string;
}

const ofADay = [5, 10, 15, 30, 60, 120, 180, 360, 720].map((minutes) => minutes * minute);
const days = [1, 2, 7, 14];
const monthCounts = [1, 2, 3, 6, 12];

/**
 * The ticks of an axis: whole minutes, hours, days or months of a zone. On a day of 25 hours the hour that
 * comes twice has two ticks; on one of 23 hours the skipped one has none.
 * @param from milliseconds, like `to`
 * @param most how many labels have space
 */
export function timeTicks(from: number, to: number, zone: Zone, most: number): Tick[] {
  const least = (to - from) / Math.max(1, most);
  const step = ofADay.find((each) => each >= least);
  if (step !== undefined) return clockTicks(from, to, zone, step);
  const count = days.find((each) => each * day >= least);
  return count === undefined ? monthTicks(from, to, zone, least) : dayTicks(from, to, zone, count);
}

/** Clocks are ahead of UTC by quarters of an hour, so each tick lies on one of these. */
const grid = 15 * minute;

function clockTicks(from: number, to: number, zone: Zone, step: number): Tick[] {
  const ticks: Tick[] = [];
  const stride = Math.min(step, grid);
  let last = Number.NEGATIVE_INFINITY;
  for (let time = Math.ceil(from / stride) * stride; time <= to; time += stride) {
    const wall = wallClock(time, zone);
    const ofDay = (wall.getTime() % day) + (wall.getTime() < 0 ? day : 0);
    // Where clocks are put back, the same label would come twice in the space of one.
    if (ofDay % step !== 0 || time - last < 0.7 * step) continue;
    last = time;
    ticks.push({ time, text: ofDay === 0 ? dayText(wall) : clockText(wall) });
  }
  const [first] = ticks;
  // Without the day, the left end of an axis would be a time of any day.
  if (first && /:/.test(first.text)) first.text += `\n${dayText(wallClock(first.time, zone))}`;
  return ticks;
}

function dayTicks(from: number, to: number, zone: Zone, count: number): Tick[] {
  const ticks: Tick[] = [];
  const wallOfFrom = wallClock(from, zone).getTime();
  for (let wall = Math.floor(wallOfFrom / day) * day; ; wall += day) {
    const time = momentOf(wall, zone);
    if (time > to) return ticks;
    // Days are counted from a Monday, so that weeks begin on one.
    const number = wall / day + 3;
    if (time >= from && number % count === 0) ticks.push({ time, text: dayText(new Date(wall)) });
  }
}

function monthTicks(from: number, to: number, zone: Zone, least: number): Tick[] {
  const count = monthCounts.find((each) => each * 30 * day >= least) ?? 12;
  const ticks: Tick[] = [];
  const begin = wallClock(from, zone);
  const year = begin.getUTCFullYear();
  for (let month = begin.getUTCMonth() - (begin.getUTCMonth() % count); ; month += count) {
    const wall = new Date(Date.UTC(year, month, 1));
    const time = momentOf(wall.getTime(), zone);
    if (time > to) return ticks;
    if (time >= from) ticks.push({ time, text: monthText(wall) });
  }
}

/** About how wide a text of an axis is, in pixels. */
const widthOf = (text: string): number => 6.5 * Math.max(...text.split("\n").map(({ length }) => length));

/** So far a text may reach to the left of the plot, in pixels: there the axis of values has its zero. */
const overhang = 4;

/**
 * The texts of ticks, empty where one would cover the axis of values or be cut off at the right edge. The day of the
 * first one passes to the next.
 * @param ticks `at` is the place in the plot, in pixels
 * @param right where the space ends, in pixels
 */
export function labelsThatFit(ticks: readonly (Tick & { at: number })[], right: number): string[] {
  let ofDay = "";
  return ticks.map(({ text: own, at }) => {
    const text = /^\d+:\d+$/.test(own) ? own + ofDay : own;
    ofDay = "";
    const half = widthOf(text) / 2;
    if (at - half < -overhang) {
      ofDay = /\n.*/.exec(text)?.[0] ?? "";
      return "";
    }
    return at + half <= right ? text : "";
  });
}
