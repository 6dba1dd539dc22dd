import type { History } from "@shardwatch/core/contract/history/history";
import { expect, test } from "vitest";
import type { ChartSeries } from "../../../../ui/chart/types.ts";
import { missingIn, usualGap } from "./missing.ts";

const from = Date.parse("2026-11-22T00:00:00.000Z") / 1_000;
const step = 300;
const at = (steps: number) => from + steps * step;

/** Two hours of five-minute steps. */
const history = (...status: [string, number][]): History => ({
  from: new Date(at(0) * 1_000).toISOString(),
  to: new Date(at(24) * 1_000).toISOString(),
  step,
  newest: null,
  begins: null,
  series: [],
  status,
  unknown: [],
});
const line = (known: number, style: ChartSeries["style"] = 0): ChartSeries => ({
  id: "a",
  label: "a",
  values: Array.from({ length: 24 }, (_, index) => (index < known ? 1 : null)),
  style,
});

test("SCR06 a chart is hatched from its last value to now where reports came without one", () => {
  const unread = history(["active", 10], ["unreachable", 12], ["awaited", 2]);
  expect(missingIn(unread, [line(10), line(24, "limit")], [], 0)).toEqual([{ from: at(10), to: at(24) }]);
  expect(missingIn(unread, [line(9), line(10)], [], 0)).toEqual([{ from: at(10), to: at(24) }]);
});

test("SCR06 what may still be reported is not missing, and a chart without any value says why instead", () => {
  expect(missingIn(history(["active", 22], ["awaited", 2]), [line(22)], [], 0)).toEqual([]);
  expect(missingIn(history(["active", 24]), [line(24)], [], 0)).toEqual([]);
  expect(missingIn(history(["unreachable", 24]), [line(0)], [], 0)).toEqual([]);
});

test("SCR06 a time without any report is hatched as such, and not twice", () => {
  const thenSilent = history(["active", 10], ["unreachable", 4], ["silent", 8], ["awaited", 2]);
  const silent = [
    { from: at(2), to: at(3) },
    { from: at(14), to: at(22) },
  ];
  expect(missingIn(thenSilent, [line(10)], silent, 0)).toEqual([
    { from: at(10), to: at(14) },
    { from: at(22), to: at(24) },
  ]);
});

test("SCR06 figures that are read once an hour are missing after more than that", () => {
  const active = history(["active", 24]);
  const usual = usualGap({ id: "clients" }, { detailedHistory: true });
  expect(missingIn(active, [line(10)], [], usual)).toEqual([]);
  expect(missingIn(active, [line(8)], [], usual)).toEqual([{ from: at(8), to: at(24) }]);
  expect(usualGap({ id: "memory" }, { detailedHistory: true })).toBe(0);
  expect(usualGap({ id: "clients" }, {})).toBe(0);
});
