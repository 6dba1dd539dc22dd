import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { noticesOf, shipped, shippedPackages } from "./notices.mjs";
import { root } from "./paths.mjs";

test.each(shipped)("the notices of $workspace are up to date: npm run notices writes them", (part) => {
  expect(readFileSync(join(root, part.file), "utf8")).toBe(noticesOf(part));
});

test("dependencies of dependencies are shipped, links and development tools are not", () => {
  const locked = {
    "packages/web": { dependencies: { a: "^1.0.0", own: "*" } },
    "node_modules/a": { dependencies: { b: "^2.0.0", absent: "^1.0.0" } },
    "node_modules/a/node_modules/b": { version: "2.0.0", dependencies: { a: "^1.0.0" } },
    "node_modules/b": { version: "1.0.0" },
    "node_modules/own": { link: true },
    "packages/web/node_modules/styles": {},
    "node_modules/tool": {},
  };
  expect(shippedPackages(locked, { workspace: "packages/web", also: ["styles"] })).toEqual([
    "node_modules/a",
    "node_modules/a/node_modules/b",
    "packages/web/node_modules/styles",
  ]);
});
