import { expect, test } from "vitest";
import { minute } from "../kit/time.ts";
import type { CanaryRow } from "./canary.table.ts";
import { acceptingSince, withMinute } from "./canary.ts";

const start = Date.parse("2026-11-23T10:00:00Z");

/** The minutes since when reports are accepted, after each of these minutes: "x" is a failure, "." none, " " nobody tried. */
function sinceAfter(minutes: string): (number | undefined)[] {
  let row: CanaryRow | undefined;
  return minutes.split("").map((one, index) => {
    if (one !== " ") row = withMinute(row, start + index * minute, one === ".");
    const since = row && acceptingSince(row);
    return since && (since - start) / minute;
  });
}

test("INC08 two failures in a row are an outage, until the first report that is accepted", () => {
  expect(sinceAfter("...x..x.")).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
  expect(sinceAfter(".xx.x.")).toEqual([0, 0, 2, 3, 3, 3]);
  expect(sinceAfter(".xxx...")).toEqual([0, 0, 2, 3, 4, 4, 4]);
  expect(sinceAfter("xx")).toEqual([0, 1]);
});

test("INC08 minutes in which nobody tried are no failures, and an outage is forgotten after 64 minutes", () => {
  expect(sinceAfter("x x x")).toEqual([0, 0, 0, 0, 0]);
  expect(sinceAfter("xx  .")).toEqual([0, 1, 1, 1, 2]);
  const [remembered, forgotten] = [62, 63].map((minutes) => sinceAfter(`xx${".".repeat(minutes)}`).at(-1));
  expect([remembered, forgotten]).toEqual([2, 0]);
  expect(sinceAfter(`xx${" ".repeat(100)}.`).at(-1)).toBe(0);
});
