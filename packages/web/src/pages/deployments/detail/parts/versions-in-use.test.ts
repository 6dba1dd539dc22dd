import type { Database, Deployment } from "@shardwatch/core/contract/deployment/deployment";
import { expect, test } from "vitest";
import { versionsInUse } from "./versions-in-use.ts";

const database = (version: string | null, engine: Database["engine"] = "redis") =>
  ({ version, engine }) as Database;
const in2026 = Math.floor(Date.parse("2026-11-22") / 86_400_000);
const of = (databases: Database[], fields: Partial<Deployment> = {}) =>
  versionsInUse({ type: "CLUSTER", source: "agent", databases, ...fields }, in2026);

test("DEX05 each version is told once, the lowest first, with its support and its vulnerabilities", () => {
  const [old, ended, current] = of([
    database("8.2.9"),
    database("6.2.24"),
    database("8.2.9"),
    database("7.0.15"),
    database(null),
  ]);
  expect(old).toMatchObject({ version: "6.2.24", databases: 1, support: "ending", end: "2027-04-01" });
  expect(ended).toMatchObject({ version: "7.0.15", support: "ended", withoutFixesSince: "2024-10" });
  expect(ended?.vulnerabilities?.length).toBeGreaterThan(10);
  expect(ended?.undecided).toContain("CVE-2024-46981");
  expect(current).toMatchObject({
    version: "8.2.9",
    databases: 2,
    support: "supported",
    vulnerabilities: [],
  });
});

test("DEX05 builds that have fixes of their own are not compared, and what is not known is not said", () => {
  const first = (fields: Partial<Deployment>, version = "7.2.4", engine: Database["engine"] = "redis") =>
    of([database(version, engine)], fields)[0];
  expect(first({})?.vulnerabilities?.length).toBeGreaterThan(10);
  expect(first({ source: "elasticache", type: "CLOUD" })?.vulnerabilities).toBeUndefined();
  expect(first({ source: "redis-cloud", type: "CLOUD" })).toMatchObject({
    support: "supported",
    vulnerabilities: undefined,
  });
  expect(first({ type: "ENTERPRISE" })).toMatchObject({ support: undefined, vulnerabilities: undefined });
  expect(first({}, "9.9.0")).toMatchObject({ support: undefined, vulnerabilities: undefined });
  expect(first({}, "7.2.4", null)).toMatchObject({ support: undefined, vulnerabilities: undefined });
});
