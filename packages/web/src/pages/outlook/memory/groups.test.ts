import type { MemoryOutlook } from "@shardwatch/core/contract/outlook/outlook";
import { day } from "@shardwatch/core/kit/time";
import { expect, test } from "vitest";
import { countOf, countsText, unjudgedIn, unknownText } from "./counts-text.ts";
import { grouped, groupOf } from "../../../lib/words/outlook-groups.ts";
import { urgencyOf, worstOf } from "./levels.ts";
import { tilesOf } from "./tiles.ts";

const now = Date.parse("2026-11-30T09:00:00Z");
const inDays = (days: number) => new Date(now + days * day).toISOString();

const item = (part: Partial<MemoryOutlook>): MemoryOutlook => ({
  deploymentId: "dep_1",
  deploymentName: "one",
  organizationId: "org_1",
  type: "STANDALONE",
  source: "agent",
  isStale: false,
  database: { id: "1", name: "one" },
  used: "50",
  limit: "100",
  fullAt: 1,
  policy: "noeviction",
  share: null,
  say: "date",
  earliest: null,
  likely: null,
  latest: null,
  days: 28,
  within: null,
  perDay: "1",
  trend: "steady",
  level: "critical",
  whenFull: "writes will fail",
  ...part,
});
const dated = (days: number, part: Partial<MemoryOutlook> = {}) =>
  item({ earliest: inDays(days - 1), likely: inDays(days), latest: inDays(days + 3), ...part });

test("RUN02 a database is in the group of the days that its row says", () => {
  const groupIn = (days: number) => groupOf(dated(days), now);
  expect([-2, 0, 14, 14.4].map(groupIn)).toEqual(["14", "14", "14", "14"]);
  expect([14.6, 30, 31, 90, 91, 119].map(groupIn)).toEqual(["30", "30", "90", "90", "later", "later"]);
  expect(groupOf(item({ say: "unclear" }), now)).toBe("unclear");
  expect(groupOf(item({ say: "full" }), now)).toBe("full");
  expect(groupOf(item({ say: "none" }), now)).toBeUndefined();
});

test("RUN02 groups keep the order of the answer, and what is counted only is in none", () => {
  const items = [dated(3), dated(20), dated(5), item({ say: "full" }), item({ say: "far" })];
  const byGroup = grouped(items, now);
  expect(byGroup[14]).toEqual([items[0], items[2]]);
  expect(byGroup[30]).toEqual([items[1]]);
  expect(byGroup.full).toEqual([items[3]]);
  expect(Object.values(byGroup).flat()).toHaveLength(4);
});

test("RUN01 RUN02 a cache at its limit by design is never red, however soon", () => {
  for (const days of [0, 5, 14, 20, 60])
    expect(urgencyOf(dated(days, { level: "ok", whenFull: "keys will be evicted" }), now)).toBe("ok");
  expect(urgencyOf(item({ say: "full", level: "ok" }), now)).toBe("ok");
  expect(urgencyOf(item({ say: "full", level: "critical" }), now)).toBe("critical");
});

test("RUN02 a date is as urgent as being full within 14 days, less within 30, and then not yet", () => {
  expect([10, 20, 40].map((days) => urgencyOf(dated(days), now))).toEqual(["critical", "warning", "ok"]);
  expect([10, 20].map((days) => urgencyOf(dated(days, { level: "warning" }), now))).toEqual([
    "warning",
    "ok",
  ]);
  expect(urgencyOf(item({ say: "unclear" }), now)).toBe("ok");
  expect(worstOf([dated(40), dated(20)], now)).toBe("warning");
  expect(worstOf([], now)).toBe("ok");
});

const counts = {
  date: 2,
  unclear: 1,
  full: 1,
  far: 20,
  none: 1412,
  early: 31,
  noLimit: 7,
  unknown: 0,
  tiered: 0,
};

test("RUN02 what is not listed is counted in words", () => {
  expect(countsText(counts, 2)).toBe(
    "1,412 show no growth, 31 are known for too few days, 20 grow and aren't full within the days that can be said",
  );
  expect(countsText({ ...counts, none: 1, early: 1, far: 1 }, 2)).toBe(
    "1 shows no growth, 1 is known for too few days, 1 grows and isn't full within the days that can be said",
  );
  expect(countsText({ ...counts, none: 0, early: 0, far: 0 }, 2)).toBeUndefined();
  expect(countsText({ ...counts, none: 0, early: 0, far: 0 }, 0)).toBe("2 may be full after 90 days");
  expect([0, 1, 3].map((unknown) => unknownText({ ...counts, unknown }))).toEqual([
    undefined,
    "1 has a limit that isn't known",
    "3 have a limit that isn't known",
  ]);
  expect(countOf(counts)).toBe(1474);
});

test("RUN02 each number leads to its rows: a group, or the databases without a limit", () => {
  const items = [dated(3), dated(20), item({ say: "full", level: "ok" })];
  const outlook = { asOf: inDays(0), items, counts, total: 3 };
  const tiles = tilesOf({
    outlook,
    byGroup: grouped(items, now),
    group: "30",
    now,
    addressOf: (group) => `?group=${group}`,
    databasesWith: (field, value) => `/databases?${field}=${value}`,
  });
  expect(tiles.map(({ label, count, to, level }) => [label, count, to, level])).toEqual([
    ["Within 14 days", 1, "?group=14", "critical"],
    ["In 15–30 days", 1, "?group=30", "warning"],
    ["In 31–90 days", 0, "?group=90", "ok"],
    ["Growing, not clear", 0, "?group=unclear", "ok"],
    ["At their limit", 1, "?group=full", "ok"],
    ["No limit set", 7, "/databases?maxmemory=none", "ok"],
  ]);
  expect(tiles.filter(({ isCurrent }) => isCurrent).map(({ id }) => id)).toEqual(["30"]);
});

test("RUN02 databases that nobody can judge are not among those that do not grow", () => {
  const judged = {
    date: 0,
    unclear: 0,
    full: 0,
    far: 2,
    none: 412,
    early: 0,
    noLimit: 3,
    unknown: 0,
    tiered: 0,
  };
  expect(unjudgedIn(judged)).toBe(0);
  expect(unjudgedIn({ ...judged, early: 1, unknown: 2, tiered: 4 })).toBe(7);
});
