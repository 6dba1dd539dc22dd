import { hour } from "@shardwatch/core/kit/time";
import { expect, test } from "vitest";
import { exampleNow } from "./example.ts";
import { Random } from "./random.ts";
import { type Demand, hours, record } from "./recording.ts";

/** @param bytes of an hour from now; the past is negative */
function recorded(bytes: (hour: number) => number, more: Partial<Demand> = {}) {
  const demand: Demand = {
    id: "example",
    family: "family",
    isGrowing: true,
    policy: "noeviction",
    limit: 1_000,
    now: exampleNow,
    bytes: Float64Array.from({ length: hours.all }, (_, index) => bytes(index - hours.past)),
    ...more,
  };
  return record(demand, new Random(1));
}

test("the truth is the first hour after now that reaches the limit, and none when none of 365 days does", () => {
  expect(recorded((at) => 500 + at / 10).truth).toBe(exampleNow + 5_000 * hour);
  expect(recorded((at) => (at === 3 ? 1_000 : 500)).truth).toBe(exampleNow + 3 * hour);
  expect(recorded((at) => (at === 3 ? 999.9 : 500)).truth).toBeUndefined();
  // What was reached before now is no truth.
  expect(recorded((at) => (at === -1 ? 1_000 : 500)).truth).toBeUndefined();
  expect(recorded((at) => (at === 365 * 24 - 1 ? 1_000 : 500)).truth).toBe(
    exampleNow + (365 * 24 - 1) * hour,
  );
});

test("days and hours end at now, and hold the largest use", () => {
  const { input } = recorded((at) => 200 + (at % 24 === -3 ? 100 : 0) + (at === -1 ? 50 : 0));
  expect(input.now).toBe("2026-11-30T00:00:00.000Z");
  expect([input.days.length, input.hours.length]).toEqual([90, 336]);
  expect(input.days[0]).toEqual(["2026-09-01", 300, 1_000, 0, 288]);
  expect(input.days.at(-1)).toEqual(["2026-11-29", 300, 1_000, 0, 288]);
  expect(input.hours.slice(-4)).toEqual([200, 300, 200, 250]);
});

test("at the limit the limit is seen and not the demand, and what evicts says so", () => {
  const demand = (at: number) => (at >= -48 ? 100_000_000 : 50_000_000);
  const limit = 80_000_000;
  const { input, isAtLimit } = recorded(demand, { limit, policy: "allkeys-lru" });
  expect(isAtLimit).toBe(true);
  for (const [, used, , evicted] of input.days.slice(-2)) {
    // The code of the history has an error of 0.05 %.
    expect(used).toBeGreaterThan(limit * 0.999);
    expect(used).toBeLessThan(limit * 1.003);
    expect(evicted).toBeGreaterThan(0);
  }
  expect(input.days.at(-3)?.[3]).toBe(0);
  expect(recorded(demand, { limit }).input.days.at(-1)?.[3]).toBe(0);
});

test("a former limit is seen on its days, and its evictions are not those of the present limit", () => {
  const limits = Array.from({ length: 90 }, (_, index) => (index < 88 ? 400 : 1_000));
  const { input, isAtLimit } = recorded(() => 500, { limits, policy: "allkeys-lru" });
  expect(input.days.slice(-3).map(([, , limit]) => limit)).toEqual([400, 1_000, 1_000]);
  expect(input.days.slice(-3).map(([, , , evicted]) => (evicted ?? 0) > 0)).toEqual([true, false, false]);
  expect(input.days.at(-1)?.[1]).toBe(500);
  expect(isAtLimit).toBe(false);
});

test("hours without a slot are not known, and a day has the slots of its hours", () => {
  const slots = new Uint8Array(hours.past).fill(12);
  slots.fill(0, 0, 24);
  slots.fill(0, hours.past - 2);
  const { input } = recorded((at) => (at >= -2 ? 900 : 500), { slots });
  expect(input.days[0]).toEqual(["2026-09-01", null, null, 0, 0]);
  expect(input.days.at(-1)).toEqual(["2026-11-29", 500, 1_000, 0, 264]);
  expect(input.hours.slice(-3)).toEqual([500, null, null]);
});

test("98 % of the limit on the newest day is at the limit; without a limit nothing is", () => {
  expect(recorded((at) => (at === -24 ? 980 : 500)).isAtLimit).toBe(true);
  expect(recorded((at) => (at === -24 ? 979 : 500)).isAtLimit).toBe(false);
  expect(recorded((at) => (at === -25 ? 990 : 500)).isAtLimit).toBe(false);
  for (const limit of [null, 0]) {
    const story = recorded((at) => 500 + at, { limit });
    expect([story.truth, story.isAtLimit, story.input.limit]).toEqual([undefined, false, limit]);
  }
});
