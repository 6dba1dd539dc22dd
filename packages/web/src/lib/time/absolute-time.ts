import { dateText } from "@shardwatch/core/kit/time";

const form = { dateStyle: "medium", timeStyle: "medium", hourCycle: "h23" } as const;

/** "Nov 21, 2026, 23:56:03" in the reader's zone, so that it can be compared with a log. @param time milliseconds */
export const secondText = (time: number): string => new Intl.DateTimeFormat("en", form).format(time);

/**
 * Date and time in the reader's zone with its offset, and the same moment in UTC. Undefined when it cannot be
 * parsed.
 */
export function absoluteTime(date: string | number): { local: string; utc: string } | undefined {
  const time = new Date(date).getTime();
  if (Number.isNaN(time)) return undefined;
  const zone = new Intl.DateTimeFormat("en", { timeZoneName: "longOffset" })
    .formatToParts(time)
    .find((part) => part.type === "timeZoneName")?.value;
  return {
    local: `${secondText(time)} ${zone ?? ""}`.trim(),
    utc: `${new Intl.DateTimeFormat("en", { ...form, timeZone: "UTC" }).format(time)} UTC`,
  };
}

/** A day as "Jan 31, 2027" in UTC, as licenses state it. A text that is no date stays as it is. */
export function day(date: string | null): string | null {
  const time = date === null ? NaN : Date.parse(date);
  return Number.isNaN(time) ? date : dateText(time);
}
