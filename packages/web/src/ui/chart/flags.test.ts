import { expect, test } from "vitest";
import { markedPoints, marksNear } from "./flags.ts";

test("SCR10 CHG02 a press at a flag finds its changes, and the keys find the points that have any", () => {
  const marks = [100, 700, 720, 5_000].map((at) => ({ at, text: `change ${at}` }));
  expect(marksNear(marks, (at) => at / 10, 65).map(({ at }) => at)).toEqual([700, 720]);
  expect(marksNear(marks, (at) => at / 10, 40)).toEqual([]);
  const range = { from: 0, to: 1_200 };
  expect(markedPoints({ times: [0, 300, 600, 900], marks, range })).toEqual([0, 2]);
});
