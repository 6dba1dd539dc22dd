import uPlot from "uplot";
import { expect, test } from "vitest";
import { labelsThatFit, timeTicks } from "./time-ticks.ts";
import { clockText, momentOf, momentText, utc, wallClock, type Zone } from "./zone.ts";

const hour = 3_600_000;

/** Any zone, as Intl knows it. */
function zoneOf(name: string): Zone {
  const form = new Intl.DateTimeFormat("en-US", {
    timeZone: name,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
  });
  return {
    name,
    offsetAt(time) {
      const parts = Object.fromEntries(
        form.formatToParts(time).map(({ type, value }) => [type, Number(value)]),
      );
      const { year = 0, month = 1, day = 1, hour: hours = 0, minute = 0 } = parts;
      return Date.UTC(year, month - 1, day, hours, minute) - Math.floor(time / 60_000) * 60_000;
    },
  };
}

const berlin = zoneOf("Europe/Berlin");
/** Midnight in Berlin before the clocks change, and the midnight after. */
const longDay = [Date.parse("2026-10-24T22:00:00Z"), Date.parse("2026-10-25T23:00:00Z")] as const;
const shortDay = [Date.parse("2026-03-28T23:00:00Z"), Date.parse("2026-03-29T22:00:00Z")] as const;
const hoursOf = ([from, to]: readonly [number, number], zone: Zone) =>
  timeTicks(from, to, zone, 30).map(({ text }) => text);

test("HIS17 a day of 25 hours has two o'clock twice, and one of 23 has none", () => {
  const long = hoursOf(longDay, berlin);
  expect(long).toHaveLength(26);
  expect(long.slice(0, 5)).toEqual(["Oct 25", "01:00", "02:00", "02:00", "03:00"]);
  expect(long.at(-1)).toBe("Oct 26");
  const short = hoursOf(shortDay, berlin);
  expect(short).toHaveLength(24);
  expect(short.slice(0, 4)).toEqual(["Mar 29", "01:00", "03:00", "04:00"]);
  expect(hoursOf(shortDay, utc).slice(1, 5)).toEqual(["Mar 29", "01:00", "02:00", "03:00"]);
});

test("HIS17 every tick lies where clocks show its label, as uPlot's own dates do", () => {
  for (const [from, to] of [longDay, shortDay])
    for (const most of [3, 6, 12, 30, 100])
      for (const { time, text } of timeTicks(from, to, berlin, most)) {
        const date = uPlot.tzDate(new Date(time), "Europe/Berlin");
        const clock = `${String(date.getHours()).padStart(2, "0")}:${String(date.getMinutes()).padStart(2, "0")}`;
        expect(text.includes(":") ? text.slice(0, 5) : "00:00").toBe(clock);
      }
});

test("HIS17 days and months begin at midnight of the zone, across both changes of the clocks", () => {
  const [from, to] = [Date.parse("2026-03-20T00:00:00Z"), Date.parse("2026-11-05T00:00:00Z")];
  const months = timeTicks(from, to, berlin, 12);
  expect(months.map(({ text }) => text)).toEqual(["Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov"]);
  const days = timeTicks(from, from + 14 * 24 * hour, berlin, 20);
  expect(days).toHaveLength(14);
  for (const { time } of [...months, ...days]) expect(clockText(wallClock(time, berlin))).toBe("00:00");
  expect(days.map(({ time }) => time - (days[0]?.time ?? 0)).slice(8, 10)).toEqual([
    8 * 24 * hour,
    9 * 24 * hour - hour,
  ]);
});

test("HIS17 there are never more labels than have space, and weeks begin on Mondays", () => {
  const to = Date.parse("2026-11-22T00:00:00Z");
  for (const length of [0.5, 6, 24, 168, 720, 9_500])
    for (const most of [3, 5, 10, 16]) {
      const ticks = timeTicks(to - length * hour, to, berlin, most);
      expect(ticks.length).toBeLessThanOrEqual(most + 1);
    }
  const weeks = timeTicks(to - 60 * 24 * hour, to, berlin, 10);
  for (const { time } of weeks) expect(wallClock(time, berlin).getUTCDay()).toBe(1);
});

test("HIS17 a time that clocks skip is an hour later, one that comes twice is the first", () => {
  expect(new Date(momentOf(Date.UTC(2026, 2, 29, 2, 30), berlin)).toISOString()).toBe(
    "2026-03-29T01:30:00.000Z",
  );
  expect(new Date(momentOf(Date.UTC(2026, 9, 25, 2, 30), berlin)).toISOString()).toBe(
    "2026-10-25T00:30:00.000Z",
  );
  const now = Date.parse("2026-11-22T12:00:00Z");
  expect(momentText(Date.parse("2026-11-21T19:20:00Z"), berlin, now)).toBe("Nov 21, 20:20");
  expect(momentText(Date.parse("2025-11-21T19:20:00Z"), utc, now)).toBe("Nov 21, 2025, 19:20");
});

test("SCR10 the first label never covers the axis of values, and its day passes to the next", () => {
  const ticks = ["10:00\nNov 22", "11:00", "12:00"].map((text, place) => ({
    time: place,
    text,
    at: place * 100,
  }));
  expect(labelsThatFit(ticks, 230)).toEqual(["", "11:00\nNov 22", "12:00"]);
  expect(
    labelsThatFit(
      ticks.map((tick) => ({ ...tick, at: tick.at + 30 })),
      230,
    ),
  ).toEqual(["10:00\nNov 22", "11:00", ""]);
});
