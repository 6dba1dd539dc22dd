import { expect, test } from "vitest";
import { encodeCursor } from "../kit/cursor.ts";
import { nextBefore, readBefore } from "./newest-first.ts";

const isNumber = (text: string) => /^\d+$/.test(text);

test("the next page starts where the cursor of this one says", () => {
  const { nextCursor } = { nextCursor: undefined, ...nextBefore("17") };
  expect(readBefore(nextCursor, isNumber)).toBe("17");
  expect(readBefore(undefined, isNumber)).toBeUndefined();
  expect(nextBefore(undefined)).toEqual({});
});

test("a cursor of another list, and one that was made up, is refused", () => {
  for (const wrong of ["", "%%%", ...[{}, { before: "x" }, { before: "1", after: "2" }].map(encodeCursor)])
    expect(() => readBefore(wrong, isNumber)).toThrow(expect.objectContaining({ kind: "invalid" }));
});
