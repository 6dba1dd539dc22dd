import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { atOnce, inSlices } from "./in-slices.ts";

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("window", globalThis);
  // Each look at the clock takes a millisecond.
  let now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => (now += 1));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const items = Array.from({ length: 50 }, (_, index) => index);

function* work(seen: number[]) {
  for (const item of items) {
    seen.push(item);
    yield;
  }
  return seen.length;
}

test("every item is worked through once, in order, a few at a time, and then the end is told", () => {
  const seen: number[] = [];
  const done = vi.fn();
  inSlices(work(seen), done);
  expect(seen).toEqual([]);
  vi.advanceTimersToNextTimer();
  expect(seen.length).toBeGreaterThan(0);
  expect(seen.length).toBeLessThan(10);
  expect(done).not.toHaveBeenCalled();
  vi.runAllTimers();
  expect(seen).toEqual(items);
  expect(done.mock.calls).toEqual([[50]]);
  expect(atOnce(work([]))).toBe(50);
});

test("nothing is worked on after it was cancelled, also between two slices", () => {
  const seen: number[] = [];
  const done = vi.fn();
  const cancel = inSlices(work(seen), done);
  vi.advanceTimersToNextTimer();
  const before = seen.length;
  cancel();
  vi.runAllTimers();
  expect(seen).toHaveLength(before);
  expect(done).not.toHaveBeenCalled();
});
