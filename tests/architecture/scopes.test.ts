import { expect, test } from "vitest";
import { read, sourceFiles } from "./files.ts";
import { allImports } from "./imports.ts";

/*
 * What may make an organization's id from a text. `access/scope.ts` decides by the caller and is open to all of core.
 * The functions of `access/scope.trusted.ts` trust the origin of the text, so only the listed files may import each.
 */
const core = (path: string) => `packages/core/src/${path}.ts`;
const trusted = core("access/scope.trusted");
const callers: Readonly<Record<string, readonly string[]>> = {
  organizationOfAccount: [core("account/account")],
  canaryOrganization: [core("agent-key/canary-key")],
  organizationBeingCreated: [core("organization/organization")],
  organizationBeingDeleted: [core("offboarding/organization")],
  organizationOfInvitation: [
    core("invitation/accept"),
    core("invitation/accept-by-link"),
    core("invitation/finish-moves"),
    core("invitation/invitation.table"),
    core("invitation/link-of-invitation"),
    core("invitation/moves"),
    core("invitation/received"),
    core("invitation/resend"),
  ],
  organizationOfJob: [
    core("census/census"),
    core("channel/delivery/deliver"),
    core("channel/members"),
    core("history/fold/fold"),
    core("history/fold/forget"),
    core("incident/pass"),
    core("integration/sync"),
    core("invitation/mail-invitation"),
    core("notification/former-announcements"),
    core("seals"),
  ],
  organizationOfEntry: [core("organization/entry.table")],
  sharedOrganizationIn: [core("organization/shared")],
};

const isTest = (path: string) => path.startsWith("tests/") || /\.test\.tsx?$/.test(path);
const isMaker = (path: string) => path === trusted || path === core("access/scope");

/** Whether a file may not import this name of the trusted makers. */
const isStranger = (from: string, name: string): boolean =>
  !isTest(from) && !(callers[name] ?? []).includes(from);

const imported = allImports()
  .filter(({ from, to }) => to === trusted && !isTest(from))
  .flatMap(({ from, names }) => names.map((name) => ({ from, name })));

test("SEC13 only those make an organization's id of a text who know where the text comes from", () => {
  expect(imported.filter(({ from, name }) => isStranger(from, name))).toEqual([]);
});

test("the list of callers names those that there are, of every maker that there is", async () => {
  const makers = Object.keys(await import("@shardwatch/core/access/scope.trusted"));
  expect(makers.toSorted()).toEqual(Object.keys(callers).toSorted());
  const named = Object.entries(callers).flatMap(([name, files]) => files.map((from) => ({ from, name })));
  expect(
    named.filter(({ from, name }) => !imported.some((one) => one.from === from && one.name === name)),
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
  for (const from of [
    core("deployment/read/list"),
    "packages/functions/src/api/routes/deployments.ts",
    core("new/new"),
  ])
    expect(isStranger(from, "organizationOfJob"), from).toBe(true);
  expect(isStranger(core("integration/sync"), "organizationOfJob")).toBe(false);
  for (const name of ["organizationOfAccount", "brandNew", "*"])
    expect(isStranger(core("integration/sync"), name), name).toBe(true);
  expect(isStranger("tests/support/scope.ts", "organizationOfJob")).toBe(false);
  expect(isMaker(core("access/scope.brand"))).toBe(false);
  for (const line of ["const own = id as OrganizationId;", "(text as unknown as OrganizationId | null)"])
    expect(isCast(line), line).toBe(true);
  expect(isCast("import type { OrganizationId } from")).toBe(false);
});
