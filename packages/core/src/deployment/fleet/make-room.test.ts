import { expect, test } from "vitest";
import { makeRoom } from "./make-room.ts";

/** The keys that are left of entries with these sizes. */
function staysOf(sizes: readonly number[], staying?: number) {
  const kept = new Map(sizes.entries());
  makeRoom(kept, { most: 10, sizeOf: (size) => size, ...(staying !== undefined && { staying }) });
  return [...kept.keys()];
}

test("what was kept first goes until the rest is small enough", () => {
  expect(staysOf([4, 4, 4, 2])).toEqual([1, 2, 3]);
  expect(staysOf([5, 5])).toEqual([0, 1]);
  expect(staysOf([1, 20])).toEqual([]);
});

test("one entry may stay whatever its size is", () => {
  expect(staysOf([1, 20], 1)).toEqual([1]);
  expect(staysOf([20, 1, 1], 0)).toEqual([0]);
});
