import { expect, test } from "vitest";
import { describeFailure, StartFailure } from "./failure.ts";

test.each([
  [new StartFailure("Port 1 is busy."), "Port 1 is busy."],
  [new TypeError("no such file"), "TypeError: no such file"],
  [
    new AggregateError(
      [new RangeError("stuck"), new StartFailure("late")],
      "not everything could be stopped",
    ),
    "AggregateError: not everything could be stopped\nRangeError: stuck\nlate",
  ],
  ["a text", "a text"],
])("%s is told in words, without a stack", (error, words) => {
  expect(describeFailure(error)).toBe(words);
});
