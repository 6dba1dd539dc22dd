import * as fc from "fast-check";
import { expect, test } from "vitest";
import { foreignText } from "./foreign-text.ts";

test("R12 whatever another machine sends, what is left is short, whole and free of control characters", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 100 }), fc.nat(80), (text, limit) => {
      const clean = foreignText(text, limit);
      expect(clean.length).toBeLessThanOrEqual(limit);
      expect(clean).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
    }),
  );
});

test("ordinary text stays as it is, and an emoji is not cut in half", () => {
  expect(foreignText("Größe: 7.2-rc1 (größer)", 64)).toBe("Größe: 7.2-rc1 (größer)");
  expect(foreignText("ab😀", 4)).toBe("ab😀");
  expect(foreignText("ab😀", 3)).toBe("ab");
});
