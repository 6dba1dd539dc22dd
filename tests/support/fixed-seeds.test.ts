import fc from "fast-check";
import { expect, test } from "vitest";

/** The values that a property test tries. */
function tried(): number[] {
  const values: number[] = [];
  fc.assert(fc.property(fc.integer(), (value) => void values.push(value)));
  return values;
}

test("a property test tries the same values at every run", () => {
  expect(tried()).toEqual(tried());
});
