import type { DeploymentListItem } from "@shardwatch/core/contract/deployment/deployment";
import type { SourceState } from "@shardwatch/core/contract/source/state";
import { expect, test } from "vitest";
import { item, license, now } from "../../../../../tests/support/filters.ts";
import { troublesOf } from "./attention.ts";
import { summarize } from "./summary.ts";

const minutesAgo = (minutes: number) => new Date(now - minutes * 60_000).toISOString();
const inDays = (days: number) => new Date(now + days * 86_400_000).toISOString();
const named = (name: string, fields: Partial<DeploymentListItem> = {}) =>
  item({ id: `dep_${name}`, name, ...fields });
const full = (percent: number) => ({ fullest: { utilization: percent, database: "sessions" } });

const state = (fields: Partial<SourceState>): SourceState => ({
  kind: "redis-cloud",
  id: "rcl_1",
  name: "Production account",
  status: "ok",
  lastReadAt: minutesAgo(2),
  lastDataAt: minutesAgo(2),
  nextReadAt: minutesAgo(-3),
  lastError: null,
  found: null,
  calls: null,
  agents: null,
  ...fields,
});

const troubles = (fleet: DeploymentListItem[], states: SourceState[] = []) =>
  troublesOf(summarize(fleet, now).findings, states);
const inShort = (fleet: DeploymentListItem[], states: SourceState[] = []) =>
  troubles(fleet, states).map((trouble) =>
    trouble.what === "source"
      ? `${trouble.name}: ${trouble.status}, ${trouble.deployments}`
      : `${trouble.deployment.name}: ${trouble.concern}`,
  );

test("OVR03 fourteen deployments behind one silent agent are one row, with the last sign of life", () => {
  const fleet = Array.from({ length: 14 }, (_, index) =>
    named(`behind-${index}`, {
      status: "stale",
      via: "key_1/eu-west-3",
      lastUpdated: minutesAgo(26 + index),
      ...full(99),
    }),
  );
  const key = state({ kind: "agent", id: "key_1", name: "Paris", agents: { total: 1, reporting: 0 } });
  expect(troubles([...fleet, named("well")], [key])).toEqual([
    {
      what: "source",
      level: "warning",
      kind: "agent",
      name: "Paris",
      status: "silent",
      reason: null,
      agents: ["eu-west-3"],
      organizationId: "org_one",
      names: ["behind-0", "behind-1"],
      since: minutesAgo(26),
      question: "status=stale&via=key_1",
      deployments: 14,
    },
  ]);
});

test("OVR03 an account that refuses us is one row, with its stale deployments or with all of them", () => {
  const denied = state({ status: "denied", lastError: "credentials refused" });
  const via = { source: "redis-cloud", via: "rcl_1" } as const;
  expect(inShort([named("a", via), named("b", via)], [denied])).toEqual(["Production account: denied, 2"]);
  const stale = named("c", { ...via, status: "stale" });
  const [row, ...others] = troubles([stale, named("a", via)], [denied]);
  expect(others).toEqual([]);
  expect(row).toMatchObject({ status: "denied", deployments: 1, question: "status=stale&via=rcl_1" });
  expect(inShort([], [denied])).toEqual(["Production account: denied, 0"]);
  expect(
    inShort([named("a", via)], [state({ status: "ok" }), state({ id: "rcl_2", status: "pending" })]),
  ).toEqual([]);
});

test("OVR03 the list begins with what is most urgent, and every cause has its row", () => {
  const fleet = [
    named("ends", { license: license({ ramShardsInUse: 1, expirationDate: inDays(9) }) }),
    named("later", { license: license({ ramShardsInUse: 1, expirationDate: inDays(31) }) }),
    named("nearly", full(91)),
    named("cache", { ...full(99), facts: { policy: "allkeys-lru" } }),
    named("slow", { status: "degraded" }),
    named("fuller", full(99.5)),
    named("full", full(96)),
    named("ended", { license: license({ ramShardsInUse: 11, expirationDate: inDays(-3) }) }),
    named("refused", { status: "denied" }),
    named("away", { status: "unreachable" }),
    named("new", { status: "pending" }),
    named("old", { status: "stale", via: "key_1/a" }),
  ];
  expect(inShort(fleet)).toEqual([
    "away: unreachable",
    "refused: denied",
    "ended: overLimit",
    "ended: expired",
    "fuller: full",
    "full: full",
    "undefined: silent, 1",
    "slow: degraded",
    "nearly: nearlyFull",
    "ends: ending",
  ]);
});

test("OVR03 licenses are in the order of their days left, and those that expired first begin", () => {
  const licensed = (name: string, days: number, fields: Partial<DeploymentListItem> = {}) =>
    named(name, { license: license({ ramShardsInUse: 1, expirationDate: inDays(days) }), ...fields });
  const fleet = [
    licensed("fourth", 13, { id: "dep_a", ...full(80) }),
    licensed("second", -3, { id: "dep_b" }),
    licensed("third", 10, { id: "dep_c" }),
    licensed("first", -20, { id: "dep_d" }),
  ];
  expect(inShort(fleet)).toEqual(["first: expired", "second: expired", "third: ending", "fourth: ending"]);
});

test("OVR03 a row says since when, where that is known", () => {
  const since = minutesAgo(120);
  const ends = inDays(9);
  const rows = troubles([
    named("away", { status: "unreachable", statusSince: since }),
    named("full", { ...full(96), statusSince: since }),
    named("ends", { license: license({ ramShardsInUse: 1, expirationDate: ends }) }),
  ]);
  expect(rows.map((row) => row.what === "deployment" && row.at)).toEqual([since, undefined, ends]);
});

test("OVR03 deployments of former releases that name no source are grouped by kind and organization", () => {
  const stale = { status: "stale" } as const;
  const rows = troubles([
    named("a", stale),
    named("b", stale),
    named("c", { ...stale, organizationId: "org_two" }),
  ]);
  expect(rows.map((row) => row.what === "source" && [row.question, row.deployments])).toEqual([
    ["org=org_one&source=agent&status=stale&via=unknown", 2],
    ["org=org_two&source=agent&status=stale&via=unknown", 1],
  ]);
});

test("OVR03 a deployment whose figures are old or not settled is not called full", () => {
  for (const status of ["pending", "loading", "stale"])
    expect(inShort([named("busy", { status, ...full(93) })]).filter((line) => line.includes("ull"))).toEqual(
      [],
    );
  expect(inShort([named("busy", full(93))])).toEqual(["busy: nearlyFull"]);
});
