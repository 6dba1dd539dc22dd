import { expect, test } from "vitest";
import { read, sourceFiles } from "./files.ts";
import { numbersIn, titlesIn } from "./titles.ts";

type Mark = "built" | "partly" | "planned" | "figure";

interface Requirement {
  number: string;
  mark: Mark;
}

/** The requirements that a page defines, in its order. */
function defined(text: string): Requirement[] {
  const lines = text.matchAll(
    /^(?:- \*\*([A-Z]+\d+b?)\*\* (?:\((planned|partly: [^)]+)\))?|\| (P\d+b?) +\|)/gm,
  );
  return [...lines].map(([, number, mark = "", figure]) => {
    if (figure !== undefined) return { number: figure, mark: "figure" };
    return { number: number ?? "", mark: markOf(mark) };
  });
}

const markOf = (mark: string): Mark => (mark === "" ? "built" : mark === "planned" ? "planned" : "partly");

/** The numbers that tests name, by the tier of the tests. */
interface Named {
  first: Set<string>;
  second: Set<string>;
}

function namedIn(files: readonly { path: string; text: string }[]): Named {
  const named: Named = { first: new Set(), second: new Set() };
  for (const { path, text } of files)
    for (const { title, tag } of titlesIn(text, path)) {
      const isSecond = tag === "@all" || /\.(all\.test|proof)\./.test(path);
      for (const number of numbersIn(title)) (isSecond ? named.second : named.first).add(number);
    }
  return named;
}

/** They also need a proof with programs of others: images, compose file, and the release before on data of this one. */
const inBothTiers = ["SLF03", "SLF04", "SLF07"];

/** What is wrong with the tests of the requirements. */
function faultsOf(requirements: readonly Requirement[], { first, second }: Named): string[] {
  const all = new Set([...first, ...second]);
  const known = new Set(requirements.map(({ number }) => number));
  const unknown = [...all]
    .filter((number) => !known.has(number))
    .map((number) => `${number} is not on the page`);
  const faults = requirements.flatMap(({ number, mark }) => {
    if (mark === "figure") return [];
    if (mark === "planned") return all.has(number) ? [`${number} is planned, but a test names it`] : [];
    if (inBothTiers.includes(number) && !second.has(number))
      return [`${number} is not proven in npm run test:all`];
    if (first.has(number) || mark === "partly") return [];
    return [second.has(number) ? `${number} has no test in npm test` : `${number} has no test`];
  });
  return [...unknown, ...faults];
}

const requirements = defined(read("docs/requirements.md"));

test("every number of a requirement is defined once", () => {
  const numbers = requirements.map(({ number }) => number);
  expect(numbers.length).toBeGreaterThan(1_000);
  expect(numbers.filter((one, index) => numbers.indexOf(one) !== index)).toEqual([]);
});

test("every requirement that is built has a test in npm test, and some a longer proof too; a planned one has none", () => {
  const files = sourceFiles().filter((path) => /\.(test|proof)\.(ts|tsx|mjs)$/.test(path));
  const named = namedIn(files.map((path) => ({ path, text: read(path) })));
  expect(named.first.size).toBeGreaterThan(900);
  expect(faultsOf(requirements, named)).toEqual([]);
});

test("what is missing, misplaced, planned or unknown is found", () => {
  const page = `
- **ABC01** built
- **ABC02** (planned) not yet
- **ABC03** (planned) not yet
- **ABC04** (partly: the half) a half
- **ABC05** built
- **ABC06** built
- **SLF03** built
- **SLF04** built
| P1 | a figure |`;
  const files = [
    {
      path: "a.test.ts",
      text: 'test("ABC01 a", () => undefined); test("ABC02 b", { tag: "@all" }, () => undefined); test("SLF03 SLF04 d");',
    },
    { path: "a.all.test.ts", text: 'test("ABC05 XYZ09 c", () => undefined);' },
    { path: "a.proof.ts", text: 'test("SLF03 e", () => undefined);' },
  ];
  expect(faultsOf(defined(page), namedIn(files))).toEqual([
    "XYZ09 is not on the page",
    "ABC02 is planned, but a test names it",
    "ABC05 has no test in npm test",
    "ABC06 has no test",
    "SLF04 is not proven in npm run test:all",
  ]);
});

test("every way to write a title is seen", () => {
  const text = `
    test("LST01 a", () => undefined); test.only(\`R3 \${x} b\`, () => undefined); it.skip('EC2 c', () => undefined);
    test.each([1])("NAV02 P7b %s", { tag: "@all" }, () => undefined); test.describe("KEY25", () => other("XXX99 d"));`;
  const titles = titlesIn(text, "a.test.ts");
  expect(titles.flatMap(({ title }) => numbersIn(title))).toEqual(["LST01", "R3", "NAV02", "P7b", "KEY25"]);
  expect(titles.map(({ tag }) => tag).filter(Boolean)).toEqual(["@all"]);
});
