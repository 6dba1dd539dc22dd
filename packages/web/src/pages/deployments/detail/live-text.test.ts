import { expect, test } from "vitest";
import { areNew, formatBrief } from "./live-text.ts";

test.each([
  [0, "0"],
  [0.25, "0.25"],
  [0.004, "0"],
  [1, "1"],
  [12.55, "12.6"],
  [99.96, "100"],
  [150.4, "150"],
  [9_999, "9,999"],
  [12_345, "12.3 k"],
  [999_499, "999 k"],
  [999_500, "1 M"],
  [123_456_789, "123 M"],
  [999_600_000, "1 G"],
])("DEX01 the live figure %d is written %s", (figure, text) => {
  expect(formatBrief(figure)).toBe(text);
});

test("DEX01 values are new until the next ones should have come", () => {
  const to = "2026-11-22T12:00:00.000Z";
  const at = Date.parse(to);
  expect(areNew({ to }, at + 359_000)).toBe(true);
  expect(areNew({ to }, at + 360_000)).toBe(false);
  expect(areNew({ to: null }, at)).toBe(false);
});
