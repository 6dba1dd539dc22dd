import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { complaint, shares } from "./budget.mjs";
import { root } from "./paths.mjs";
import { steps } from "./steps.mjs";

test("a step may take half more than its share, and is named with its seconds and its share when it takes longer", () => {
  expect(complaint("unit", 300, 1)).toBeUndefined();
  expect(complaint("unit", 301, 1)).toMatch(/^unit took 301 s; its share is 200 s, at most 300 s\. Make/);
});

test("a slower machine has as much more time, and is told how much", () => {
  expect(complaint("unit", 600, 2)).toBeUndefined();
  expect(complaint("unit", 601, 2)).toMatch(/ at most 300 s, at most 600 s on this machine now\./);
});

test("a step without a share is a mistake, not a free one", () => {
  expect(() => complaint("stroll", 1, 1)).toThrow("names no share for the step stroll");
});

/** Seconds kept for looking whether everything is installed, and for the evaluation of the infrastructure. */
const [forInstalling, forInfrastructure] = [10, 25];

test("every step has a share, and all together leave room in nine minutes", () => {
  expect(Object.keys(shares)).toEqual(steps.map(({ name }) => name));
  const sum = Object.values(shares).reduce((total, share) => total + share, 0);
  expect(sum).toBeLessThanOrEqual(540 - forInstalling - forInfrastructure);
});

test("the table in tests/README.md has the same shares, and measured seconds that keep to them", () => {
  const readme = readFileSync(join(root, "tests", "README.md"), "utf8");
  const rows = [...readme.matchAll(/^\| `(\w+)` +\| +(\d+) +\| +(\d+) +\|/gm)].map(
    ([, name = "", share, measured]) => ({ name, share: Number(share), measured: Number(measured) }),
  );
  expect(Object.fromEntries(rows.map(({ name, share }) => [name, share]))).toEqual(shares);
  for (const { name, measured } of rows) expect(complaint(name, measured, 1), name).toBeUndefined();
});
