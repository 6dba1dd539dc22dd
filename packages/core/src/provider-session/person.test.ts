import { describe, expect, test } from "vitest";
import { noGroups } from "../../../../tests/support/no-groups.ts";
import type { Role } from "../contract/people/roles.ts";
import { type ClaimRules, neededClaims, personOf } from "./person.ts";

const none = { byRole: noGroups, required: [] };
const rules: ClaimRules = {
  issuer: "https://login.example",
  groupsClaim: "groups",
  vouchesForEmails: false,
  groups: none,
};
const claims = { sub: "u1", email: "pat@example.com", email_verified: true, name: "Pat van Lee" };

type Groups = Partial<Record<Role | "required", string[]>>;

const rolesOf = (groups: unknown, { required = [], ...given }: Groups) => {
  const byRole = { ...none.byRole, ...given };
  const person = personOf({ ...claims, groups }, { ...rules, groups: { byRole, required } });
  return person.outcome === "known" ? (person.identity.roles ?? "of ours") : person.fault;
};

test("SLF01 a person is issuer and subject; names may come in one claim", () => {
  expect(personOf(claims, rules)).toEqual({
    outcome: "known",
    identity: {
      redisCloudId: "https://login.example u1",
      email: "pat@example.com",
      firstName: "Pat",
      lastName: "van Lee",
      company: undefined,
      groups: [],
    },
  });
});

test.each([
  [{ sub: null }, "invalid"],
  [{ sub: 42 }, "invalid"],
  [{ sub: "" }, "invalid"],
  [{ email: null }, "noEmail"],
  [{ email: "\u212aim@example.com" }, "noEmail"],
  [{ email_verified: null }, "unverifiedEmail"],
  [{ email_verified: false }, "unverifiedEmail"],
  [{ email_verified: "true" }, "unverifiedEmail"],
])("SLF02 claims that name no certain person are refused: %j", (change, fault) => {
  expect(personOf({ ...claims, ...change }, rules)).toEqual({ outcome: "refused", fault });
});

test("SLF02 an email that is called unverified never counts, one that is not called so only where the operator vouches", () => {
  const vouching = { ...rules, vouchesForEmails: true };
  const { email_verified: _, ...silent } = claims;
  expect(personOf(silent, vouching).outcome).toBe("known");
  for (const said of [false, "true", 1, "yes"])
    expect(personOf({ ...claims, email_verified: said }, vouching).outcome).toBe("refused");
});

describe("SLF02 groups give roles", () => {
  test("no configured group: roles are given here", () => {
    expect(rolesOf(["ops"], {})).toBe("of ours");
    expect(rolesOf(["ops"], { required: ["ops"] })).toBe("of ours");
  });

  test("the groups of admins and super admins; everybody else is a viewer", () => {
    const groups = { SUPER_ADMIN: ["root"], ORG_ADMIN: ["ops", "dba"] };
    expect(rolesOf(["dba"], groups)).toEqual(["ORG_ADMIN"]);
    expect(rolesOf(["root"], groups)).toEqual(["SUPER_ADMIN", "VIEWER"]);
    expect(rolesOf(["root", "ops"], groups)).toEqual(["SUPER_ADMIN", "ORG_ADMIN"]);
    for (const other of [["sales"], [], undefined, null, {}, [{ name: "ops" }], "sales"])
      expect(rolesOf(other, groups)).toEqual(["VIEWER"]);
    expect(rolesOf("ops", groups)).toEqual(["ORG_ADMIN"]);
  });

  test("with a group of viewers, nobody else gets in", () => {
    const groups = { ORG_ADMIN: ["ops"], VIEWER: ["staff"] };
    expect(rolesOf(["staff"], groups)).toEqual(["VIEWER"]);
    expect(rolesOf(["ops"], groups)).toEqual(["ORG_ADMIN"]);
    expect(rolesOf(["sales"], groups)).toBe("noGroup");
  });

  test("with a required group, nobody gets in without it, admins included", () => {
    const groups = { ORG_ADMIN: ["ops"], required: ["shardwatch"] };
    expect(rolesOf(["ops"], groups)).toBe("noGroup");
    expect(rolesOf(["ops", "shardwatch"], groups)).toEqual(["ORG_ADMIN"]);
  });
});

test("SLF01 claims that nobody reads are not kept", () => {
  const all = { ...claims, phone_number: "1", address: {}, groups: ["a"], roles: ["b"] };
  expect(Object.keys(neededClaims(all, { ...rules, groupsClaim: "roles" }))).toEqual([
    "sub",
    "email",
    "email_verified",
    "name",
    "roles",
  ]);
});
