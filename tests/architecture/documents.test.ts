import { globSync } from "node:fs";
import { basename } from "node:path";
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

interface Decision {
  number: string;
  title: string;
  area: string;
  status: string;
}

const indexPath = "docs/decisions/README.md";

/** Every decision, ordered by number. */
function decisions(): Decision[] {
  const areas = files.filter((path) => path.startsWith("docs/decisions/") && path !== indexPath);
  const found = areas.flatMap((area) =>
    [...withoutCode(read(area)).matchAll(/^## (?:(D-\d{3}) )?(.*)\n\n(.*)$/gm)].map(
      ([, number = "", title = "", status = ""]) => ({ number, title, area, status }),
    ),
  );
  return found.toSorted((a, b) => a.number.localeCompare(b.number));
}

test("every decision has a number of its own, a date and a status", () => {
  const found = decisions();
  expect(found.length).toBeGreaterThan(100);
  expect(found.map(({ number }) => number)).toEqual(
    found.map((_, index) => `D-${String(index + 1).padStart(3, "0")}`),
  );
  const form =
    /^20\d\d-\d\d-\d\d · (accepted|superseded by D-\d{3}(, D-\d{3})*)(, (extended|amended) by D-\d{3})*$/;
  expect(found.filter(({ status }) => !form.test(status))).toEqual([]);
});

test("the index of the decisions lists each one with its title", () => {
  const rows = [...read(indexPath).matchAll(/^\| (D-\d{3}) .*\|$/gm)];
  const listed = rows.map(([row]) =>
    row
      .split("|")
      .map((cell) => cell.trim())
      .slice(1, -1),
  );
  expect(listed).toEqual(
    decisions().map(({ number, title, area, status }) => {
      const [date, ...states] = status.split(" · ");
      const name = basename(area, ".md");
      return [number, title, `[${name}](${name}.md)`, date, states.join(" · ")];
    }),
  );
});

test("a decision that a text names exists", () => {
  const known = new Set(decisions().map(({ number }) => number));
  const named = files.flatMap((path) =>
    [...withoutCode(read(path)).matchAll(/\bD-\d{3}\b/g)].map(([number]) => `${path}: ${number}`),
  );
  const examples = new Set([`${indexPath}: D-123`]);
  const unknown = named.filter((one) => !known.has(one.slice(-"D-001".length)) && !examples.has(one));
  expect(unknown).toEqual([]);
});
