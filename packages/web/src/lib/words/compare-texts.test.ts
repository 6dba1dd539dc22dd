import { expect, test } from "vitest";
import { compareTexts } from "./compare-texts.ts";

test("LST30 names are compared as people do: digits as numbers, capitals like small letters", () => {
  expect(["db10", "B", "db2", "a"].toSorted(compareTexts)).toEqual(["a", "B", "db2", "db10"]);
});
