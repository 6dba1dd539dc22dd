import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { subsetOf, typefaces } from "./fonts.mjs";
import { root } from "./paths.mjs";

test.each(typefaces)("$file is what `npm run fonts` makes of its package", async ({ file, source }) => {
  const made = await subsetOf(source);
  expect(made.equals(readFileSync(join(root, file)))).toBe(true);
});

test("the fonts of a first visit have at most 110 KB", () => {
  const sizes = typefaces.map(({ file }) => readFileSync(join(root, file)).length);
  expect(sizes.reduce((sum, size) => sum + size) / 1_024).toBeLessThanOrEqual(110);
});
