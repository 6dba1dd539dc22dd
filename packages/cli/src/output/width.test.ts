import { expect, test } from "vitest";
import { fit, widthOf } from "./width.ts";

test.each([
  ["orders", 6],
  ["", 0],
  ["名前", 4],
  ["ﾃｽﾄ", 3],
  ["ＡＢ", 4],
  ["레디스", 6],
  ["é", 1],
  ["e\u0301", 1],
  ["👩‍👩‍👧", 2],
  ["❤️", 2],
  ["🇪🇺", 2],
  ["שלום", 4],
])("OUT13 %s takes %i columns of a terminal", (text, columns) => {
  expect(widthOf(text)).toBe(columns);
});

test.each([
  ["orders", 8, "orders  "],
  ["orders", 6, "orders"],
  ["orders", 4, "ord…"],
  ["名前の長い", 6, "名前… "],
  ["👩‍👩‍👧👩‍👩‍👧", 3, "👩‍👩‍👧…"],
])("OUT13 %s in %i columns is cut between characters, and never wider", (text, columns, shown) => {
  expect(fit(text, columns)).toBe(shown);
  expect(widthOf(fit(text, columns))).toBe(columns);
  expect(widthOf(fit(text, columns, true))).toBe(columns);
});
