import { expect, test } from "vitest";
import { initialRole, may, type Right, role, rolesBeyondOrganization } from "./roles.ts";

const rights: Right[] = ["seeEveryOrganization", "useAdminArea", "manageOrganization", "deleteDeployments"];
const rightsOf = (...roles: string[]) => rights.filter((right) => may(roles, right));

test("ROL01 the roles are exactly SUPER_ADMIN, ORG_ADMIN and VIEWER", () => {
  expect(role.options).toEqual(["SUPER_ADMIN", "ORG_ADMIN", "VIEWER"]);
});

test("ROL02 VIEWER carries no right, and neither does a role that does not exist", () => {
  expect(rightsOf("VIEWER")).toEqual([]);
  expect(rightsOf("viewer", "OWNER", "")).toEqual([]);
  expect(rightsOf()).toEqual([]);
});

test("ROL03 the rights of several roles are their union", () => {
  expect(rightsOf("ORG_ADMIN")).toEqual(["manageOrganization", "deleteDeployments"]);
  expect(rightsOf("SUPER_ADMIN")).toEqual(rights);
  expect(rightsOf("VIEWER", "ORG_ADMIN")).toEqual(rightsOf("ORG_ADMIN"));
  expect(rightsOf("ORG_ADMIN", "SUPER_ADMIN")).toEqual(rights);
});

test("ROL01 SUPER_ADMIN is the only role that an account keeps without its organization", () => {
  expect(rolesBeyondOrganization(["ORG_ADMIN", "SUPER_ADMIN", "VIEWER"])).toEqual(["SUPER_ADMIN"]);
  expect(rolesBeyondOrganization(["ORG_ADMIN", "VIEWER"])).toEqual([]);
});

test("ROL35 ROL37 whoever founds an organization manages it, whoever is invited only sees it", () => {
  expect(rightsOf(initialRole.founder)).toContain("manageOrganization");
  expect(rightsOf(initialRole.invitee)).toEqual([]);
  expect(rightsOf(initialRole.configured)).toContain("useAdminArea");
});
