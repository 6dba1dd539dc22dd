import type { MemoryOutlook } from "@shardwatch/core/contract/outlook/outlook";
import { runwayDays } from "@shardwatch/core/contract/filter/runway";
import { day } from "@shardwatch/core/kit/time";
import { expect, test } from "vitest";
import { item, license, now } from "../../../../../../tests/support/filters.ts";
import { memoryAhead, nearDays } from "./memory-ahead.ts";
import { summarize } from "../summary.ts";

const inDays = (days: number) => new Date(now + days * day).toISOString();

const likelyIn = (days: number, isStale = false) =>
  ({ say: "date", earliest: inDays(days), likely: inDays(days), isStale }) as MemoryOutlook;

test("RUN02 the overview names the first group of the outlook that has databases, and how many are last known", () => {
  const near = [likelyIn(9), likelyIn(12, true)];
  expect(memoryAhead([...near, likelyIn(22)], now)).toEqual({
    group: "14",
    when: "within 14 days",
    databases: 2,
    lastKnown: 1,
  });
  expect(memoryAhead([likelyIn(22)], now)).toMatchObject({
    group: "30",
    when: "in 15–30 days",
    databases: 1,
  });
  expect(memoryAhead([likelyIn(40)], now)).toBeUndefined();
});

test("RUN02 each database of a group that the overview names is among those that it asks for", () => {
  const last = 30.49;
  expect(memoryAhead([likelyIn(last)], now)).toMatchObject({ databases: 1 });
  expect(runwayDays({ say: "date", earliest: inDays(last), latest: null }, now)).toBeLessThanOrEqual(
    nearDays,
  );
});

const endsIn = (days: number | undefined, more: Parameters<typeof item>[0] = {}) =>
  item({
    ...more,
    license: license({ expirationDate: days === undefined ? null : inDays(days) }),
  });
const nextEnd = (...rows: ReturnType<typeof item>[]) => summarize(rows, now).nextEnd;

test("RUN02 the license that ends next has not ended, and is named with its days and whether they are last known", () => {
  const rows = [endsIn(40), endsIn(-3), endsIn(9, { name: "orders" }), endsIn(undefined)];
  expect(nextEnd(item({ license: null }), ...rows)).toEqual({ name: "orders", days: 9, isStale: false });
  expect(nextEnd(endsIn(9, { name: "lost", status: "stale" }))).toMatchObject({
    name: "lost",
    isStale: true,
  });
  expect(nextEnd(endsIn(-3), endsIn(undefined), item({ license: null }))).toBeUndefined();
});
