import type { FleetHistory } from "@shardwatch/core/contract/history/fleet-history";
import { expect, test } from "vitest";
import { fleetCharts } from "./fleet-charts.ts";

const historyOf = (statuses: FleetHistory["statuses"]): FleetHistory => ({
  from: "2026-11-22T00:00:00.000Z",
  to: "2026-11-22T02:00:00.000Z",
  step: 3_600,
  newest: "2026-11-22T01:00:00.000Z",
  types: [],
  statuses,
  series: [],
});
const statusLines = (statuses: FleetHistory["statuses"]) =>
  fleetCharts(historyOf(statuses)).find(({ id }) => id === "status") ?? expect.fail("no chart");

test("SCR10 deployments by status are areas in the colours of the status, what is well lowest", () => {
  const { series, isStacked } = statusLines([
    { status: "down", values: [1, 1] },
    { status: "degraded", values: [2, 0] },
    { status: "active", values: [9, 9] },
  ]);
  expect(isStacked).toBe(true);
  expect(series.map(({ label, style }) => [label, style])).toEqual([
    ["Active", "active"],
    ["Degraded", "degraded"],
    ["Down", "down"],
  ]);
});

test("SCR10 of more than six statuses five have areas, and the others share one", () => {
  const statuses = ["active", "loading", "degraded", "unsupported", "denied", "unreachable", "down"] as const;
  const { series } = statusLines(statuses.map((status, place) => ({ status, values: [9 - place, null] })));
  expect(series).toHaveLength(6);
  expect(series.at(-1)).toMatchObject({ label: "2 others", style: "others", values: [7, null] });
  expect(statusLines(statuses.slice(1).map((status) => ({ status, values: [1, 1] }))).series).toHaveLength(6);
});
