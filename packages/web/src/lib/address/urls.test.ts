import { expect, test } from "vitest";
import { paths } from "./paths.ts";
import {
  isFromDatabases,
  patterns,
  screenAt,
  searchFromDatabases,
  searchOfDeployment,
  searchOfList,
} from "./urls.ts";

const screen = (address: string) => screenAt(new URL(address, "http://localhost"));

test("the first script sees the same screens as the links lead to", () => {
  for (const address of [paths.login(), paths.signUp("/deployments"), paths.sessionEnded()])
    expect(screen(address)).toEqual({ kind: "public" });
  expect(screen(paths.deployments("?org=org_1&page=2"))).toEqual({
    kind: "deployments",
    organization: "org_1",
  });
  expect(screen(paths.deployment("dep_1", "?page=2", "org_1"))).toEqual({
    kind: "deployment",
    id: "dep_1",
    organization: "org_1",
  });
  expect(screen(paths.deployment("dep_1"))).toMatchObject({ organization: undefined });
  expect(screen(paths.database("dep_1", "10.0.0.7:6379/0", "", "org_1"))).toEqual({
    kind: "database",
    id: "dep_1",
    organization: "org_1",
  });
  for (const address of [
    paths.integrations(),
    paths.admin(),
    "/deployments/",
    "/deployments/a/b",
    paths.deploymentPrivacy("a"),
  ])
    expect(screen(address)).toEqual({ kind: "other" });
});

test("LST15 what cannot be an organization names none", () => {
  for (const organization of ["", "all", "a b", "x".repeat(65), "../../.."])
    expect(screen(`${patterns.deployments}?org=${organization}`)).toMatchObject({ organization: undefined });
});

test("DET02 the way back from a deployment leads to the list it was opened from, of all organizations or of one", () => {
  for (const list of [
    "",
    "?search=pay&page=2",
    "?org=org_1",
    "?search=pay&org=org_1",
    "?org=org_1%2Corg_2",
    "?org=-org_2",
  ]) {
    expect(searchOfList(searchOfDeployment(list, "org_1"))).toBe(list);
    expect(searchOfDeployment(list, "org_1")).toContain("org=org_1");
    expect(searchOfList(searchOfDeployment(list, undefined))).toBe(list);
  }
});

test("DBS01 a deployment knows whether it was opened from the list of databases, and its query leads back", () => {
  for (const list of ["", "?search=pay&page=2", "?org=org_1&util=90.."]) {
    const opened = searchFromDatabases(list);
    expect(isFromDatabases(opened)).toBe(true);
    expect(searchOfList(opened)).toBe(list);
    expect(isFromDatabases(searchOfDeployment(list, "org_1"))).toBe(false);
  }
});
