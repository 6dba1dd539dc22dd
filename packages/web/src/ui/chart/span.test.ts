import { expect, test } from "vitest";
import { readSpan, zoomTo } from "./span.ts";

test("HIS10 a zoom comes back from the address; one that is upside down, short or no number is none", () => {
  expect(readSpan("1763752800-1763756400")).toEqual({ from: 1_763_752_800, to: 1_763_756_400 });
  for (const text of [null, "", "9-1", "10-69", "NaN-5", "1e3", "-5-600", "600"])
    expect(readSpan(text)).toBeUndefined();
});

test("HIS10 a drag becomes whole steps, four at the least", () => {
  expect(zoomTo({ from: 610.5, to: 2_890 }, 300)).toEqual({ from: 600, to: 3_000 });
  expect(zoomTo({ from: 7_201, to: 7_300 }, 3_600)).toEqual({ from: 3_600, to: 18_000 });
});
