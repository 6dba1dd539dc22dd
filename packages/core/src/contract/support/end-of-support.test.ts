import { expect, test } from "vitest";
import { item, parse } from "../../../../../tests/support/filters.ts";
import { compile } from "../filter/compile.ts";
import { factsOf } from "../filter/facts.ts";
import { endOfVersion, productOf } from "./end-of-support.ts";

type Facts = NonNullable<Parameters<typeof item>[0]>["facts"];
const of = (version: string, facts: Facts = { engines: ["redis"] }) =>
  item({ facts: { ...facts, versions: [version, version] } });

function matches(deployment: ReturnType<typeof of>, text: string, date = "2026-11-22T12:00:00Z") {
  const { filter, faults } = parse(text);
  expect(faults).toEqual([]);
  return compile(filter)(factsOf(deployment, Date.parse(date)));
}

test("DEX05 FIL03 the support of a version is asked for in days until its end", () => {
  expect(matches(of("7.0.15"), "eos=ended")).toBe(true);
  expect(matches(of("7.0.15"), "eos=..30")).toBe(false);
  expect(matches(of("8.0.6"), "eos=..30")).toBe(true);
  expect(matches(of("8.0.6"), "eos=ended,..30")).toBe(true);
  expect(matches(of("8.0.6"), "eos=ended")).toBe(false);
  expect(matches(of("7.2.4"), "eos=ended,..30")).toBe(false);
});

test("DEX05 the last day of support counts whole", () => {
  expect(matches(of("8.0.6"), "eos=0", "2026-12-01T23:59:00Z")).toBe(true);
  expect(matches(of("8.0.6"), "eos=ended", "2026-12-02T00:00:00Z")).toBe(true);
});

test("DEX05 what the table does not state is not known, and no answer of yes or no", () => {
  expect(matches(of("9.9.0"), "eos=ended")).toBeUndefined();
  expect(matches(of("9.9.0"), "eos=unknown")).toBe(true);
  expect(matches(of("7.2.4", { engines: ["redis", "valkey"] }), "eos=unknown")).toBe(true);
  expect(endOfVersion("valkey", "255.255.255")).toBeUndefined();
});

test("DEX05 a version is judged as one of its product", () => {
  const cache = { type: "CLOUD", source: "elasticache" };
  expect(productOf({ ...cache, engines: ["redis"] })).toBe("elasticacheRedis");
  expect(endOfVersion(productOf({ ...cache, engines: ["valkey"] }), "8.0")).toBeUndefined();
  expect(
    endOfVersion(productOf({ type: "ENTERPRISE", source: "agent", engines: ["redis"] }), "7.2"),
  ).toBeUndefined();
  expect(productOf({ type: "CLOUD", source: "redis-cloud" })).toBe("cloud");
  expect(productOf({ type: "STANDALONE", source: "agent" })).toBeUndefined();
  expect(endOfVersion(productOf({ type: "CLUSTER", source: "agent", engines: ["valkey"] }), "8.0.1")).toBe(
    "2027-09-15",
  );
});
