import type { History } from "@shardwatch/core/contract/history/history";
import { expect, test } from "vitest";
import { aheadDays, fullLine, lineTo, outlookLines, pastDays } from "./ahead.ts";

const day = 86_400;
const asOf = Date.parse("2026-11-30T00:00:00Z") / 1_000;
const dayOf = (place: number) => new Date((asOf + place * day) * 1_000).toISOString();
const indexOf = (place: number) => pastDays + place;

/** 84 days from 16 on, one more each day; the newest is 99. Before the last ten days the limit was 120. */
const history: History = {
  from: dayOf(-pastDays),
  to: dayOf(0),
  step: day,
  newest: dayOf(-1),
  begins: null,
  series: [
    {
      metric: "memoryUsed",
      database: "1",
      unit: "bytes",
      of: "largest",
      values: Array.from({ length: pastDays }, (_, place) => 16 + place),
    },
    {
      metric: "memoryLimit",
      database: "1",
      unit: "bytes",
      of: "last",
      values: Array.from({ length: pastDays }, (_, place) => (place < 74 ? 120 : 109)),
    },
  ],
  status: [],
  unknown: [],
};

const nothing = { earliest: null, likely: null, latest: null, days: null, perDay: null };
const dated = {
  say: "date",
  limit: "109",
  fullAt: 1,
  earliest: dayOf(7),
  likely: dayOf(9),
  latest: dayOf(19),
  days: 28,
  perDay: "1",
} as const;

test("RUN03 the chart has 84 days of peaks and 60 days ahead, with the limit of each day", () => {
  const { times, range, peaks, limits } = outlookLines(history, dated, asOf);
  expect(times).toHaveLength(pastDays + aheadDays);
  expect(range).toEqual({ from: asOf - 84 * day, to: asOf + 60 * day });
  expect([peaks[0], peaks[indexOf(-1)], peaks[indexOf(0)]]).toEqual([16, 99, null]);
  expect([limits[0], limits[indexOf(-1)], limits[indexOf(59)]]).toEqual([120, 109, 109]);
});

test("RUN03 the lines ahead begin at the newest peak and end at the limit, each on its day", () => {
  const { likely, earliest, latest } = outlookLines(history, dated, asOf);
  for (const line of [likely, earliest, latest]) {
    expect(line[indexOf(-2)]).toBeNull();
    expect(line[indexOf(-1)]).toBe(99);
  }
  expect([likely[indexOf(8)], likely[indexOf(9)], likely[indexOf(10)]]).toEqual([108, 109, null]);
  expect(latest[indexOf(9)]).toBe(104);
  expect([latest[indexOf(19)], latest[indexOf(20)]]).toEqual([109, null]);
  // The upper edge of the band stays at the limit until the lower one is there.
  expect([earliest[indexOf(3)], earliest[indexOf(7)], earliest[indexOf(19)]]).toEqual([104, 109, 109]);
  expect(earliest[indexOf(20)]).toBeNull();
});

test("RUN03 the edges hold the likely line on every day", () => {
  const { likely, earliest, latest } = outlookLines(history, dated, asOf);
  for (const [place, value] of likely.entries())
    if (value !== null) {
      expect(earliest[place]).toBeGreaterThanOrEqual(value);
      expect(latest[place]).toBeLessThanOrEqual(value);
    }
});

test("RUN03 the window that was used ends where the trends end, and begins in the chart", () => {
  expect(outlookLines(history, dated, asOf).window).toEqual({ from: asOf - 28 * day, to: asOf });
  expect(outlookLines(history, { ...dated, days: 84 }, asOf).window?.from).toBe(asOf - 84 * day);
  expect(outlookLines(history, { ...dated, ...nothing, say: "none" }, asOf).window).toBeUndefined();
  // The days of a database that is too young are no window.
  expect(outlookLines(history, { ...dated, ...nothing, say: "early", days: 6 }, asOf).window).toBeUndefined();
});

test("RUN03 without a date there is no band, and a pace alone is one line", () => {
  const far = outlookLines(history, { ...dated, ...nothing, say: "far", days: 28, perDay: "2" }, asOf);
  expect([far.likely[indexOf(-1)], far.likely[indexOf(0)], far.likely.at(-1)]).toEqual([99, 101, 219]);
  expect(far.earliest.every((value) => value === null)).toBe(true);
  for (const say of ["none", "early", "unclear", "full"] as const) {
    const { times, range, limits, likely, latest } = outlookLines(
      history,
      { ...dated, ...nothing, say, perDay: "2" },
      asOf,
    );
    expect([...likely, ...latest].every((value) => value === null)).toBe(true);
    // Nothing is said of the days ahead, so they are not there.
    expect([times.length, limits.length, range.to]).toEqual([pastDays, pastDays, asOf]);
  }
});

test("RUN03 a database that is full below its limit has its lines end there", () => {
  const { likely, limits } = outlookLines(history, { ...dated, limit: "125", fullAt: 0.8 }, asOf);
  expect([likely[indexOf(9)], limits.at(-1)]).toEqual([100, 125]);
});

test("RUN03 a database that is full below its limit has a line there, and no other has", () => {
  expect(fullLine([100, null, 200], 0.8)).toEqual([80, null, 160]);
  expect(fullLine([100, null, 200], 1)).toEqual([null, null, null]);
  expect(fullLine([100])).toEqual([null]);
});

test("RUN03 gaps stay gaps, and a database without peaks has no line ahead", () => {
  const [used, limit] = history.series;
  if (!used || !limit) throw new Error("no series");
  const gap = used.values.map((value, place) => (place > 80 ? null : value));
  const lines = outlookLines({ ...history, series: [{ ...used, values: gap }, limit] }, dated, asOf);
  expect([lines.peaks[80], lines.peaks[81]]).toEqual([96, null]);
  expect([lines.likely[80], lines.likely[indexOf(9)]]).toEqual([96, 109]);
  const none = outlookLines({ ...history, series: [] }, dated, asOf);
  expect([...none.peaks, ...none.likely, ...none.earliest].every((value) => value === null)).toBe(true);
  expect(
    outlookLines(
      history,
      { ...dated, ...nothing, say: "noLimit", limit: "0", days: 9, perDay: "1" },
      asOf,
    ).limits.at(-1),
  ).toBeNull();
});

test("RUN03 a date that has passed puts the line at the limit at once", () => {
  expect(lineTo([0, 1, 2], { at: 1, value: 5 }, { at: 1, value: 9 })).toEqual([null, 9, null]);
});
