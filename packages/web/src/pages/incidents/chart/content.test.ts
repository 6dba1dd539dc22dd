import type { History } from "@shardwatch/core/contract/history/history";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { utc } from "../../../lib/time/zone.ts";
import { drawnOf } from "./content.ts";

beforeEach(() => void vi.setSystemTime("2026-11-22T12:00:00Z"));
afterEach(() => void vi.useRealTimers());

const history: History = {
  from: "2026-11-22T08:00:00.000Z",
  to: "2026-11-22T08:15:00.000Z",
  step: 300,
  newest: "2026-11-22T08:10:00.000Z",
  begins: null,
  series: [{ metric: "utilization", database: "7", unit: "percent", of: "largest", values: [80, 91, 96.5] }],
  status: [
    ["active", 2],
    ["silent", 1],
  ],
  unknown: [],
};
const chart = {
  metric: "utilization" as const,
  thresholds: [
    { severity: "warning" as const, value: 90 },
    { severity: "critical" as const, value: 95 },
  ],
  deployments: [],
};
const of = { name: "payments", onset: Date.parse("2026-11-22T08:06:00Z"), zone: utc };

test("SCR11 the chart of an incident has its metric, a line at each threshold, a mark at the onset, and words for all of it", () => {
  const { content, label, reason } = drawnOf(chart, history, of);
  expect(reason).toBeUndefined();
  expect(content.series.map(({ label: name, values, style }) => [name, values, style])).toEqual([
    [content.series[0]?.label, [80, 91, 96.5], 0],
    ["Warning from 90%", [90, 90, 90], "warning"],
    ["Critical from 95%", [95, 95, 95], "critical"],
  ]);
  expect(content.marks).toEqual([
    { at: Date.parse("2026-11-22T08:06:00Z") / 1_000, text: "the incident began" },
  ]);
  expect(content.silent).toHaveLength(1);
  expect(label).toContain(
    "of payments, from Nov 22, 08:00 to Nov 22, 08:15: from 80.0% to 96.5%, last 96.5%",
  );
  expect(label).toMatch(/; warning from 90%; critical from 95%; the incident began Nov 22, 08:06$/);
});

test("SCR11 an onset after the last whole step is within the chart", () => {
  const onset = Date.parse("2026-11-22T08:16:00Z");
  expect(drawnOf(chart, history, { ...of, onset }).content.range.to).toBeGreaterThan(onset / 1_000);
  expect(drawnOf(chart, history, of).content.range.to).toBe(Date.parse(history.to) / 1_000);
});

test("SCR11 without a value, the chart says why", () => {
  const [series] = history.series;
  if (!series) throw new Error("no series");
  const empty = { ...history, series: [{ ...series, values: [null, null, null] }] };
  expect(drawnOf(chart, empty, of).reason).toBe("No values were stored in this time.");
  const unread = {
    ...history,
    series: [],
    unknown: [{ metric: "utilization" as const, reason: "Not read." }],
  };
  expect(drawnOf(chart, unread, of).reason).toBe("Not read.");
});
