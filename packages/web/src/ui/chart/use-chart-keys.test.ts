import { expect, test } from "vitest";
import { pointAfter } from "./use-chart-keys.ts";

test("HIS09 the arrow keys move the cursor by a point, with Shift by ten, and stay within the chart", () => {
  const from = (point: number | null, key: string, shift = false) =>
    pointAfter(key, shift, { count: 288, point, marked: [20, 200] });
  expect(from(null, "ArrowLeft")).toBe(287);
  expect(from(null, "ArrowRight")).toBe(287);
  expect(from(100, "ArrowLeft")).toBe(99);
  expect(from(100, "ArrowRight", true)).toBe(110);
  expect(from(4, "ArrowLeft", true)).toBe(0);
  expect(from(287, "ArrowRight")).toBe(287);
  expect([from(5, "Home"), from(5, "End"), from(5, "a")]).toEqual([0, 287, null]);
});

test("SCR10 Page Up and Page Down move the cursor to the changes, and do nothing where there are none", () => {
  const from = (point: number | null, key: string, marked = [20, 200]) =>
    pointAfter(key, false, { count: 288, point, marked });
  expect([from(null, "PageUp"), from(200, "PageUp"), from(20, "PageUp")]).toEqual([200, 20, null]);
  expect([from(null, "PageDown"), from(20, "PageDown"), from(200, "PageDown")]).toEqual([20, 200, null]);
  expect(from(100, "PageUp", [])).toBeNull();
});
