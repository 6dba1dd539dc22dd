import { expect, test } from "vitest";
import { pointAfter } from "./use-chart-keys.ts";

test("HIS09 the arrow keys move the cursor by a point, with Shift by ten, and stay within the chart", () => {
  const from = (point: number | null, key: string, shift = false) =>
    pointAfter(key, shift, { count: 288, point });
  expect(from(null, "ArrowLeft")).toBe(287);
  expect(from(null, "ArrowRight")).toBe(287);
  expect(from(100, "ArrowLeft")).toBe(99);
  expect(from(100, "ArrowRight", true)).toBe(110);
  expect(from(4, "ArrowLeft", true)).toBe(0);
  expect(from(287, "ArrowRight")).toBe(287);
  expect([from(5, "Home"), from(5, "End"), from(5, "a")]).toEqual([0, 287, null]);
});
