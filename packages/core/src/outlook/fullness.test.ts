import { expect, test } from "vitest";
import { toCode } from "../kit/code16.ts";
import type { PastColumn } from "../history/timeline/columns.ts";
import { fullnessOf } from "./fullness.ts";

const past = (columns: Partial<Record<PastColumn, readonly (number | null)[]>>) =>
  new Map(
    Object.entries(columns).map(([name, values]) => [name as PastColumn, Uint16Array.from(values, toCode)]),
  );
const limits = (length: number) => Array.from({ length }, () => 100);

test("RUN01 a database is full since the first of its full days; a day that nobody knows does not break them", () => {
  const since = (...used: (number | null)[]) =>
    fullnessOf(past({ used, limit: limits(used.length) }), used.length)?.days;
  expect(since(50, 98, 99, 100)).toBe(3);
  expect(since(50, 98, null, 100)).toBe(3);
  expect(since(98, 97, null, 100)).toBe(1);
  expect(since(50, null, 98)).toBe(1);
});

test("RUN01 nobody knows since when a database is full that was so on all known days", () => {
  expect(fullnessOf(past({ used: [null, 98, 99], limit: limits(3) }), 3)).toMatchObject({ days: undefined });
});

test("RUN01 what is not full on the newest day has no such words, and what evicts below its limit has", () => {
  expect(fullnessOf(past({ used: [99, 97], limit: limits(2) }), 2)).toBeUndefined();
  expect(fullnessOf(past({ used: [99, null], limit: limits(2) }), 2)).toBeUndefined();
  expect(fullnessOf(past({ used: [99, 99], limit: [100, 0] }), 2)).toBeUndefined();
  expect(fullnessOf(past({ used: [50, 97], limit: limits(2), evicted: [0, 3] }), 2)?.days).toBe(1);
});

test("RUN01 a hit ratio is that of seven days, weighted by their lookups, beside seven days four weeks earlier", () => {
  const hits = Array.from({ length: 35 }, (_, index) => (index < 7 ? 90 : index === 34 ? 600 : 40));
  const misses = Array.from({ length: 35 }, (_, index) => (index < 7 ? 10 : index === 34 ? 0 : 60));
  const full = fullnessOf(past({ used: hits.map(() => 100), limit: limits(35), hits, misses }), 35);
  expect(full?.hitRatioBefore).toBeCloseTo(90, 1);
  // 6 × 40 and 600 hits of 1,200 lookups.
  expect(full?.hitRatio).toBeCloseTo(70, 1);
  const idle = past({ used: [100], limit: [100], hits: [0], misses: [0] });
  expect(fullnessOf(idle, 1)).toMatchObject({ hitRatio: undefined, hitRatioBefore: undefined });
});
