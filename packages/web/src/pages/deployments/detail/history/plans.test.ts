import { expect, test } from "vitest";
import { metricsOf, plansOf } from "./plans.ts";

const usual = ["Memory", "Operations", "Clients", "Hit ratio", "Evictions", "Keys"];

test("HIS02 memory with its limit comes first, then operations, clients, hit ratio, evictions and keys", () => {
  for (const type of ["STANDALONE", "CLUSTER", "CLOUD"] as const) {
    const plans = plansOf({ type }, "total");
    expect(plans.map(({ title }) => title)).toEqual(usual);
    expect(metricsOf(plans)).toEqual([
      "memoryUsed",
      "memoryLimit",
      "ops",
      "clients",
      "hitRatio",
      "evictions",
      "keys",
      "expiring",
    ]);
  }
});

test("HIS02 a Redis Enterprise cluster has its shards with the licence below; one database has none of its own", () => {
  for (const database of ["total", "each"] as const) {
    const plans = plansOf({ type: "ENTERPRISE" }, database);
    expect(plans.map(({ title }) => title)).toEqual([...usual, "RAM shards", "Flash shards"]);
    expect(metricsOf(plans).slice(-4)).toEqual([
      "ramShards",
      "ramShardLimit",
      "flashShards",
      "flashShardLimit",
    ]);
  }
  expect(plansOf({ type: "ENTERPRISE" }, "db-1").map(({ title }) => title)).toEqual(usual);
});
