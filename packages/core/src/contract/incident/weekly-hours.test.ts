import { expect, test } from "vitest";
import type { WeeklyHours } from "./own-rule.ts";
import { isWithin } from "./weekly-hours.ts";

const minute = 60_000;
const day = 24 * 60 * minute;

const hours = (fields: Partial<WeeklyHours>): WeeklyHours => ({
  days: ["mon", "tue", "wed", "thu", "fri", "sat", "sun"],
  from: "02:30",
  to: "03:30",
  zone: "Europe/Berlin",
  ...fields,
});

/** How many minutes of a day in UTC are within. */
function minutesIn(weekly: WeeklyHours, date: string): number {
  const begin = Date.parse(date);
  let count = 0;
  for (let at = begin; at < begin + day; at += minute) if (isWithin(weekly, at)) count += 1;
  return count;
}

test.each([
  // In Berlin, 02:00 to 03:00 does not exist on 29 March 2026, and exists twice on 25 October.
  ["Europe/Berlin", "02:30", "03:30", "2026-03-28", 60],
  ["Europe/Berlin", "02:30", "03:30", "2026-03-29", 30],
  ["Europe/Berlin", "02:30", "03:30", "2026-10-25", 90],
  // In New York, 02:00 to 03:00 does not exist on 8 March 2026, and 01:00 to 02:00 exists twice on 1 November.
  ["America/New_York", "02:30", "03:30", "2026-03-08", 30],
  ["America/New_York", "01:30", "02:30", "2026-11-01", 90],
  ["America/New_York", "01:30", "02:30", "2026-11-02", 60],
])(
  "RUL06 in %s, %s to %s goes by the clock there: on %s it takes %i minutes",
  (zone, from, to, date, expected) => {
    expect(minutesIn(hours({ zone, from, to }), date)).toBe(expected);
  },
);

test.each([
  ["2026-11-27T16:59:00Z", true],
  ["2026-11-27T17:00:00Z", false],
  ["2026-11-27T06:59:00Z", false],
  ["2026-11-27T07:00:00Z", true],
  ["2026-11-28T12:00:00Z", false],
])("RUL06 working hours in Berlin at %s: %s", (time, expected) => {
  const days = ["mon", "tue", "wed", "thu", "fri"] as const;
  expect(isWithin(hours({ days: [...days], from: "08:00", to: "18:00" }), Date.parse(time))).toBe(expected);
});

test.each([
  ["2026-11-30T22:59:00Z", false],
  ["2026-11-30T23:00:00Z", true],
  ["2026-12-01T04:59:00Z", true],
  ["2026-12-01T05:00:00Z", false],
  ["2026-12-01T23:00:00Z", false],
])("RUL06 a night that begins on a Monday ends on the Tuesday, at %s: %s", (time, expected) => {
  const night = hours({ days: ["mon"], from: "23:00", to: "05:00", zone: "UTC" });
  expect(isWithin(night, Date.parse(time))).toBe(expected);
});

test("RUL06 the same time twice is the whole day", () => {
  const sunday = hours({ days: ["sun"], from: "00:00", to: "00:00", zone: "Asia/Tokyo" });
  expect(minutesIn(sunday, "2026-11-28")).toBe(9 * 60);
});
