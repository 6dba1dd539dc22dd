import fc from "fast-check";
import { expect, test } from "vitest";
import { fromCode, toCode, unknownCode } from "./code16.ts";

const figures = fc.oneof(
  fc.double({ min: 0, max: 2 ** 60, noNaN: true }),
  fc.nat(),
  fc.nat(60).map((power) => 2 ** power),
);

test("HIS01 a figure comes back from its code within 0.05 %, and exactly below 2048", () => {
  fc.assert(
    fc.property(figures, (figure) => {
      const back = fromCode(toCode(figure)) ?? NaN;
      if (figure < 2_047.5) expect(back).toBe(Math.round(figure));
      else expect(Math.abs(back - figure) / figure).toBeLessThan(0.0005);
    }),
    { numRuns: 2_000 },
  );
});

test("HIS01 a larger figure never has a smaller code", () => {
  fc.assert(
    fc.property(figures, figures, (one, other) => {
      const [less, more] = [Math.min(one, other), Math.max(one, other)];
      expect(toCode(less)).toBeLessThanOrEqual(toCode(more));
    }),
    { numRuns: 2_000 },
  );
});

test("HIS01 every code is the code of its own figure, so coding twice changes nothing", () => {
  let before = -1;
  for (let code = 0; code <= toCode(2 ** 70); code += 1) {
    const figure = fromCode(code) ?? NaN;
    if (!(figure > before)) expect(figure).toBeGreaterThan(before);
    // Sixty thousand expectations would take a second.
    if (toCode(figure) !== code) expect(toCode(figure)).toBe(code);
    before = figure;
  }
});

test("HIS08 what is no figure is not known, and an endless one is a large one", () => {
  for (const none of [null, NaN, -1, -Infinity]) expect(toCode(none)).toBe(unknownCode);
  expect(fromCode(unknownCode)).toBeNull();
  for (const endless of [Infinity, Number.MAX_VALUE]) expect(fromCode(toCode(endless))).toBe(2 ** 70);
});
