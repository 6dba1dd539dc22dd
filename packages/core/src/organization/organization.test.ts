import { expect, test } from "vitest";
import type { OrganizationId } from "../access/scope.ts";
import { allowsSourcesOf, leavesSourcesAsRead, stands } from "./organization.ts";

const id = "org_1" as OrganizationId;
const setting = "onlyAdminsManageSources";
const there = stands(id).when ?? [];

test("AMD04 whoever may manage all sources needs the organization only, everybody else its permission", () => {
  expect(allowsSourcesOf(id, ["VIEWER", "ORG_ADMIN"])).toEqual(stands(id));
  expect(allowsSourcesOf(id, ["SUPER_ADMIN"])).toEqual(stands(id));
  const permission = { ...stands(id), when: [...there, { attribute: setting, absent: true }] };
  expect(allowsSourcesOf(id, ["VIEWER"])).toEqual(permission);
  expect(allowsSourcesOf(id, [])).toEqual(permission);
});

test("AMD04 a decision that the setting refused holds only while it is set", () => {
  const refused = { ...stands(id), when: [...there, { attribute: setting, is: "=", value: true }] };
  expect(leavesSourcesAsRead(id, true, ["VIEWER"])).toEqual(refused);
  expect(leavesSourcesAsRead(id, false, ["VIEWER"])).toEqual(allowsSourcesOf(id, ["VIEWER"]));
  expect(leavesSourcesAsRead(id, false, ["ORG_ADMIN"])).toEqual(stands(id));
});

test("nothing appears in an organization that is being deleted", () => {
  expect(there).toEqual([{ exists: true }, { attribute: "deletedAt", absent: true }]);
});
