import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { noGroups } from "../../../../tests/support/no-groups.ts";
import { noAdministrator, readOpenId } from "./settings.ts";

const folder = mkdtempSync(join(tmpdir(), "shardwatch-openid-"));
afterAll(() => rmSync(folder, { recursive: true }));

const complete = {
  OIDC_ISSUER: "https://login.example/realms/main",
  OIDC_CLIENT_ID: "shardwatch",
  OIDC_CLIENT_SECRET: "a secret text",
  SUPER_ADMIN_EMAILS: "root@example.com",
};
const faultsOf = (change: Record<string, string>) => readOpenId({ ...complete, ...change }).faults;

test("SLF01 without an issuer people sign in with a Redis Cloud account; empty variables count as not set", () => {
  expect(readOpenId({})).toEqual({ openId: undefined, faults: [] });
  expect(readOpenId({ OIDC_ISSUER: "", OIDC_CLIENT_ID: "" })).toEqual({ openId: undefined, faults: [] });
});

test("SLF01 issuer, client and secret are enough, and the secret shows itself nowhere", () => {
  const { openId, faults } = readOpenId(complete);
  expect(faults).toEqual([]);
  expect(openId).toMatchObject({
    issuer: "https://login.example/realms/main",
    clientId: "shardwatch",
    scopes: "openid profile email",
    groupsClaim: "groups",
    vouchesForEmails: false,
    groups: { byRole: noGroups, required: [] },
  });
  expect(openId?.clientSecret.reveal()).toBe("a secret text");
  expect(JSON.stringify(openId)).not.toContain("a secret text");
});

test("SLF01 the secret may be in a file, as orchestrators mount it", () => {
  const file = join(folder, "secret");
  writeFileSync(file, "of a file\n");
  const { openId } = readOpenId({ ...complete, OIDC_CLIENT_SECRET: "", OIDC_CLIENT_SECRET_FILE: file });
  expect(openId?.clientSecret.reveal()).toBe("of a file");
  expect(faultsOf({ OIDC_CLIENT_SECRET: "", OIDC_CLIENT_SECRET_FILE: join(folder, "none") })).toEqual([
    "OIDC_CLIENT_SECRET_FILE: cannot be read (ENOENT)",
  ]);
});

test("SLF02 groups are separated by semicolons: names of directories have commas", () => {
  const { openId } = readOpenId({ ...complete, OIDC_GROUPS_ADMIN: "cn=ops,dc=example; /platform ;" });
  expect(openId?.groups.byRole.ORG_ADMIN).toEqual(["cn=ops,dc=example", "/platform"]);
});

test("SLF01 the fault that nobody administers is a line with one name before its colon, however many roles may", () => {
  const message = "OIDC_GROUPS_ADMIN: or OIDC_GROUPS_SUPER_ADMIN or SUPER_ADMIN_EMAILS is required";
  expect(faultsOf({ SUPER_ADMIN_EMAILS: "" })).toEqual([`${message}, so that somebody can administer`]);
  expect(noAdministrator(["SUPER_ADMIN"])).toMatch(/^OIDC_GROUPS_SUPER_ADMIN: or SUPER_ADMIN_EMAILS is /);
  expect(noAdministrator(["SUPER_ADMIN", "ORG_ADMIN", "VIEWER"])).toMatch(
    /^OIDC_GROUPS_VIEWER: or OIDC_GROUPS_ADMIN or OIDC_GROUPS_SUPER_ADMIN or SUPER_ADMIN_EMAILS is /,
  );
});

test.each([
  [{ OIDC_ISSUER: "" }, "OIDC_ISSUER: is required with OIDC_CLIENT_ID"],
  [
    { OIDC_ISSUER: "login.example" },
    "OIDC_ISSUER: must be an address that starts with https://, without a query",
  ],
  [
    { OIDC_ISSUER: "http://login.example" },
    "OIDC_ISSUER: must be an address that starts with https://, but for",
  ],
  [{ OIDC_CLIENT_ID: "" }, "OIDC_CLIENT_ID: is required with OIDC_ISSUER"],
  [
    { OIDC_CLIENT_SECRET: "" },
    "OIDC_CLIENT_SECRET: is required with OIDC_ISSUER, or OIDC_CLIENT_SECRET_FILE",
  ],
  [{ OIDC_SCOPES: "openid profile" }, "OIDC_SCOPES: must hold openid and email"],
  [{ OIDC_CLIENT_AUTH: "form" }, 'OIDC_CLIENT_AUTH: must be "basic" or "post", not "form"'],
  [{ OIDC_VOUCHES_FOR_EMAILS: "yes" }, 'OIDC_VOUCHES_FOR_EMAILS: must be "on" or "off", not "yes"'],
  [
    { SUPER_ADMIN_EMAILS: "" },
    "OIDC_GROUPS_ADMIN: or OIDC_GROUPS_SUPER_ADMIN or SUPER_ADMIN_EMAILS is required",
  ],
  [
    { PROVIDER_API_URL: "https://provider.example" },
    "PROVIDER_API_URL: must not be set together with OIDC_ISSUER",
  ],
])("SLF01 a wrong setting is named: %j", (change, message) => {
  const [fault = "", ...others] = faultsOf(change);
  expect(fault).toContain(message);
  expect(others).toEqual([]);
  expect(fault).not.toContain("a secret text");
});

test("SLF01 a slash at the end of an issuer without a path does not make other people of everybody", () => {
  const issuerOf = (issuer: string) => readOpenId({ ...complete, OIDC_ISSUER: issuer }).openId?.issuer;
  expect(issuerOf("https://login.example/")).toBe("https://login.example");
  expect(issuerOf("https://login.example")).toBe("https://login.example");
  expect(issuerOf("https://login.example/realm/")).toBe("https://login.example/realm/");
});

test("SLF01 a provider on this machine needs no TLS", () => {
  for (const issuer of ["http://localhost:8080/realms/main", "http://127.0.0.1:9000"])
    expect(faultsOf({ OIDC_ISSUER: issuer })).toEqual([]);
});
