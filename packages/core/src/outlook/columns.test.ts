import { expect, test } from "vitest";
import { emptyTimeline } from "../history/timeline/timeline.ts";
import { toCode } from "../kit/code16.ts";
import { countedDays, habitsOf, leastSlots, mayFillFast } from "./columns.ts";

test("CHG04 a day counts with half of the slots that the rhythm of its source gives", () => {
  // The memory of an AWS account is read every fifteen minutes.
  expect(["agent", "redis-cloud", "elasticache"].map(leastSlots)).toEqual([144, 144, 48]);
  const days = emptyTimeline(86_400, 20_000, 3);
  days.covered.set([143, 144, 288]);
  expect(countedDays(days, "agent")).toEqual([false, true, true]);
  days.covered.set([47, 48, 96]);
  expect(countedDays(days, "elasticache")).toEqual([false, true, true]);
});

test("CHG04 P16 hours are read only where the newest peak is above all that are older than three days", () => {
  const days = (...peaks: (number | undefined)[]) => peaks.map((peak) => ({ peak, limit: 100 }));
  const past = Array.from({ length: 14 }, () => 50);
  expect(mayFillFast(days(...past, 60, 70))).toBe(true);
  expect(mayFillFast(days(...past, 70, 51))).toBe(true);
  expect(mayFillFast(days(...past, 70, 50))).toBe(false);
  expect(mayFillFast(days(...past, 60, undefined))).toBe(false);
  expect(mayFillFast(days(...past.slice(1), 60, 70))).toBe(false);
  expect(mayFillFast([])).toBe(false);
});

test("CHG04 RUN01 evictions at a smaller limit than the newest do not count, as in the method", () => {
  const past = (limits: readonly (number | null)[]) =>
    new Map([
      ["limit", Uint16Array.from(limits, (one) => toCode(one))] as const,
      ["evicted", Uint16Array.from(limits, () => toCode(500))] as const,
    ]);
  const evicts = (...limits: (number | null)[]) => habitsOf(past(limits), limits.length).evicts;
  expect(evicts(50, 50, 50, 50, 50, 100, 100)).toBe(false);
  expect(evicts(50, 50, 50, 50, 100, 100, 100)).toBe(true);
  expect(evicts(200, 200, 200, 200, 200, 100, 100)).toBe(true);
  expect(evicts(50, 50, 50, 100, 100, 100, null)).toBe(true);
  expect(evicts(50, 50, 50, 50, 50, 100, null)).toBe(false);
  expect(evicts(null, null, null)).toBe(true);
});
