import { expect, test } from "vitest";
import { and, type Truth } from "./value.ts";

const answers: Truth[] = [true, false, undefined];

test("MND21 and is false with one that is false, else unknown with one that is unknown", () => {
  const all = answers.flatMap((one) => answers.map((other) => [one, other, and(one, other)]));
  expect(all).toEqual([
    [true, true, true],
    [true, false, false],
    [true, undefined, undefined],
    [false, true, false],
    [false, false, false],
    [false, undefined, false],
    [undefined, true, undefined],
    [undefined, false, false],
    [undefined, undefined, undefined],
  ]);
});
