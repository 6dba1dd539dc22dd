import { expect, test } from "vitest";
import type { DeploymentListItem } from "@shardwatch/core/contract/deployment/deployment";
import { factsOf } from "@shardwatch/core/contract/filter/facts";
import { item, license, now } from "../../../../../../tests/support/filters.ts";
import { explain } from "./explain.ts";

const explained = (fields: Partial<DeploymentListItem>) => {
  const deployment = item(fields);
  return explain(deployment, factsOf(deployment, now));
};

test("LSX04 a stale deployment names the limit of its source, which is 5 minutes for agents and 15 for accounts", () => {
  const [agent] = explained({ status: "stale" });
  expect(agent?.meaning).toContain("is marked stale after 5 minutes.");
  expect(agent?.advice).toContain("agent is running");
  const [cloud] = explained({ status: "stale", source: "redis-cloud" });
  expect(cloud?.meaning).toContain("run every 5 minutes. It is marked stale after 15 minutes");
});

test("LSX04 a full store is named with its figure, its policy and the threshold", () => {
  const [full] = explained({
    fullest: { utilization: 96.42, database: "cart" },
    facts: { policy: "noeviction" },
  });
  expect(full?.meaning).toBe(
    '"cart" uses 96.4% of its limit (noeviction). 95% and above counts as full; writes may fail.',
  );
  const [limited] = explained({
    fullest: { utilization: 96.42, database: "cart" },
    facts: { policy: "volatile-lru" },
  });
  expect(limited?.meaning).toBe(
    '"cart" uses 96.4% of its limit (volatile-lru). 95% and above counts as full. Only keys with an expiry can be evicted; then writes fail.',
  );
  const [nearly] = explained({ databaseCount: 1, memoryUsed: "91", memoryLimit: "100" });
  expect(nearly).toMatchObject({ concern: "nearlyFull" });
  expect(nearly?.meaning).toMatch(/^Its database uses 91\.0% of its limit\. 90% and above/);
});

test("LSX04 of several concerns each has its meaning and its advice, the worst first", () => {
  const all = explained({
    status: "unreachable",
    license: license({ ramShardsInUse: 12, expirationDate: "2026-11-01T00:00:00Z" }),
  });
  expect(all.map(({ concern }) => concern)).toEqual(["unreachable", "overLimit", "expired"]);
  expect(all[1]?.meaning).toContain("120.0% of the limit");
  for (const { meaning, advice } of all) expect([meaning, advice]).not.toContain(undefined);
});

test("LSX04 what is well, or waits, says so and asks for nothing", () => {
  expect(explained({})[0]).toEqual({
    concern: "active",
    meaning: "All good. It reports every minute, and is marked stale after 5 minutes without a report.",
  });
  expect(explained({ status: "loading" })[0]?.advice).toBeUndefined();
  expect(explained({ status: "error" })[0]?.meaning).toBe('Its agent reports "error".');
});
