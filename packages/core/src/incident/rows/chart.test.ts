import { expect, test } from "vitest";
import { chartOf } from "./chart.ts";
import type { Member } from "./record.ts";

const member = (more: Partial<Member> = {}): Member => ({
  rule: "memory-full",
  id: "dep_00000000000000000001",
  name: "payments",
  value: "92.0% of its limit",
  ...more,
});

test("SCR11 a full store has the chart of its memory with the thresholds of the rule, of the database that is full", () => {
  const second = { id: "dep_00000000000000000002", name: "carts" };
  const members = [member(), member({ ...second, value: "91.0% of its limit in db 7", database: "7" })];
  expect(chartOf({ members })).toEqual({
    metric: "utilization",
    thresholds: [
      { severity: "warning", value: 90 },
      { severity: "critical", value: 95 },
    ],
    deployments: [
      { id: "dep_00000000000000000001", name: "payments" },
      { ...second, database: "7" },
    ],
  });
});

test("SCR11 a row of 0.4.0 that names a database without its id has no chart of all databases together", () => {
  expect(chartOf({ members: [member({ value: "91.0% of its limit in db 7" })] })).toBeUndefined();
});

test("SCR11 silent deployments have their status, and what has no history has no chart", () => {
  const silent = { rule: "silent", value: null } as const;
  const account = member({ rule: "source-failing", id: "rcl_00000000000000000000000001" });
  expect(chartOf({ members: [account, member(silent)] })).toMatchObject({ metric: null, thresholds: [] });
  expect(chartOf({ members: [account] })).toBeUndefined();
  expect(chartOf({ members: [member({ rule: "license-ends" })] })).toBeUndefined();
});

test("SCR11 a chart offers the deployments of its rule only", () => {
  const members = [member(), member({ rule: "evictions-begin", name: "carts" })];
  expect(chartOf({ members })?.deployments.map(({ name }) => name)).toEqual(["payments"]);
});
