import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { lean } from "./lean-icons.ts";

const codeOf = (icon: string) =>
  readFileSync(new URL(`../esm/icons/${icon}.mjs`, import.meta.resolve("lucide-react")), "utf8");
const shapesIn = (code: string) => code.match(/\b(?:d|r|[cxy][12xy]?): "[^"]+"/g);

test.each(["circle-exclamation-point", "radio-tower", "database"])("%s keeps its lines only", (icon) => {
  const [before, after] = [codeOf(icon), lean(codeOf(icon))];
  expect(shapesIn(before)?.length).toBeGreaterThan(3);
  expect(shapesIn(after)).toEqual(shapesIn(before));
  const dropped = /\bkey:|\bname:|\baliases:|^__iconData\.node/m;
  expect(before).toMatch(dropped);
  expect(after).not.toMatch(dropped);
});
