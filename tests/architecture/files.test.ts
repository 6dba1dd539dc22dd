import { expect, test } from "vitest";
import { read, sourceFiles } from "./files.ts";

const files = sourceFiles();

test("the search finds the files of every package", () => {
  for (const folder of ["core", "functions", "agent", "web", "local"])
    expect(files.filter((path) => path.startsWith(`packages/${folder}/src/`)).length).toBeGreaterThan(5);
  expect(files).toContain("tests/architecture/files.test.ts");
});

/** A longer file has two jobs. The tests of one subject may be longer than what they test. */
const longest = { files: 250, tests: 400 };

test(`no file has more than ${longest.files} lines, and none of tests more than ${longest.tests}`, () => {
  const long = files.flatMap((path) => {
    const most = path.includes(".test.") ? longest.tests : longest.files;
    const lines = read(path).trimEnd().split("\n").length;
    return lines > most ? [`${path} has ${lines} lines`] : [];
  });
  expect(long).toEqual([]);
});

/** More than that nobody reads as one list. Tests are beside what they test, and do not count. */
const mostBeside = 30;

test(`no folder of the product has more than ${mostBeside} files beside each other`, () => {
  const folders = Map.groupBy(
    files.filter((path) => path.startsWith("packages/") && !path.includes(".test")),
    (path) => path.slice(0, path.lastIndexOf("/")),
  );
  const full = [...folders].flatMap(([folder, { length }]) =>
    length > mostBeside ? [`${folder} has ${length} files: divide it by what its files are about`] : [],
  );
  expect(full).toEqual([]);
});

const excuses = ["@ts-ignore", "@ts-nocheck", "eslint-disable", "oxlint-disable", "TODO"];

test("no check is switched off, and no work is left over in a comment", () => {
  // All files but this one, which has to name the patterns.
  const others = files.filter((path) => path !== "tests/architecture/files.test.ts");
  const found = others.flatMap((path) => {
    const text = read(path);
    // Files of this kind prove faults that must not compile, and expect the compiler's errors.
    const words = path.endsWith(".test-d.ts") ? excuses : [...excuses, "@ts-expect-error"];
    return words.filter((word) => new RegExp(`${word}\\b`).test(text)).map((word) => `${path}: ${word}`);
  });
  expect(found).toEqual([]);
});
