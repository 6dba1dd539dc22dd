import { expect, test } from "vitest";
import { edgesOf, stacked } from "./stack.ts";

const line = (values: (number | null)[], more: { isHidden?: boolean; style?: "limit" } = {}) => ({
  values,
  style: 0,
  ...more,
});

test("SCR10 areas add up from below; what is hidden adds nothing, and a limit is no area", () => {
  const all = [
    line([1, 2]),
    line([9, 9], { isHidden: true }),
    line([3, 3]),
    line([8, 8], { style: "limit" }),
  ];
  expect(stacked(all)).toEqual([
    [1, 2],
    [9, 9],
    [4, 5],
    [8, 8],
  ]);
  expect(edgesOf(all)).toEqual([[2, 0]]);
});

test("SCR10 a thing that comes later adds nothing before, and an unknown value is a gap of all above it", () => {
  expect(stacked([line([1, 1, 1, 1]), line([null, 2, null, 2]), line([5, 5, 5, 5])])).toEqual([
    [1, 1, 1, 1],
    [null, 3, null, 3],
    [6, 8, null, 8],
  ]);
});
