import { describe, expect, test } from "vitest";
import { cyclesOf, graphOf } from "./cycles.ts";
import { sourceFiles } from "./files.ts";
import { allImports, importsIn } from "./imports.ts";
import { forbidden, forbiddenPackage, nounOf } from "./zones.ts";

const edges = allImports();
const internal = edges.flatMap((edge) => (edge.to === undefined ? [] : [{ ...edge, to: edge.to }]));

test("every import stays within the rooms that its file may know", () => {
  const faults = internal.flatMap(({ from, to, typeOnly }) => {
    const reason = forbidden(from, to, typeOnly);
    return reason === undefined ? [] : [`${from} imports ${to}: ${reason}`];
  });
  expect(faults).toEqual([]);
});

test("inside core only adapters know packages from outside, apart from zod, the table's client and YAML's lexer", () => {
  const faults = edges.flatMap(({ from, to, specifier }) => {
    const reason = to === undefined ? forbiddenPackage(from, specifier) : undefined;
    return reason === undefined ? [] : [`${from} imports ${specifier}: ${reason}`];
  });
  expect(faults).toEqual([]);
});

test("no file imports itself over others", () => {
  expect(cyclesOf(graphOf(internal.map(({ from, to }) => [from, to])))).toEqual([]);
});

test("every file of a package is imported, or is one that something starts with", () => {
  const imported = new Set(internal.map(({ to }) => to));
  const starts = /\/(main|boot|[\w-]+-main|([\w-]+-)?lambda)\.ts$|\.test\.tsx?$|\.d\.ts$/;
  const own = sourceFiles().filter((path) => /^packages\/[\w-]+\/src\//.test(path));
  expect(own.filter((path) => !imported.has(path) && !starts.test(path))).toEqual([]);
});

test("nouns import one another only downwards", () => {
  const between = internal.flatMap(({ from, to }) => {
    const [noun, other] = [nounOf(from), nounOf(to)];
    return noun && other ? [[noun, other] as const] : [];
  });
  expect(between.length).toBeGreaterThan(0);
  expect(cyclesOf(graphOf(between))).toEqual([]);
});

const core = (path: string) => `packages/core/src/${path}.ts`;

describe("what would be a fault is found", () => {
  test.each([
    [core("kit/ids"), core("contract/people/user")],
    [core("contract/people/user"), core("ports/log")],
    [core("ports/log"), core("access/context")],
    [core("table/table"), core("deployment/deployment")],
    [core("deployment/list"), core("adapters/identity/provider")],
    [core("adapters/identity/provider"), core("session/session")],
    [core("adapters/identity/provider"), core("table/table")],
    [core("brand-new-noun/verbs"), core("deployment/pulse.table")],
    [core("deployment/deployment"), core("brand-new-noun/brand-new-noun.table")],
    [core("session/session"), core("account/account.keys")],
    [core("deployment/read/list"), core("brand-new-noun/brand-new-noun.keys")],
    ["packages/functions/src/api/routes/deployments.ts", core("deployment/rows/deployment.table")],
    ["packages/functions/src/api/routes/deployments.ts", core("deployment/rows/deployment.keys")],
    ["packages/functions/src/api/routes/deployments.ts", core("table/keys")],
    ["packages/functions/src/jobs/work.ts", core("table/row")],
    ["packages/local/src/seed/seed.ts", core("brand-new-noun/brand-new-noun.table")],
    ["packages/local/src/seed/seed.ts", core("brand-new-noun/brand-new-noun.keys")],
    ["packages/local/src/seed/seed.ts", core("table/errors")],
    [core("deployment/deployment"), "packages/functions/src/compose.ts"],
    ["packages/web/src/main.tsx", core("deployment/deployment")],
    ["packages/web/src/main.tsx", "packages/functions/src/api/app.ts"],
    ["packages/agent/src/main.ts", "packages/functions/src/api/app.ts"],
    ["packages/agent/src/main.ts", core("ports/log")],
    ["packages/cli/src/main.ts", core("deployment/deployment")],
    ["packages/cli/src/main.ts", "packages/functions/src/api/app.ts"],
    ["packages/cli/src/main.ts", "packages/agent/src/version.ts"],
    ["packages/functions/src/compose.ts", "packages/local/src/compose.ts"],
    ["packages/functions/src/compose.ts", "packages/functions/src/compose.test.ts"],
    ["packages/functions/src/compose.ts", "packages/server/src/machine/child.ts"],
    ["packages/server/src/main.ts", "packages/local/src/seed/seed.ts"],
    ["packages/server/src/main.ts", core("brand-new-noun/brand-new-noun.table")],
    ["packages/local/src/main.ts", "tests/support/world.ts"],
    ["scripts/test.mjs", core("kit/ids")],
    ["packages/new/src/main.ts", core("kit/ids")],
  ])("%s may not import %s", (from, to) => {
    expect(forbidden(from, to, false)).toBeDefined();
  });

  test("of the table, a process is composed with its client and itself, and nothing else is known outside", () => {
    for (const file of ["table/client", "table/table"])
      expect(forbidden("packages/functions/src/compose.ts", core(file), false)).toBeUndefined();
    expect(
      forbidden("packages/server/src/database/database.ts", core("table/schema"), false),
    ).toBeUndefined();
    expect(forbidden(core("session/session"), core("session/session.keys"), false)).toBeUndefined();
  });

  test("types of the API are for the web application and the command line only", () => {
    const api = "packages/functions/src/api/app.ts";
    for (const file of ["packages/web/src/api/client.ts", "packages/cli/src/api/api.ts"])
      expect(forbidden(file, api, true)).toBeUndefined();
    expect(forbidden("packages/agent/src/main.ts", api, true)).toBeDefined();
    expect(
      forbidden("packages/web/src/api/client.ts", "packages/functions/src/compose.ts", true),
    ).toBeDefined();
  });

  test("nouns and contracts with packages of vendors", () => {
    expect(forbiddenPackage(core("brand-new-noun/verbs"), "@aws-sdk/client-sts")).toBeDefined();
    expect(forbiddenPackage(core("table/table"), "@aws-sdk/client-sts")).toBeDefined();
    expect(forbiddenPackage(core("adapters/aws"), "@aws-sdk/client-sts")).toBeUndefined();
  });

  test("a cycle is told as its path", () => {
    const graph = graphOf([
      ["a", "b"],
      ["b", "c"],
      ["c", "b"],
      ["c", "c"],
    ] as const);
    expect(cyclesOf(graph)).toEqual(["b -> c -> b"]);
  });

  test("every way to import is seen, comments and texts are not", () => {
    const text = `
      import type { A } from "a"; import { type B, c } from "b"; import { type C } from "c";
      export * from "d"; export type { E } from "e"; import "f"; // import "comment"
      const load = () => import("g"), text = 'import "text"'; type H = import("h").H;`;
    const seen = importsIn(text, "all.ts").map(
      ({ specifier, typeOnly }) => `${specifier}${typeOnly ? " type" : ""}`,
    );
    expect(seen).toEqual(["a type", "b", "c type", "d", "e type", "f", "g", "h type"]);
  });

  test("what is imported by name is named, and everything else counts as all of it", () => {
    const text = `
      import { a, b as other, type C } from "one"; import all from "two"; import * as space from "three";
      import { d as e, default as f } from "four"; export { g } from "five"; export * from "six"; import("seven");`;
    expect(importsIn(text, "all.ts").map(({ names }) => names.join(" "))).toEqual([
      "a b C",
      "*",
      "*",
      "d default",
      "*",
      "*",
      "*",
    ]);
  });
});
