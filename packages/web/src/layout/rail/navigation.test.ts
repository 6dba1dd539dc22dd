import type { Role } from "@shardwatch/core/contract/people/roles";
import type { User } from "@shardwatch/core/contract/people/user";
import { expect, test } from "vitest";
import { isCurrent, isInAdminArea, railFor } from "./navigation.ts";
import { palettePagesFor } from "../palette/pages.ts";
import { settingsFor } from "./settings.ts";

const user = (...roles: Role[]): User => ({
  id: "acc_1",
  redisCloudId: "1",
  firstName: "Ada",
  lastName: "Bell",
  email: "ada@example.com",
  roles,
  organization: null,
});
const settings = (role: Role) => labels(settingsFor(user(role)));
const labels = (entries: readonly { label: string }[]) => entries.map(({ label }) => label);

test("every list of pages names the admin area for super admins alone", () => {
  for (const roles of [["VIEWER"], ["ORG_ADMIN"], []] as Role[][])
    for (const list of [railFor(user(...roles)), palettePagesFor(user(...roles))])
      expect(list.filter(({ path }) => path.startsWith("/admin"))).toEqual([]);
  expect(labels(railFor(user("SUPER_ADMIN")))).toEqual([
    "Overview",
    "Deployments",
    "Databases",
    "Incidents",
    "Outlook",
    "Changes",
    "Sources",
    "Settings",
    "Admin",
  ]);
  expect(settings("VIEWER")).toEqual(["You", "Organization", "Members", "Programs"]);
  expect(settings("ORG_ADMIN")).toEqual([
    "You",
    "Organization",
    "Members",
    "Notifications",
    "Programs",
    "Audit",
  ]);
  expect(labels(palettePagesFor(user("VIEWER")))).toContain("Settings: Members");
  expect(labels(palettePagesFor(user("SUPER_ADMIN"))).filter((label) => label.startsWith("Admin"))).toEqual([
    "Admin",
    "Admin: Manage Accounts",
    "Admin: Manage Organizations",
  ]);
});

test("the rail has one key for each page, and none that begins the sequence", () => {
  const keys = railFor(user("SUPER_ADMIN")).map(({ goKey }) => goKey);
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys).not.toContain("g");
});

test("the admin area is a context of super admins, at its own addresses", () => {
  const superAdmin = user("SUPER_ADMIN");
  for (const path of ["/admin", "/admin/", "/admin/accounts"]) {
    expect(isInAdminArea(superAdmin, path)).toBe(true);
    expect(isInAdminArea(user("ORG_ADMIN"), path)).toBe(false);
  }
  expect(isInAdminArea(superAdmin, "/administration")).toBe(false);
  expect(isInAdminArea(superAdmin, "/deployments")).toBe(false);
});

test("SCR05 the rail marks the page, or the list above it; a database is below the list of databases", () => {
  const marked = (pathname: string) =>
    labels(railFor(user("SUPER_ADMIN")).filter(({ path }) => isCurrent(path, pathname, false)));
  expect(marked("/deployments/dep_1/databases/10.0.0.7%3A6379%2F0")).toEqual(["Databases"]);
  expect(marked("/databases")).toEqual(["Databases"]);
  for (const pathname of ["/sources", "/integrations/aws", "/integrations/add"])
    expect(marked(pathname)).toEqual(["Sources"]);
  expect(marked("/profile/audit")).toEqual(["Settings"]);
  for (const pathname of ["/deployments", "/deployments/dep_1", "/deployments/dep_1/privacy"])
    expect(marked(pathname)).toEqual(["Deployments"]);
  expect(marked("/deploymentsx")).toEqual([]);
  expect(isCurrent("/admin", "/admin", true)).toBe(true);
  expect(isCurrent("/admin", "/admin/accounts", true)).toBe(false);
});
