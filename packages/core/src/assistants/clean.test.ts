import { expect, test } from "vitest";
import { cleaned, shownText } from "./clean.ts";

test.each([
  ["orders", "orders"],
  ["a\u202eb\u200bc\u0007d\u009be", "abcde"],
  ["two\nlines\tand\r\nmore", "two lines and  more"],
  ["x".repeat(100), "x".repeat(100)],
  ["x".repeat(101), `${"x".repeat(99)}…`],
  ["👩‍👩‍👧‍👦", "👩‍👩‍👧‍👦"],
  [`${"\u200b".repeat(500)}orders`, "orders"],
])(
  "R24 OUT15 a text of a customer is one line without what nobody sees, of at most 100 characters: %j",
  (text, shown) => {
    expect(shownText(text)).toBe(shown);
  },
);

test("R24 OUT15 a cut between joined characters leaves none that joins", () => {
  const shown = shownText("👩‍👩‍👧‍👦".repeat(40));
  expect(Array.from(shown).length).toBeLessThanOrEqual(100);
  expect(shown).toMatch(/\p{Extended_Pictographic}…$/u);
});

test("R24 OUT15 what is below data is clean at any depth, and what is undefined is left out", () => {
  const data = { name: "a\u202e", rows: [["b\u0000", 1, null, true]], note: undefined };
  expect(cleaned({ id: "dep_1", notes: undefined, data })).toEqual({
    id: "dep_1",
    data: { name: "a", rows: [["b", 1, null, true]] },
  });
});
