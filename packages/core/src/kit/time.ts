export const second = 1_000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ["year", 365 * day],
  ["month", 30 * day],
  ["week", 7 * day],
  ["day", day],
  ["hour", hour],
  ["minute", minute],
  ["second", second],
];
const format = new Intl.RelativeTimeFormat("en", { numeric: "always" });

/**
 * "3 days ago", "in 2 hours"; below one second "just now". Undefined when the date cannot be read.
 * A source's clock may run ahead of ours a little: up to a minute in the future reads "just now" too.
 */
export function relativeTime(date: string | number | null | undefined, now: number): string | undefined {
  if (date == null) return undefined;
  const time = typeof date === "number" ? date : Date.parse(date);
  if (!Number.isFinite(time)) return undefined;
  const difference = time - now;
  if (difference > -second && difference <= minute) return "just now";
  for (const [unit, length] of steps)
    if (Math.abs(difference) >= length) return format.format(Math.trunc(difference / length), unit);
  return "just now";
}
