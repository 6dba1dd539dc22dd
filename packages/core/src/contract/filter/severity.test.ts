import { describe as group, expect, test } from "vitest";
import type { DeploymentListItem } from "../deployment/deployment.ts";
import { compile } from "./compile.ts";
import { DatabaseFacts } from "./database-facts.ts";
import { factsOf } from "./facts.ts";
import { concernOf, concernsOf, isLastKnown, levelOf, levelOfShards, urgencyOf, wordOf } from "./severity.ts";
import { item, license, now, parse } from "../../../../../tests/support/filters.ts";

const facts = (fields: Partial<DeploymentListItem>) => factsOf(item(fields), now);
const filled = (utilization: number, policy: string) =>
  facts({ fullest: { utilization, database: "sessions" }, facts: { policy } });

test("LSX02 the most urgent concern comes first", () => {
  const fleet = [
    facts({ status: "unreachable" }),
    facts({ status: "down" }),
    facts({ status: "denied" }),
    facts({ facts: { unsaved: true } }),
    facts({ license: license({ ramShardsInUse: 11 }) }),
    facts({ license: license({ expirationDate: "2026-11-01T00:00:00Z" }) }),
    facts({ status: "degraded" }),
    facts({ status: "stale" }),
    facts({ status: "pending" }),
    facts({}),
  ];
  expect(fleet.toSorted((a, b) => urgencyOf(a) - urgencyOf(b))).toEqual(fleet);
  expect(new Set(fleet.map(urgencyOf)).size).toBe(fleet.length);
});

group("LSX03 a deployment has one of three levels", () => {
  test.each([
    ["critical", facts({ status: "unreachable" }), "unreachable"],
    ["critical", facts({ status: "down" }), "down"],
    ["critical", facts({ status: "denied" }), "denied"],
    ["critical", facts({ license: license({ expirationDate: "2026-11-01T00:00:00Z" }) }), "expired"],
    ["critical", facts({ license: license({ ramShardsInUse: 11 }) }), "overLimit"],
    ["critical", facts({ facts: { unsaved: true } }), "unsaved"],
    ["critical", filled(95, "noeviction"), "full"],
    ["critical", filled(99, "mixed"), "full"],
    ["warning", filled(94.9, "noeviction"), "nearlyFull"],
    ["warning", filled(94.9, "volatile-lru"), "nearlyFull"],
    ["warning", filled(95, "volatile-lru"), "atLimit"],
    ["warning", facts({ status: "degraded" }), "degraded"],
    ["warning", facts({ status: "error" }), "other"],
    ["warning", facts({ status: "stale" }), "stale"],
    ["ok", filled(89.9, "noeviction"), "active"],
    ["ok", filled(100, "allkeys-lru"), "active"],
    ["ok", facts({ status: "pending" }), "pending"],
    ["ok", facts({}), "active"],
  ] as const)("%s: %o is %s", (level, given, concern) => {
    expect(levelOf(given)).toBe(level);
    expect(concernOf(given)).toBe(concern);
  });
});

test.each(["allkeys-lru", "allkeys-lfu", "allkeys-lrm", "allkeys-random"])(
  "RUN01 a cache that evicts by %s is never red or amber for being full",
  (policy) => {
    for (const percent of [90, 95, 98, 100, 130]) expect(levelOf(filled(percent, policy))).toBe("ok");
  },
);

test("LSX03 shards over their limit are critical, nearly all of them a warning", () => {
  expect([89.9, 90, 100, 100.1].map(levelOfShards)).toEqual(["ok", "warning", "warning", "critical"]);
});

test("the worst concern is the first of all", () => {
  const expired = license({ expirationDate: "2026-11-01T00:00:00Z", ramShardsInUse: 11 });
  for (const status of ["active", "stale", "pending", "unreachable", "odd"])
    for (const given of [facts({ status }), facts({ status, license: expired }), filled(99, "noeviction")])
      expect(concernOf(given)).toBe(concernsOf(given)[0]);
});

test("the worst of several concerns counts", () => {
  const expired = license({ expirationDate: "2026-11-01T00:00:00Z" });
  expect(concernOf(facts({ status: "stale", license: expired }))).toBe("expired");
  expect(concernOf(facts({ status: "unreachable", license: expired }))).toBe("unreachable");
});

test("all concerns are told, the worst first, and active only without any", () => {
  const over = license({ ramShardsInUse: 11, expirationDate: "2026-11-01T00:00:00Z" });
  expect(concernsOf(facts({ status: "stale", license: over }))).toEqual(["overLimit", "expired", "stale"]);
  expect(concernsOf(facts({}))).toEqual(["active"]);
});

test("LSX03 a concern is a word: ours for what a source does not tell, else the source's own", () => {
  expect(wordOf("expired", "active")).toBe("License expired");
  expect(wordOf("denied", "denied")).toBe("Access denied");
  expect(wordOf("other", "active-change-pending")).toBe("active-change-pending");
});

test("DBS01 the license of a deployment says nothing about the state of its databases", () => {
  const deployment = facts({
    license: license({ expirationDate: "2026-11-01T00:00:00Z", ramShardsInUse: 11 }),
  });
  const database = (memoryUsed: string) =>
    new DatabaseFacts(
      {
        id: "1",
        name: "cart",
        status: "active",
        version: null,
        memoryUsed,
        memoryLimit: "100",
        tlsEnabled: null,
      },
      deployment,
    );
  expect(concernOf(deployment)).toBe("overLimit");
  expect(concernsOf(database("10"))).toEqual(["active"]);
  expect(concernsOf(database("96"))).toEqual(["full"]);
  expect(compile(parse("license=expired&severity=ok").filter)(database("10"))).toBe(true);
});

test("figures are told to be old when the source could not read them, and not when it merely complains", () => {
  expect(["stale", "unreachable", "denied", "loading"].map(isLastKnown)).toEqual([true, true, true, true]);
  expect(["active", "degraded", "pending"].map(isLastKnown)).toEqual([false, false, false]);
});
