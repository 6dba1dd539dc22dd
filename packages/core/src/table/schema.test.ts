import { expect, test } from "vitest";
import { expiresAt, isExpired } from "./schema.ts";

test("a row lives until its time, and at most a second longer", () => {
  const row = { pk: "a", sk: "b", ...expiresAt(1_000_500) };
  expect(isExpired(row, 1_000_500)).toBe(false);
  expect(isExpired(row, 1_001_000)).toBe(true);
  expect(isExpired({ pk: "a", sk: "b" }, 1_001_000)).toBe(false);
});
