import { expect, test, vi } from "vitest";
import { utc } from "../../lib/time/zone.ts";
import { bytes, counts, rates } from "./units.ts";
import { chartWords, gapsOf, newestWords, stepWords } from "./words.ts";

const gib = 2 ** 30;
const line = (label: string, values: (number | null)[], style: number | "limit" = 0) => ({
  id: label,
  label,
  values,
  style: style,
});
const base = {
  about: "Memory used",
  name: "db-1",
  range: "last 24 hours",
  unit: bytes,
  isNew: true,
  isUnlimited: false,
};

test("HIS09 a chart has a name in words: from, to, now, its limit and its gaps", () => {
  const used = line("Used", [2.1 * gib, null, 3.4 * gib, null, null, 3.2 * gib, null]);
  const limit = line("Limit", [4 * gib, 4 * gib], "limit");
  expect(chartWords({ ...base, series: [used, limit] })).toBe(
    "Memory used of db-1, last 24 hours: from 2.10 GiB to 3.40 GiB, now 3.20 GiB, limit 4.00 GiB; two gaps",
  );
  expect(chartWords({ ...base, series: [line("Used", [gib, gib])], isUnlimited: true, isNew: false })).toBe(
    "Memory used of db-1, last 24 hours: always 1.00 GiB, last 1.00 GiB, no limit set",
  );
  expect(chartWords({ ...base, series: [line("Used", [null])] })).toBe(
    "Memory used of db-1, last 24 hours: no values",
  );
});

test("HIS09 of many lines three have their figures, and the others are counted", () => {
  const series = Array.from({ length: 13 }, (_, index) => line(`db-${index}`, [index, index + 1]));
  expect(chartWords({ ...base, series })).toBe(
    "Memory used of db-1, last 24 hours: db-0 from 0 B to 1.00 B, now 1.00 B; db-1 from 1.00 B to 2.00 B, now 2.00 B; db-2 from 2.00 B to 3.00 B, now 3.00 B; 10 more lines",
  );
});

test("HIS04 a gap lies between two values: the time before the first and after the last is none", () => {
  expect(gapsOf([null, 1, null, null, 2, null, 3, null])).toBe(2);
  expect(gapsOf([null, null])).toBe(0);
  expect(gapsOf([1])).toBe(0);
});

test("HIS02 a step that is coarser than five minutes is named", () => {
  expect(stepWords(300, "largest")).toBeUndefined();
  expect(stepWords(3_600, "largest")).toBe("one point an hour, largest value");
  expect(stepWords(86_400, "mean")).toBe("one point a day, mean");
});

test("the axis has short figures, and values are exact to two decimals", () => {
  const { axisText, text } = bytes;
  expect([0, gib, 1.5 * gib, 512 * 2 ** 20].map(axisText)).toEqual(["0 B", "1 GiB", "1.5 GiB", "512 MiB"]);
  expect(text(1.5 * gib)).toBe("1.50 GiB");
});

test("SCR06 the chart calls values the latest only while they are, else it says of when the last are", () => {
  vi.setSystemTime("2026-11-22T23:00:00Z");
  const begin = Date.parse("2026-11-22T22:25:00Z") / 1_000;
  const times = [begin, begin + 300, begin + 600];
  const series = [line("Used", [1, 2, null]), line("Limit", [4, 4, 4], "limit")];
  expect(newestWords({ times, series, zone: utc })).toBe("Latest");
  expect(newestWords({ times, series, zone: utc, isOld: true })).toBe("Last values, 22:30");
  const days = times.map((_, index) => begin + (index - 2) * 86_400);
  expect(newestWords({ times: days, series, zone: utc, isOld: true })).toBe("Last values, Nov 21 (UTC day)");
  vi.useRealTimers();
});

test("SCR10 counts are whole numbers, and rates have the digits that tell them apart", () => {
  expect([0, 0.25, 3, 12_345].map(counts.text)).toEqual(["0", "0", "3", "12.3k"]);
  expect([0, 0.0004, 0.0042, 0.25, 12.5].map(rates.text)).toEqual([
    "0/s",
    "< 0.001/s",
    "0.0042/s",
    "0.25/s",
    "12.5/s",
  ]);
  expect([0, 0.005, 0.01, 0.015].map(rates.axisText)).toEqual(["0/s", "0.005/s", "0.01/s", "0.015/s"]);
});
