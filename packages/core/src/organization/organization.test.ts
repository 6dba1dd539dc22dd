import { expect, test } from "vitest";
import type { OrganizationId } from "../access/scope.ts";
import { requireSourceRight, requireSourceRightUnchanged, requireActive } from "./organization.ts";

const id = "org_1" as OrganizationId;
const setting = "onlyAdminsManageSources";
const there = requireActive(id).when ?? [];

test("AMD04 whoever may manage all sources needs the organization only, everybody else its permission", () => {
  expect(requireSourceRight(id, ["VIEWER", "ORG_ADMIN"])).toEqual(requireActive(id));
  expect(requireSourceRight(id, ["SUPER_ADMIN"])).toEqual(requireActive(id));
  const permission = { ...requireActive(id), when: [...there, { attribute: setting, absent: true }] };
  expect(requireSourceRight(id, ["VIEWER"])).toEqual(permission);
  expect(requireSourceRight(id, [])).toEqual(permission);
});

test("AMD04 a decision that the setting refused holds only while it is set", () => {
  const refused = { ...requireActive(id), when: [...there, { attribute: setting, is: "=", value: true }] };
  expect(requireSourceRightUnchanged(id, true, ["VIEWER"])).toEqual(refused);
  expect(requireSourceRightUnchanged(id, false, ["VIEWER"])).toEqual(requireSourceRight(id, ["VIEWER"]));
  expect(requireSourceRightUnchanged(id, false, ["ORG_ADMIN"])).toEqual(requireActive(id));
});

test("nothing appears in an organization that is being deleted", () => {
  expect(there).toEqual([{ exists: true }, { attribute: "deletedAt", absent: true }]);
});
