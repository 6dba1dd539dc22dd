import { day, minute } from "../../kit/time.ts";
import type { WeeklyHours } from "./own-rule.ts";
import { weekdays } from "./rule-words.ts";

const formats = new Map<string, Intl.DateTimeFormat>();

/** Making a format takes 100 times as long as using it. */
function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone: zone,
    weekday: "short",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  formats.set(zone, format);
  return format;
}

interface LocalTime {
  /** From Monday on, 0 to 6. */
  weekday: number;
  /** "08:30" */
  time: string;
}

function localTime(zone: string, now: number): LocalTime {
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(now)
      .map(({ type, value }) => [type, value]),
  );
  const name = (parts["weekday"] ?? "").toLowerCase();
  return {
    weekday: weekdays.findIndex((each) => name.startsWith(each)),
    time: `${parts["hour"]}:${parts["minute"]}`,
  };
}

/**
 * Whether a time is within weekly hours. They are those of the clock on the wall there, whatever the length of a day is.
 * @param now Unix epoch in milliseconds
 */
export function isWithin({ days, from, to, zone }: WeeklyHours, now: number): boolean {
  const { weekday, time } = localTime(zone, now);
  const isOn = (index: number) => days.some((each) => weekdays.indexOf(each) === (index + 7) % 7);
  if (from === to) return isOn(weekday);
  if (from < to) return isOn(weekday) && from <= time && time < to;
  return (isOn(weekday) && from <= time) || (isOn(weekday - 1) && time < to);
}

/** When weekly hours begin next, to the minute, in Unix epoch milliseconds; `now` within them. */
export function nextBegin(hours: WeeklyHours, now: number): number {
  const first = now - (now % minute);
  for (let at = first; at < first + 8 * day; at += minute) if (isWithin(hours, at)) return at;
  return now;
}
