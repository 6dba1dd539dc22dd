import { expect, test } from "vitest";
import { daysOfRunway, type ShardDay, shardRunwayOf } from "./license-pace.ts";
import { endText, shardText } from "./license-words.ts";

const today = 20_000;

/** Days up to today: what is in use from so many days ago on. */
function past(...steps: readonly (readonly [daysAgo: number, inUse: number])[]): ShardDay[] {
  const [[oldest] = [0]] = steps;
  return Array.from({ length: oldest + 1 }, (_, index) => {
    const daysAgo = oldest - index;
    return { day: today - daysAgo, inUse: steps.findLast(([from]) => from >= daysAgo)?.[1] ?? 0 };
  });
}
const said = (days: readonly ShardDay[], limit: number) => shardText(shardRunwayOf(days, limit));

test("CHG05 shards that grew on five days get a range: half and double the time at their pace", () => {
  // 10 shards in 90 days; 10 more fit.
  const grown = past([96, 80], [85, 82], [64, 84], [43, 86], [22, 88], [1, 90]);
  expect(shardRunwayOf(grown, 100)).toEqual({ say: "range", earliest: 45, latest: 180, known: 90 });
  expect(said(grown, 100)).toBe("in about 6 to 26 weeks, at the pace of the last 90 days");
  expect(said(grown, 120)).toBe("in about 4 to 18 months, at the pace of the last 90 days");
  expect(said(grown, 10_000)).toBe("not within 5 years, at the pace of the last 90 days");
  expect(daysOfRunway(shardRunwayOf(grown, 10_000))).toBeUndefined();
});

test("CHG05 increases on two days give their sum, and one or none gives its age", () => {
  expect(said(past([96, 10], [60, 14], [30, 16]), 100)).toBe("grew by 6 in 90 days");
  expect(said(past([96, 10], [41, 16]), 100)).toBe("last grew 41 days ago");
  expect(said(past([96, 10]), 100)).toBe("did not grow in 90 days");
  expect(said(past([96, 10], [0, 12]), 100)).toBe("last grew today");
  expect(said(past([0, 10]), 100)).toBe("too early to say");
});

test("CHG05 three increases on one day are one increase", () => {
  expect(said(past([96, 10], [30, 40]), 100)).toBe("last grew 30 days ago");
});

test("CHG05 shards that grew and shrank back within five days did not grow", () => {
  expect(said(past([96, 10], [40, 14], [36, 10]), 100)).toBe("did not grow in 90 days");
  // Also when that was this week.
  expect(said(past([96, 10], [5, 14], [1, 10]), 100)).toBe("did not grow in 90 days");
});

test("CHG05 an upgrade that shrinks and regrows is no growth, also while it runs", () => {
  expect(said(past([96, 20], [40, 12], [36, 20]), 100)).toBe("did not grow in 90 days");
  expect(said(past([96, 20], [2, 12]), 100)).toBe("did not grow in 90 days");
});

test("CHG05 a fall that lasted seven days slows the pace, and a shorter one does not", () => {
  const grown = [
    [96, 80],
    [70, 84],
    [60, 88],
    [50, 92],
  ] as const;
  const whole = { say: "range", earliest: 30, latest: 120, known: 90 };
  expect(shardRunwayOf(past(...grown), 100)).toEqual(whole);
  // 6 of 12 are gone: half the pace, and 14 fit.
  expect(shardRunwayOf(past(...grown, [20, 86]), 100)).toEqual({ ...whole, earliest: 105, latest: 420 });
  // It counts from its seventh day on. Before, 14 fit at the whole pace.
  const counted = (daysAgo: number) => shardRunwayOf(past(...grown, [daysAgo, 86]), 100);
  expect(counted(5)).toEqual({ ...whole, earliest: 52.5, latest: 210 });
  expect(counted(6)).toEqual({ ...whole, earliest: 105, latest: 420 });
  expect(said(past(...grown, [20, 80]), 100)).toBe("last grew 50 days ago");
});

test("CHG05 shards over their limit, at it, and without one have no date", () => {
  const grown = past([96, 6], [60, 8], [30, 10], [10, 12]);
  expect(said(grown, 10)).toBe("over its limit by 2");
  expect(said(grown, 12)).toBe("at its limit");
  expect(said(grown, 0)).toBe("no limit known");
  expect(said([], 100)).toBe("no limit known");
  expect([10, 12, 0].map((limit) => daysOfRunway(shardRunwayOf(grown, limit)))).toEqual([0, 0, undefined]);
});

test("CHG05 the limit of today counts, whatever it was", () => {
  const grown = past([96, 4], [60, 6], [30, 8], [10, 10]);
  expect(said(grown, 10)).toBe("at its limit");
  expect(said(grown, 16)).toBe("in about 6 to 26 weeks, at the pace of the last 90 days");
});

test("CHG05 missing days show what the day before them did", () => {
  const grown = past([96, 80], [85, 82], [64, 84], [43, 86], [22, 88], [1, 90]);
  const thinned = grown.filter(({ day }) => day % 3 !== 0 || day >= today - 1);
  expect(shardRunwayOf(thinned, 100)).toEqual(shardRunwayOf(grown, 100));
  const [first, last] = [grown.at(0), grown.at(-1)];
  expect(said(first && last ? [first, last] : [], 100)).toBe("last grew today");
});

test("CHG05 a young cluster has no pace, and an older one is judged by the days that are known", () => {
  expect(said(past([12, 2], [9, 4], [6, 6], [3, 8]), 100)).toBe("grew by 6 in 12 days");
  const month = past([30, 2], [20, 4], [10, 6], [3, 8]);
  expect(shardRunwayOf(month, 14)).toEqual({ say: "range", earliest: 15, latest: 60, known: 30 });
  expect(said(month, 14)).toBe("in about 2 to 9 weeks, at the pace of the last 30 days");
});

test("CHG05 what is older than 90 days has no part in the pace", () => {
  expect(said(past([300, 2], [120, 50], [41, 52]), 100)).toBe("last grew 41 days ago");
});

test("CHG05 the pace of the last days is never below zero, and says whole days when it is soon", () => {
  const soon = past([96, 10], [20, 40], [10, 70], [2, 99]);
  expect(said(soon, 100)).toBe("in about 1 to 2 days, at the pace of the last 90 days");
});

test("CHG05 the days until a license ends are counted in words, thousands apart", () => {
  expect([-26_393, -1, 0, 1, 640, 26_393].map(endText)).toEqual([
    "26,393 days ago",
    "1 day ago",
    "today",
    "in 1 day",
    "in 640 days",
    "in 26,393 days",
  ]);
});
