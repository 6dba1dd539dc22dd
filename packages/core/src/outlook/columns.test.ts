import { expect, test } from "vitest";
import { emptyTimeline } from "../history/timeline/timeline.ts";
import { countedDays, leastSlots, mayFillFast } from "./columns.ts";

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
