import { expect, test } from "vitest";
import type { DeploymentListItem } from "@shardwatch/core/contract/deployment/deployment";
import { factsOf } from "@shardwatch/core/contract/filter/facts";
import { cloud, item, now } from "../../../../../tests/support/filters.ts";
import type { Order } from "../../lib/list/sorting.ts";
import { sortersOf } from "../../ui/table/columns.ts";
import { deploymentColumns, type SortField } from "./list/columns.tsx";

const sorters = sortersOf(deploymentColumns);
const names = (rows: readonly DeploymentListItem[], sort: SortField, order: Order = "asc") =>
  sorters[sort]?.(
    rows.map((row) => ({ row })),
    order,
    { factsOf: (row) => factsOf(row, now) },
  ).map(({ row }) => row.name);
const filled = (name: string, utilization: number) =>
  item({ name, fullest: { utilization, database: "cart" } });

test("LST36 AMD11 LSX02 the status sorts by severity, the most urgent first", () => {
  const rows = ["active", "stale", "denied", "error", "unreachable", "degraded", "pending"].map((status) =>
    item({ name: status, status }),
  );
  expect(names([...rows, filled("full", 99)], "status")).toEqual([
    "unreachable",
    "denied",
    "full",
    "degraded",
    "error",
    "stale",
    "pending",
    "active",
  ]);
});

test("LSX01 memory sorts by the fullest database that has a limit, not by the sums; without one it stands last", () => {
  const rows = [
    item({ name: "unlimited", memoryLimit: "0" }),
    { ...filled("half", 50.5), memoryUsed: "9", memoryLimit: "10" },
    { ...filled("full", 99.1), memoryUsed: "1", memoryLimit: "10" },
    item({ name: "single", databaseCount: 1, memoryUsed: "7", memoryLimit: "10" }),
    item({ name: "unknown", memoryUsed: null, memoryLimit: null }),
  ];
  expect(names(rows, "memory", "desc")).toEqual(["full", "single", "half", "unlimited", "unknown"]);
  expect(names(rows, "memory")).toEqual(["half", "single", "full", "unlimited", "unknown"]);
});

test("LSX01 versions sort as numbers by the lowest, regions by name; unknown ones stand last", () => {
  const of = (name: string, versions?: [string, string], regions?: string[]) =>
    item({
      name,
      facts: { ...(versions && { versions }) },
      ...(regions && { cloudSubscription: cloud({ regions }) }),
    });
  const rows = [
    of("unknown"),
    of("ten", ["7.10.1", "7.10.1"], ["us-east-1"]),
    of("two", ["7.2.9", "8.0.0"], ["eu-west-1", "us-east-1"]),
  ];
  expect(names(rows, "version")).toEqual(["two", "ten", "unknown"]);
  expect(names(rows, "region", "desc")).toEqual(["ten", "two", "unknown"]);
});
