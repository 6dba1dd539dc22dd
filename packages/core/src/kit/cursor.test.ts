import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeCursor, encodeCursor } from "./cursor.ts";

test("a cursor comes back as it went, and what somebody made up does not", () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.string({ unit: "binary-ascii" }), fc.string({ unit: "binary" })),
      (position) => {
        fc.pre(!Object.keys(position).includes("__proto__"));
        expect(decodeCursor(encodeCursor(position))).toEqual({ ...position });
      },
    ),
  );
  for (const wrong of ["", "%%%", btoa("[1]"), btoa('{"a":1}'), btoa("null")])
    expect(decodeCursor(wrong)).toBeUndefined();
});

test("a cursor goes into an address as it is", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (after) => {
      expect(encodeCursor({ after })).toMatch(/^[\w-]+$/);
    }),
  );
});
