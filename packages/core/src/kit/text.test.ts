import { expect, test } from "vitest";
import { truncate } from "./text.ts";

test("LST53 LIM05 40 characters are shown whole, 41 are cut to 40 and three dots", () => {
  expect(truncate("x".repeat(40), 40)).toBe("x".repeat(40));
  expect(truncate("x".repeat(41), 40)).toBe(`${"x".repeat(40)}...`);
  expect(truncate("👩‍👩‍👧".repeat(3), 2)).toBe(`${"👩‍👩‍👧".repeat(2)}...`);
});

test("LST53 what a reader sees as 40 characters is shown whole, however many code units it takes", () => {
  expect(truncate("👩‍👩‍👧".repeat(40), 40)).toBe("👩‍👩‍👧".repeat(40));
  expect(truncate("e\u0301".repeat(40), 40)).toBe("e\u0301".repeat(40));
});
