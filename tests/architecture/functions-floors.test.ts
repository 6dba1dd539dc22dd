import { expect, test } from "vitest";
import { allImports } from "./imports.ts";

/** The files beside the folders, which compose all functions. */
const composition = "composition";

/**
 * The other parts of the package that each part may import. Each function has a folder of its own and imports
 * no other function.
 */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  [composition]: [],
  http: [],
  api: ["http", composition],
  "agent-report": ["http", composition],
  "sign-in-link": [composition],
  jobs: [composition],
};

const inside = /^packages\/functions\/src\/(?:([\w-]+)\/)?/;

/** The part of the package that a file belongs to; undefined outside of the package and for tests. */
function partOf(path: string): string | undefined {
  const found = inside.exec(path);
  return found && !path.endsWith(".test.ts") ? (found[1] ?? composition) : undefined;
}

/** Why one file may not import another; undefined when it may, or when one of them is outside the package. */
function fault(from: string, to: string): string | undefined {
  const [importer, imported] = [partOf(from), partOf(to)];
  if (importer === undefined || imported === undefined || importer === imported) return undefined;
  const allowed = mayImport[importer];
  if (!allowed) return `${importer} is not listed among the parts of functions`;
  return allowed.includes(imported) ? undefined : `${importer} may not import ${imported}`;
}

test("a function imports its own folder, http and the composition, and never another function", () => {
  const edges = allImports().filter(({ from, to }) => partOf(from) && to !== undefined && partOf(to));
  expect(new Set(edges.map(({ from }) => partOf(from)))).toEqual(new Set(Object.keys(mayImport)));
  const faults = edges.flatMap(({ from, to = "" }) => {
    const reason = fault(from, to);
    return reason === undefined ? [] : [`${from} imports ${to}: ${reason}`];
  });
  expect(faults).toEqual([]);
});

/** The files that a file needs when it runs. */
function neededBy(start: string, edges: ReadonlyMap<string, readonly string[]>): Set<string> {
  const needed = new Set([start]);
  for (const from of needed) for (const to of edges.get(from) ?? []) needed.add(to);
  return needed;
}

test("only the function that sends to channels has the code that does", () => {
  const edges = allImports().filter(({ typeOnly }) => !typeOnly);
  const byFile = new Map(
    [...Map.groupBy(edges, ({ from }) => from)].map(([from, each]) => [
      from,
      each.flatMap(({ to }) => to ?? []),
    ]),
  );
  const functions = [...byFile.keys()].filter((path) => /^packages\/functions\/.*lambda\.ts$/.test(path));
  const sending = functions.filter((path) =>
    [...neededBy(path, byFile)].some((needed) => needed.startsWith("packages/core/src/channel/sending/")),
  );
  expect(sending).toEqual([file("jobs/deliver-lambda")]);
});

const file = (path: string) => `packages/functions/src/${path}.ts`;

test.each([
  ["agent-report/answer", "api/route"],
  ["agent-report/answer", "jobs/work"],
  ["jobs/tick", "api/routes/deployments"],
  ["jobs/tick", "agent-report/answer"],
  ["api/app", "jobs/work"],
  ["api/routes/reports", "agent-report/answer"],
  ["http/identify", "api/allow"],
  ["http/identify", "compose"],
  ["compose", "api/app"],
  ["a-new-function/lambda", "http/identify"],
])("what would be a fault is found: %s imports %s", (from, to) => {
  expect(fault(file(from), file(to))).toBeDefined();
});

test.each([
  ["api/routes/reports", "http/read-report"],
  ["agent-report/answer", "http/read-report"],
  ["jobs/housekeeping-lambda", "compose"],
  ["jobs/jobs.test", "api/app"],
])("what is no fault passes: %s imports %s", (from, to) => {
  expect(fault(file(from), file(to))).toBeUndefined();
});
