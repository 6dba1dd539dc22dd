import { sameDigest } from "@shardwatch/core/kit/hash";
import { expect, test } from "vitest";
import { read, sourceFiles } from "./files.ts";

const comparison = /(\S+)\s+[!=]==?\s+(\S+)/g;
const nothing = /^\W*(?:""|undefined|null)\W*$/;
const secretLeft = /(?:reveal\(\)|(?:digest|sha256)\(.*\)|[sS]ecret(?:Hash)?|[hH]ash|[pP]assword)$/;
const secretRight = /^[\w.?]*(?:reveal\(\)|digest\(|sha256\(|[sS]ecret(?:Hash)?\b|[hH]ash\b|[pP]assword\b)/;

/**
 * Whether a line compares a secret, or a value made from one, with an operator. An operator stops at the
 * first difference.
 */
function isHasty(line: string): boolean {
  return [...line.matchAll(comparison)].some(
    ([, left = "", right = ""]) =>
      !nothing.test(left) && !nothing.test(right) && (secretLeft.test(left) || secretRight.test(right)),
  );
}

test("the search finds comparisons of secrets, and lets others pass", () => {
  for (const line of [
    "if (secretHash !== digest(key.reveal())) return undefined;",
    "return row.secretHash === hash;",
    "if (given == token.hash) return true;",
    "return key.reveal() === stored;",
    "const same = stored === password;",
  ])
    expect(isHasty(line), line).toBe(true);
  for (const line of ['if (secret !== "") return;', "if (row.secretHash === undefined) return;", "x === y"])
    expect(isHasty(line), line).toBe(false);
});

test("SEC11 what is made from a secret is compared by sameDigest only, in constant time", () => {
  const ours = sourceFiles().filter((path) => /^packages\/(core|functions|agent)\/src\//.test(path));
  const found = ours
    .filter((path) => !path.includes(".test."))
    .flatMap((path) => {
      const lines = read(path).split("\n");
      return lines.filter(isHasty).map((line) => `${path}: ${line.trim()}`);
    });
  expect(found).toEqual([]);
  expect(sameDigest.toString()).toMatch(/\btimingSafeEqual\)?\(a, b\)/);
});
