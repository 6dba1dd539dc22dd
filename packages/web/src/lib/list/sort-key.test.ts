import fc from "fast-check";
import { expect, test } from "vitest";
import { compareTexts } from "../words/compare-texts.ts";
import { compareKeyed, sortKey } from "./sort-key.ts";

const keyed = (name: string) => ({ name, key: sortKey(name) });

const name = fc.oneof(
  fc.string({ unit: "grapheme-ascii", maxLength: 12 }),
  fc.stringMatching(/^[a-cA-C0-2_.-]{0,8}$/),
  fc.string({ unit: "grapheme", maxLength: 6 }),
);

test("names in the order of their keys are in the order of the language", () => {
  fc.assert(
    fc.property(name, name, (one, other) => {
      expect(Math.sign(compareKeyed(keyed(one), keyed(other)))).toBe(Math.sign(compareTexts(one, other)));
    }),
    { numRuns: 3_000 },
  );
});

test("numbers in names compare as numbers, and case does not count", () => {
  const sorted = ["db10", "DB2", "db-3", "db002a", "Db1"].map(keyed).toSorted(compareKeyed);
  expect(sorted.map((each) => each.name)).toEqual(["db-3", "Db1", "DB2", "db002a", "db10"]);
});
