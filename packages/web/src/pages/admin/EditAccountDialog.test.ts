import type { Account } from "@shardwatch/core/contract/people/account";
import { expect, test } from "vitest";
import { rolesFor } from "./EditAccountDialog.tsx";

const account: Account = {
  id: "acc_1",
  firstName: "Ada",
  lastName: "Lovelace",
  email: "ada@example.com",
  organization: { id: "org_1", name: "One" },
  roles: ["ORG_ADMIN"],
  lastLogin: "2026-03-01T12:00:00.000Z",
  deleting: false,
};

test("ADM13 somebody without any role begins as viewer", () => {
  expect(rolesFor({ ...account, roles: [], organization: null }, "")).toEqual(["VIEWER"]);
  expect(rolesFor({ ...account, roles: [] }, "org_1")).toEqual(["VIEWER"]);
});

test("ROL36 in another organization somebody begins as viewer, and super admins stay so", () => {
  expect(rolesFor(account, "org_2")).toEqual(["VIEWER"]);
  expect(rolesFor({ ...account, roles: ["SUPER_ADMIN", "ORG_ADMIN"] }, "org_2")).toEqual([
    "SUPER_ADMIN",
    "VIEWER",
  ]);
});

test("in the own organization the roles are those that somebody has", () => {
  expect(rolesFor(account, "org_1")).toEqual(["ORG_ADMIN"]);
});
