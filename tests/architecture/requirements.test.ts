import { expect, test } from "vitest";
import { read, sourceFiles } from "./files.ts";
import { numbersIn, titlesIn } from "./titles.ts";

const page = "docs/requirements.md";

/** The numbers that a page of requirements defines, in its order. */
const defined = (text: string): string[] =>
  [...text.matchAll(/^(?:- \*\*([A-Z]+\d+b?)\*\* |\| (P\d+b?) +\|)/gm)].map(
    ([, one, other]) => one ?? other ?? "",
  );

const known = defined(read(page));
const named = sourceFiles()
  .filter((path) => /\.test\.(ts|tsx|mjs)$/.test(path))
  .flatMap((path) =>
    titlesIn(read(path), path).flatMap((title) => numbersIn(title).map((one) => ({ one, path }))),
  );

test("every number of a requirement is defined once", () => {
  expect(known.length).toBeGreaterThan(900);
  expect(known.filter((one, index) => known.indexOf(one) !== index)).toEqual([]);
});

test("every requirement that a test's title names is on the page of requirements", () => {
  expect(new Set(named.map(({ one }) => one)).size).toBeGreaterThan(800);
  const unknown = named.filter(({ one }) => !known.includes(one)).map(({ one, path }) => `${path}: ${one}`);
  expect(unknown).toEqual([]);
});

test("every way to write a title is seen", () => {
  const text = `
    test("LST01 a", () => undefined); test.only(\`R3 \${x} b\`, () => undefined); it.skip('EC2 c', () => undefined);
    test.each([1])("NAV02 P7b %s", () => undefined); test.describe("KEY25", () => other("XXX99 d"));`;
  const titles = titlesIn(text, "a.test.ts");
  expect(titles.flatMap(numbersIn)).toEqual(["LST01", "R3", "NAV02", "P7b", "KEY25"]);
});
