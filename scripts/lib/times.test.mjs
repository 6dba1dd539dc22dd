import { expect, test } from "vitest";
import { timesTable } from "./times.mjs";

test("the times of the steps stand beside those of the last release, and a new step has none", () => {
  const times = [
    { step: "unit", seconds: 99.6 },
    { step: "new", seconds: 1 },
  ];
  const lines = timesTable(times, 100).split("\n");
  expect(lines[1]).toMatch(/^unit +100 +\d+$/);
  expect(lines[2]).toMatch(/^new +1 +-$/);
  expect(lines[3]).toMatch(/^together +100 +-$/);
  expect(timesTable([{ step: "unit", seconds: 2 }], 2).split("\n")[2]).toMatch(/^together +2 +\d+$/);
});
