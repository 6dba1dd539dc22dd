import { expect, test } from "vitest";
import { PostFailure, toFailure } from "./post-failure.ts";

const message = "connect to https://hooks.example.com/services/T0KEN";

test.each([
  ["EWEIRD", "no answer (EWEIRD)"],
  ["HPE_NEW", "the answer is not HTTP"],
  ["of https://hooks.example.com/services/T0KEN", "no answer"],
  [undefined, "no answer"],
])("CHN01 of an error of Node with the code %s nothing but the code is shown", (code, reason) => {
  const failure = toFailure(Object.assign(new Error(message), { code }));
  expect([failure.outcome, failure.message]).toEqual(["failed", reason]);
});

test("CHN01 a failure of our own stays as it is", () => {
  const own = new PostFailure("refused", "not public");
  expect(toFailure(own)).toBe(own);
});
