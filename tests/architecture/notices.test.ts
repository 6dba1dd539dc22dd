import { expect, test } from "vitest";
import { lockedIn, nameOf, shipped, shippedPackages } from "../../scripts/lib/notices.mjs";
import { read } from "./files.ts";
import { allImports } from "./imports.ts";

const locked = lockedIn(read("package-lock.json"));
const edges = allImports().filter(({ from }) => !/\.test(-d)?\.tsx?$/.test(from));

/** The packages from outside that the files of a folder need at run time, directly or through other files. */
function packagesOf(workspace: string): Set<string> {
  const files = new Set(
    edges.filter(({ from }) => from.startsWith(`${workspace}/src/`)).map(({ from }) => from),
  );
  const packages = new Set<string>();
  for (const file of files)
    for (const { from, to, specifier, typeOnly } of edges) {
      if (from !== file || typeOnly) continue;
      if (to !== undefined) files.add(to);
      else if (!/^(node:|\.)/.test(specifier))
        packages.add(specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/"));
    }
  return packages;
}

test.each(shipped)("every package that $workspace imports is in its notices", (part) => {
  const named = new Set(shippedPackages(locked, part).map(nameOf));
  const needed = packagesOf(part.workspace);
  expect(needed.size).toBeGreaterThan(0);
  expect([...needed].filter((name) => !named.has(name))).toEqual([]);
});
