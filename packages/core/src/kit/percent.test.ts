import { expect, test } from "vitest";
import { formatPercent } from "./percent.ts";

test.each([
  [96.9, "96.9%"],
  [97, "97.0%"],
  [0, "0.0%"],
  // toFixed alone would give 92.3, where filters and rules say 92.4.
  [92.35, "92.4%"],
  [104.26, "104.3%"],
])("%d percent is written %s, everywhere with the same rounding", (percent, text) => {
  expect(formatPercent(percent)).toBe(text);
});
