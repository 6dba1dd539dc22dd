import fc from "fast-check";
import { expect, test } from "vitest";
import { derivedId, isId, newId, timeOfId } from "./ids.ts";

const sixteenBytes = fc.uint8Array({ minLength: 16, maxLength: 16 });

test("ids of one kind sort by their creation time", () => {
  fc.assert(
    fc.property(fc.nat(), fc.nat(), sixteenBytes, sixteenBytes, (a, b, left, right) => {
      fc.pre(a !== b);
      const [earlier, later] = [
        newId("account", Math.min(a, b), left),
        newId("account", Math.max(a, b), right),
      ];
      expect(earlier < later).toBe(true);
    }),
  );
});

test("an id tells when it was made, and a text that is none tells nothing", () => {
  const time = Date.parse("2026-11-29T12:00:00.123Z");
  expect(timeOfId(newId("token", time, new Uint8Array(16)))).toBe(time);
  for (const wrong of ["tok_", "tok_01ka", `tok_${"o".repeat(26)}`]) expect(timeOfId(wrong)).toBeUndefined();
});

test("an id tells its kind, and nothing else passes for it", () => {
  const id = newId("deployment", 0, new Uint8Array(16));
  expect(isId("deployment", id)).toBe(true);
  expect(isId("account", id)).toBe(false);
  for (const wrong of ["dep_", "dep_../../x", `${id}#`, "", "dep_ABCDEFGHIJKLMNOPQRST"])
    expect(isId("deployment", wrong)).toBe(false);
});

test("a derived id is the same for the same digest", () => {
  const digest = Uint8Array.from({ length: 32 }, (_, index) => index * 7);
  expect(derivedId("deployment", digest)).toBe(derivedId("deployment", digest));
  expect(isId("deployment", derivedId("deployment", digest))).toBe(true);
});

test("an id is never made of too few random bytes", () => {
  expect(() => newId("account", 0, new Uint8Array(15))).toThrow("16 random bytes");
  expect(() => derivedId("account", new Uint8Array(19))).toThrow("at least 20 bytes");
});

test("an id says when it was made, and a derived one does not", () => {
  fc.assert(
    fc.property(fc.nat(2 ** 45), sixteenBytes, (time, random) => {
      expect(timeOfId(newId("token", time, random))).toBe(time);
    }),
  );
  expect(timeOfId(derivedId("deployment", new Uint8Array(20)))).toBeUndefined();
});
