import { expect, test } from "vitest";
import { faults } from "./faults.ts";
import { whyNotPlanted } from "./places.ts";

test("each known fault has its place in today's code, exactly once", () => {
  expect(faults.flatMap((fault) => whyNotPlanted(fault) ?? [])).toEqual([]);
});
