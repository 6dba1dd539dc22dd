import { globSync } from "node:fs";
import { basename } from "node:path";
import { fields } from "@shardwatch/core/contract/filter/fields";
import { deploymentSources } from "@shardwatch/core/contract/source/source";
import { expect, test } from "vitest";
import { brokenLinks, documents, namedPaths, withoutCode } from "./documents.ts";
import { exists, read, root } from "./files.ts";

const files = documents();

test("the search finds the documents of every folder", () => {
  for (const path of ["README.md", "docs/data-model.md", "docs/decisions/README.md", "tests/README.md"])
    expect(files).toContain(path);
});

test("every relative link of a document leads to a file, and to a heading where it names one", () => {
  expect(files.flatMap((path) => brokenLinks(path, read(path)))).toEqual([]);
});

test.each([
  ["[a](missing.md)", ["docs/x.md: missing.md does not exist"]],
  ["[a](data-model.md#no-such-heading)", ["docs/x.md: data-model.md#no-such-heading names no heading"]],
  ["[a](data-model.md#rows) [b](../README.md) [c](https://example.com/x.md)", []],
  ["```\n[a](missing.md)\n```", []],
])("a broken link is found: %s", (text, faults) => {
  expect(brokenLinks("docs/x.md", text)).toEqual(faults);
});

test("every file and folder that a document names by its path exists", () => {
  const named = files.flatMap((path) => namedPaths(read(path)).map((name) => ({ path, name })));
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter(({ name }) => !exists(name)).map(({ path, name }) => `${path}: ${name}`)).toEqual([]);
});

test("only whole paths of the project are looked for", () => {
  const text =
    "`tests/a.ts` `tests/<noun>.ts` `tests/*/a.ts` `npm test` `packages/web/dist`\n```\n`docs/b.md`\n```";
  expect(namedPaths(text)).toEqual(["tests/a.ts"]);
});

/** The cells of each row of the table "Where the tests of a subject are" in tests/README.md. */
function subjects(): string[][] {
  const [, table = ""] = /\n\| subject[^\n]*\n\|[^\n]*\n((?:\|.*\n)+)/.exec(read("tests/README.md")) ?? [];
  return table
    .trimEnd()
    .split("\n")
    .map((row) => row.split("|").slice(2, -1));
}

const integrations = deploymentSources.filter((source) => source !== "agent");

/** The names that an entry of the table means: `<source>` is each kind of integration, `*` any rest of a name. */
const meaning = (entry: string) =>
  new RegExp(
    `^${entry
      .replaceAll("`", "")
      .replace("<source>", `(${integrations.join("|")})`)
      .replace("*", "[a-z-]+")}$`,
  );

test.each(["contract", "faults", "e2e"].map((folder, column) => ({ folder, column })))(
  "the table of subjects names every test file of tests/$folder, and no other",
  ({ folder, column }) => {
    const entries = subjects()
      .flatMap((cells) => (cells[column] ?? "").split(",").map((name) => name.trim()))
      .filter((name) => name !== "");
    // The tests of a subject are in both tiers.
    const present = globSync(`tests/${folder}/*.test.ts`, { cwd: root }).map((path) =>
      basename(path).replace(/(\.all|\.seeds|\.both)?\.test\.ts$/, ""),
    );
    expect(present.filter((name) => !entries.some((entry) => meaning(entry).test(name)))).toEqual([]);
    expect(entries.filter((entry) => !present.some((name) => meaning(entry).test(name)))).toEqual([]);
  },
);

test("the page about the filter has every field with its label, in the order of the filter's text", () => {
  const rows = [...read("docs/filter.md").matchAll(/^\| `(\w+)` +\| ([^|`]+?) +\|/gm)];
  expect(rows.map(([, name, label]) => [name, label])).toEqual(
    Object.entries(fields).map(([name, { label }]) => [name, label]),
  );
});

interface Decision {
  number: string;
  title: string;
  page: string;
  date: string;
}

const indexPath = "docs/decisions/README.md";
const pages = files.filter((path) => path.startsWith("docs/decisions/") && path !== indexPath);

/** Every decision, ordered by number. */
function decisions(): Decision[] {
  const all = pages.flatMap((page) =>
    [...withoutCode(read(page)).matchAll(/^## (?:(D-\d{3}) )?(.*)\n\n(.*)$/gm)].map(
      ([, number = "", title = "", date = ""]) => ({ number, title, page, date }),
    ),
  );
  return all.toSorted((a, b) => a.number.localeCompare(b.number));
}

/** The numbers of decisions whose text has become a part of another one. */
const included = (): string[] =>
  pages.flatMap((page) =>
    [...read(page).matchAll(/^Includes ((?:D-\d{3}[,.]\s+)*D-\d{3})\.$/gm)].flatMap(
      ([, list = ""]) => list.match(/D-\d{3}/g) ?? [],
    ),
  );

test("every decision has a number, which no other has, and a date", () => {
  const all = decisions();
  expect(all.length).toBeGreaterThan(100);
  const form = /^20\d\d-\d\d-\d\d(, extended 20\d\d-\d\d-\d\d)?$/;
  expect(all.filter(({ number, date }) => number === "" || !form.test(date))).toEqual([]);
  const numbers = [...all.map(({ number }) => number), ...included()].toSorted();
  expect(numbers.filter((number, index) => number === numbers[index - 1])).toEqual([]);
});

/** A person reads 220 words a minute. */
const mostWords = 2_200;

test("a page of decisions can be read in ten minutes: divide it by subject, or move what concerns one file there", () => {
  const tooLong = pages
    .map((page) => ({ page, words: read(page).split(/\s+/).length }))
    .filter(({ words }) => words > mostWords);
  expect(tooLong).toEqual([]);
});

test("the index of the decisions names every page, and no other", () => {
  const listed = [...read(indexPath).matchAll(/\]\(([a-z-]+\.md)\)/g)].map(
    ([, name]) => `docs/decisions/${name}`,
  );
  expect(listed.toSorted()).toEqual(pages.toSorted());
});

test("a decision that a text names exists", () => {
  const known = new Set([...decisions().map(({ number }) => number), ...included()]);
  const named = files.flatMap((path) =>
    [...withoutCode(read(path)).matchAll(/\bD-\d{3}\b/g)].map(([number]) => `${path}: ${number}`),
  );
  const examples = new Set([`${indexPath}: D-123`, `${indexPath}: D-045`, `${indexPath}: D-451`]);
  const unknown = named.filter((one) => !known.has(one.slice(-"D-001".length)) && !examples.has(one));
  expect(unknown).toEqual([]);
});
