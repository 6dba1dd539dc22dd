import { expect, test } from "vitest";
import { type Role, rolesBeyondOrganization, traitsOfRole } from "./people/roles.ts";

test("SLF07 a role that only a later release knows has no traits, and does not outlive its organization", () => {
  for (const later of ["AUDITOR", "constructor"]) {
    expect(traitsOfRole(later)).toBeUndefined();
    expect(rolesBeyondOrganization(["SUPER_ADMIN", later as Role])).toEqual(["SUPER_ADMIN"]);
  }
});
