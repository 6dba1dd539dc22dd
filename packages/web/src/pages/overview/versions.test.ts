import { expect, test } from "vitest";
import { item } from "../../../../../tests/support/filters.ts";
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

test("OVR05 the last day of support counts whole, and half a year and a month before it are told", () => {
  expect(linesAt("2026-12-01T23:59:00Z", of("8.0.6"))).toEqual(["Redis 8.0: soon, 1"]);
  expect(linesAt("2026-12-02T00:00:00Z", of("8.0.6"))).toEqual(["Redis 8.0: ended, 1"]);
  expect(linesAt("2026-06-03T23:59:00Z", of("8.0.6"))).toEqual(["Redis 8.0: supported, 1"]);
  expect(linesAt("2026-06-04T00:00:00Z", of("8.0.6"))).toEqual(["Redis 8.0: ending, 1"]);
  expect(linesAt("2026-10-31T23:59:00Z", of("8.0.6"))).toEqual(["Redis 8.0: ending, 1"]);
  expect(linesAt("2026-11-01T00:00:00Z", of("8.0.6"))).toEqual(["Redis 8.0: soon, 1"]);
});
