import { expect, test } from "vitest";
import { item } from "../../../../../tests/support/filters.ts";
import { factsOf } from "@shardwatch/core/contract/filter/facts";
import { asks } from "./question.ts";
import { summarize } from "./summary.ts";

const of = (version: string, engine: "redis" | "valkey" = "redis") =>
  item({ facts: { engines: [engine], versions: [version, version] } });
const linesAt = (date: string, ...versions: ReturnType<typeof of>[]) =>
  summarize(versions, Date.parse(date)).versions.map(
    ({ product, branch, support, deployments }) => `${product} ${branch}: ${support}, ${deployments}`,
  );

test("OVR05 versions are counted by branch, and the one whose support ends first is first", () => {
  const fleet = [of("7.2.4"), of("7.2.16"), of("7.0.15"), of("9.9.0"), of("8.0.1", "valkey"), of("8.0.6")];
  expect(linesAt("2026-11-22T12:00:00Z", ...fleet)).toEqual([
    "Redis 7.0: ended, 1",
    "Redis 8.0: soon, 1",
    "Valkey 8.0: supported, 1",
    "Redis 7.2: supported, 2",
    "Redis 9.9: undefined, 1",
  ]);
});

test("OVR05 FIL03 a deployment of two engines counts with the version of each, and the links find it", () => {
  const facts = { engines: ["redis", "valkey"] as const, versions: ["6.2.6", "8.1.0"] as const };
  const caches = item({
    type: "CLOUD",
    source: "elasticache",
    facts: { ...facts, engines: [...facts.engines], versions: [...facts.versions] },
  });
  const paired = { ...caches, facts: { ...caches.facts, lowestByEngine: { redis: "6.2.6", valkey: "8.0" } } };
  const now = Date.parse("2026-11-22T12:00:00Z");
  const lines = (deployment: typeof caches) =>
    summarize([deployment], now).versions.map(({ product, branch, question, end }) => {
      expect(asks(question)(factsOf(deployment, now)), question).toBe(true);
      return [product, branch, end];
    });
  expect(lines(paired)).toEqual([
    ["ElastiCache for Redis OSS", "6.2", "2027-01-31"],
    ["ElastiCache for Valkey", "8.0", undefined],
  ]);
  // Rows of former versions know the versions, but not of which engine.
  expect(lines(caches)).toEqual([
    ["ElastiCache for Redis OSS", undefined, undefined],
    ["ElastiCache for Valkey", undefined, undefined],
  ]);
  const isShown = (question: string) => asks(question)(factsOf(paired, now));
  expect(isShown("engine=valkey&version=6.2")).toBe(false);
  expect(isShown("engine=redis,valkey&version=6.2")).toBe(true);
  expect(isShown("version=6.2&eos=..90")).toBe(true);
  expect(isShown("engine=valkey&eos=..90")).toBe(false);
});

test("OVR05 the last day of support counts whole, and half a year and a month before it are told", () => {
  expect(linesAt("2026-12-01T23:59:00Z", of("8.0.6"))).toEqual(["Redis 8.0: soon, 1"]);
  expect(linesAt("2026-12-02T00:00:00Z", of("8.0.6"))).toEqual(["Redis 8.0: ended, 1"]);
  expect(linesAt("2026-06-03T23:59:00Z", of("8.0.6"))).toEqual(["Redis 8.0: supported, 1"]);
  expect(linesAt("2026-06-04T00:00:00Z", of("8.0.6"))).toEqual(["Redis 8.0: ending, 1"]);
  expect(linesAt("2026-10-31T23:59:00Z", of("8.0.6"))).toEqual(["Redis 8.0: ending, 1"]);
  expect(linesAt("2026-11-01T00:00:00Z", of("8.0.6"))).toEqual(["Redis 8.0: soon, 1"]);
});
