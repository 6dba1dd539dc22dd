import { expect, test } from "vitest";
import { read, sourceFiles } from "./files.ts";
import { allImports } from "./imports.ts";

/*
 * The files that may make an organization's id from a text. `access/scope.ts` decides by the caller and is
 * open to all of core. The others trust the origin of the text, so only the listed files may import them.
 */
const core = (path: string) => `packages/core/src/${path}.ts`;
const callers: Readonly<Record<string, readonly string[]>> = {
  [core("access/scope.account")]: [core("account/account")],
  [core("access/scope.canary")]: [core("agent-key/canary-key")],
  [core("access/scope.creation")]: [core("organization/organization")],
  [core("access/scope.deletion")]: [core("offboarding/organization")],
  [core("access/scope.invitation")]: [
    core("invitation/accept"),
    core("invitation/finish-moves"),
    core("invitation/invitation.table"),
    core("invitation/moves"),
    core("invitation/received"),
    core("invitation/resend"),
  ],
  [core("access/scope.job")]: [
    core("census/census"),
    core("channel/delivery/deliver"),
    core("channel/members"),
    core("history/fold/fold"),
    core("history/fold/forget"),
    core("incident/pass"),
    core("integration/sync"),
    core("notification/former-announcements"),
    core("seals"),
  ],
  [core("access/scope.managed")]: [core("organization/entry.table")],
  [core("access/scope.shared")]: [core("organization/shared")],
};

const isTest = (path: string) => path.startsWith("tests/") || /\.test\.tsx?$/.test(path);
const isMaker = (path: string) => /^packages\/core\/src\/access\/scope(\.\w+)?\.ts$/.test(path);

/** Whether a file imports a maker that it may not use. */
const isStranger = (from: string, to: string): boolean =>
  isMaker(to) && to !== core("access/scope") && !isTest(from) && !(callers[to] ?? []).includes(from);

const edges = allImports().flatMap(({ from, to }) => (to === undefined ? [] : [{ from, to }]));

test("SEC13 only those make an organization's id of a text who know where the text comes from", () => {
  expect(edges.filter(({ from, to }) => isStranger(from, to))).toEqual([]);
});

test("the list of callers names those that there are, of every maker that there is", () => {
  const makers = sourceFiles().filter((path) => isMaker(path) && path !== core("access/scope"));
  expect(makers.toSorted()).toEqual(Object.keys(callers).toSorted());
  const importing = edges.filter(({ from, to }) => callers[to] && !isTest(from));
  const named = Object.entries(callers).flatMap(([to, files]) => files.map((from) => ({ from, to })));
  expect(
    named.filter(({ from, to }) => !importing.some((one) => one.from === from && one.to === to)),
  ).toEqual([]);
});

/** Code that makes a scoped id from any text without a maker. */
const isCast = (line: string): boolean =>
  /\bas\s+(unknown\s+as\s+)?OrganizationId\b|<OrganizationId>\s*\w/.test(line);

test("SEC13 nobody but the makers casts a text to an organization's id", () => {
  const found = sourceFiles()
    .filter((path) => path.startsWith("packages/") && !isTest(path) && !isMaker(path))
    .flatMap((path) =>
      read(path)
        .split("\n")
        .filter(isCast)
        .map((line) => `${path}: ${line.trim()}`),
    );
  expect(found).toEqual([]);
});

test("what would be a fault is found", () => {
  const job = core("access/scope.job");
  for (const from of [
    core("deployment/read/list"),
    "packages/functions/src/api/routes/deployments.ts",
    core("new/new"),
  ])
    expect(isStranger(from, job), from).toBe(true);
  expect(isStranger(core("integration/sync"), job)).toBe(false);
  expect(isStranger(core("integration/sync"), core("access/scope.brand"))).toBe(true);
  expect(isStranger("tests/support/scope.ts", job)).toBe(false);
  for (const line of ["const own = id as OrganizationId;", "(text as unknown as OrganizationId | null)"])
    expect(isCast(line), line).toBe(true);
  expect(isCast("import type { OrganizationId } from")).toBe(false);
});
