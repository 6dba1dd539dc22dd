import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { complaint, shares } from "./budget.mjs";
import { root } from "./paths.mjs";
import { steps } from "./steps.mjs";

test("a step may take twice its share, and is named with its seconds and its share when it takes longer", () => {
  expect(complaint("lint", 30, 1)).toBeUndefined();
  expect(complaint("lint", 31, 1)).toMatch(/^lint took 31 s; its share is 15 s, at most 30 s\. Make/);
});

test("a slower machine has as much more time, and is told how much", () => {
  expect(complaint("lint", 60, 2)).toBeUndefined();
  expect(complaint("lint", 61, 2)).toMatch(/ at most 30 s, at most 60 s on this machine now\./);
});

test("a step without a share is a mistake, not a free one", () => {
  expect(() => complaint("stroll", 1, 1)).toThrow("names no share for the step stroll");
});

/** Of all shares together, in seconds. It goes down, but for a new step and a minute for a large capability. */
const mostTogether = 1_055;

test("every step has a share, and all together do not grow", () => {
  expect(Object.keys(shares)).toEqual(steps.map(({ name }) => name));
  const sum = Object.values(shares).reduce((total, share) => total + share, 0);
  expect(sum).toBeLessThanOrEqual(mostTogether);
});

test("the table in tests/README.md has the same shares, and measured seconds that keep to them", () => {
  const readme = readFileSync(join(root, "tests", "README.md"), "utf8");
  const rows = [...readme.matchAll(/^\| `(\w+)` +\| +(\d+) +\| +(\d+) +\|/gm)].map(
    ([, name = "", share, measured]) => ({ name, share: Number(share), measured: Number(measured) }),
  );
  expect(Object.fromEntries(rows.map(({ name, share }) => [name, share]))).toEqual(shares);
  for (const { name, measured } of rows) expect(complaint(name, measured, 1), name).toBeUndefined();
});
