import { monthNames } from "@shardwatch/core/kit/time";

/** A zone in which times are shown. */
export interface Zone {
  /** "Europe/Berlin" */
  name: string;
  /** What its clocks are ahead of UTC at a moment, both in milliseconds. */
  offsetAt: (time: number) => number;
}

export const utc: Zone = { name: "UTC", offsetAt: () => 0 };

/** The browser knows its own offset at any moment. Intl would take milliseconds of a first chart. */
const ofBrowser = (): Zone => ({
  name: new Intl.DateTimeFormat().resolvedOptions().timeZone,
  offsetAt: (time) => new Date(time).getTimezoneOffset() * -60_000,
});

let browser: Zone | undefined;

/** The zone of the browser. */
export const browserZone = (): Zone => (browser ??= ofBrowser());

/** What clocks show at a moment, as the Date of the same fields in UTC. */
export const wallClock = (time: number, zone: Zone): Date => new Date(time + zone.offsetAt(time));

/**
 * The moment at which clocks show these fields of UTC. A time that clocks skip becomes the one an hour later,
 * and of two the first is meant.
 * @param wall milliseconds
 */
export function momentOf(wall: number, zone: Zone): number {
  const day = 86_400_000;
  const guesses = [wall - zone.offsetAt(wall - day), wall - zone.offsetAt(wall + day)];
  const right = guesses.filter((guess) => guess + zone.offsetAt(guess) === wall);
  return right.length > 0 ? Math.min(...right) : Math.max(...guesses);
}

const twoDigits = (figure: number) => String(figure).padStart(2, "0");

/** "Nov"; in January and where it is asked for with the year. */
export const monthText = (wall: Date): string =>
  wall.getUTCMonth() === 0 ? `Jan ${wall.getUTCFullYear()}` : (monthNames[wall.getUTCMonth()] ?? "");

/** "Nov 21" */
export const dayText = (wall: Date): string => `${monthNames[wall.getUTCMonth()]} ${wall.getUTCDate()}`;

/** "19:20" */
export const clockText = (wall: Date): string =>
  `${twoDigits(wall.getUTCHours())}:${twoDigits(wall.getUTCMinutes())}`;

/** "Nov 21, 19:20", of another year "Nov 21, 2025, 19:20". */
export function momentText(time: number, zone: Zone, now = Date.now()): string {
  const wall = wallClock(time, zone);
  const year = wall.getUTCFullYear();
  const day = year === wallClock(now, zone).getUTCFullYear() ? dayText(wall) : `${dayText(wall)}, ${year}`;
  return `${day}, ${clockText(wall)}`;
}

const daySeconds = 86_400;

/**
 * The time of a point in a chart. A point of a day is a day of UTC, which clocks elsewhere begin at another time:
 * "Nov 21 (UTC day)".
 * @param at Unix seconds
 * @param step seconds
 */
export function pointText(at: number, step: number, zone: Zone): string {
  if (step < daySeconds) return momentText(at * 1_000, zone);
  const [day = ""] = momentText(at * 1_000, utc).split(/, \d\d:/);
  return `${day} (UTC day)`;
}

/** "19:20" today, else like momentText. */
export function recentText(time: number, zone: Zone, now = Date.now()): string {
  const [wall, today] = [wallClock(time, zone), wallClock(now, zone)];
  const isToday = wall.toISOString().slice(0, 10) === today.toISOString().slice(0, 10);
  return isToday ? clockText(wall) : momentText(time, zone, now);
}
