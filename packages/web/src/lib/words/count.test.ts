import { expect, test } from "vitest";
import { counted, formatCount } from "./count.ts";

test("counts are grouped by thousands", () => {
  expect([0, 7, 999, 1_000, 32_000, 1_234_567].map(formatCount)).toEqual([
    "0",
    "7",
    "999",
    "1,000",
    "32,000",
    "1,234,567",
  ]);
});

test("a count stands with its noun in the right number", () => {
  expect([0, 1, 2, 1_500].map((count) => counted(count, "database"))).toEqual([
    "0 databases",
    "1 database",
    "2 databases",
    "1,500 databases",
  ]);
});
