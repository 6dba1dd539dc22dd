import type { FleetHistory } from "@shardwatch/core/contract/history/fleet-history";
import { expect, test } from "vitest";
import { trendsOf } from "./trends.ts";

/** 30 hours, the last of which is not counted yet. */
const hourly = (value: (hour: number) => number | null) =>
  Array.from({ length: 30 }, (_, hour) => (hour === 29 ? null : value(hour)));
const series = (metric: FleetHistory["series"][number]["metric"], values: (number | null)[]) =>
  ({ metric, unit: "count", of: "last", values }) as const;

test("SCR10 the tiles say how their figures changed in 24 hours, and draw them", () => {
  const trends = trendsOf({
    step: 3_600,
    statuses: [
      { status: "active", values: hourly((hour) => (hour < 20 ? 10 : 12)) },
      { status: "down", values: hourly(() => 1) },
    ],
    series: [
      series(
        "memoryUsed",
        hourly((hour) => 1_000 + hour),
      ),
      series(
        "ramShards",
        hourly(() => 4),
      ),
      series(
        "flashShards",
        hourly((hour) => (hour === 10 ? null : 2)),
      ),
    ],
  });
  expect(trends.Deployments?.text).toBe("+2");
  expect(trends["Memory used"]?.text).toBe("+2.4%");
  expect(trends["Licensed shards"]?.text).toBe("±0");
  expect(trends["Memory used"]?.path).toMatch(/^M0 [\d.]+(L[\d.]+ [\d.]+){23}L48 [\d.]+$/);
  // An hour that was not counted is a gap.
  expect(trends["Licensed shards"]?.path.match(/M/g)).toHaveLength(2);
});

test("SCR10 a figure has no trend where a day before is not known, and none among days", () => {
  const young = [
    series(
      "memoryUsed",
      hourly((hour) => (hour < 10 ? null : 5)),
    ),
  ];
  expect(trendsOf({ step: 3_600, statuses: [], series: young })).toEqual({});
  const old = [
    series(
      "memoryUsed",
      hourly(() => 5),
    ),
  ];
  expect(trendsOf({ step: 86_400, statuses: [], series: old })).toEqual({});
});
