export const second = 1_000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

/** A stored moment as answers have it; null for one that has not come. */
export const isoOrNull = (time: number | undefined): string | null =>
  time === undefined ? null : new Date(time).toISOString();

/** The months as all screens and messages write them. */
export const monthNames = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/** "Dec 1, 2026": the day of UTC. @param time milliseconds */
export function dateText(time: number): string {
  const date = new Date(time);
  return `${monthNames[date.getUTCMonth()]} ${date.getUTCDate()}, ${date.getUTCFullYear()}`;
}

/** "Dec 1, 2026, 09:05 UTC" @param time milliseconds */
export const utcText = (time: number): string =>
  `${dateText(time)}, ${new Date(time).toISOString().slice(11, 16)} UTC`;

const steps: [unit: string, length: number][] = [
  ["year", 365 * day],
  ["month", 30 * day],
  ["week", 7 * day],
  ["day", day],
  ["hour", hour],
  ["minute", minute],
  ["second", second],
];

/**
 * "3 days ago", "in 2 hours"; below one second "just now". Undefined when the date cannot be read. It does
 * not use Intl, which takes 15 ms of a page's first paint to load data for one language. A source's clock may
 * be ahead of ours: up to a minute in the future is "just now" too.
 */
export function relativeTime(date: string | number | null | undefined, now: number): string | undefined {
  if (date == null) return undefined;
  const time = new Date(date).getTime();
  if (Number.isNaN(time)) return undefined;
  const difference = time - now;
  if (difference > -second && difference <= minute) return "just now";
  for (const [unit, length] of steps) {
    const count = Math.trunc(Math.abs(difference) / length);
    if (count === 0) continue;
    const amount = `${count} ${unit}${count === 1 ? "" : "s"}`;
    return difference < 0 ? `${amount} ago` : `in ${amount}`;
  }
  return "just now";
}

/** Calendar days in UTC. What ended earlier today has ended: it is not something that has no days left. */
export function daysUntil(end: number, now: number): number {
  const days = Math.floor(end / day) - Math.floor(now / day);
  return end <= now ? Math.min(days, -1) : days;
}
