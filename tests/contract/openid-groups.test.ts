import type { Role } from "@shardwatch/core/contract/people/roles";
import { everyOrganization } from "@shardwatch/core/organization/organization.keys";
import { change } from "@shardwatch/core/account/administer";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type OpenIdWorld, PersonsBrowser, signedInAt, startOpenIdWorld } from "../support/openid-world.ts";
import { asRoot, signUp } from "../support/world.ts";

let stage: OpenIdWorld;

beforeEach(async () => {
  stage = await startOpenIdWorld({
    OIDC_ORGANIZATION: "Data platform",
    OIDC_GROUPS_SUPER_ADMIN: "owners",
    OIDC_GROUPS_ADMIN: "ops;dba",
  });
});
afterEach(async () => {
  await stage.stop();
});

const minute = 60_000;

function person(name: string, groups: unknown): void {
  stage.provider.people.set(name, { email: `${name}@example.com`, email_verified: true, groups });
}

const signedIn = (name: string) => signedInAt(stage, name);

/** The person, after the provider's last answer has become old. */
async function nextLook(one: PersonsBrowser) {
  stage.world.clock.advance(minute);
  return await one.user();
}

const organizations = async () => (await stage.world.services.table.findAll(everyOrganization)).length;

test("SLF02 groups of the provider give the roles, from the first sign-in on", async () => {
  const expected: Record<string, Role[]> = {
    ann: ["ORG_ADMIN"],
    vic: ["VIEWER"],
    sue: ["SUPER_ADMIN", "VIEWER"],
    root: ["SUPER_ADMIN", "VIEWER"],
  };
  person("ann", ["dba", "sales"]);
  person("vic", ["sales"]);
  person("sue", ["owners"]);
  // Named by SUPER_ADMIN_EMAILS, in no group.
  person("root", []);
  for (const [name, roles] of Object.entries(expected)) {
    const user = await (await signedIn(name)).user();
    expect([name, user.roles.toSorted()]).toEqual([name, roles.toSorted()]);
  }
});

test("SLF02 a changed group changes the role at the next look, and the audit says so", async () => {
  person("ann", ["ops"]);
  const one = await signedIn("ann");
  expect((await one.call("GET", "/me/organization/members")).status).toBe(200);
  person("ann", []);
  expect((await nextLook(one)).roles).toEqual(["VIEWER"]);
  expect((await one.call("GET", "/me/organization/members")).status).toBe(403);
  person("ann", ["owners", "ops"]);
  expect((await nextLook(one)).roles.toSorted()).toEqual(["ORG_ADMIN", "SUPER_ADMIN"]);
  const audit = await one.call("GET", "/audit");
  expect(await audit.text()).toMatch("account.roleChanged");
});

test("SLF02 a role that was changed by hand is that of the groups again at the next look", async () => {
  person("vic", []);
  const one = await signedIn("vic");
  const { id, organization } = await one.user();
  await change(asRoot(stage.world), id, { organizationId: organization?.id ?? "", roles: ["ORG_ADMIN"] });
  expect((await nextLook(one)).roles).toEqual(["VIEWER"]);
});

test("SLF02 in another organization, to which somebody moved them, a person keeps the role that was given there", async () => {
  const host = await signUp(stage.world, { redisCloudId: "1", email: "host@example.org" });
  stage.world.services.settings.sharedOrganization = undefined;
  const other = await signUp(stage.world, { redisCloudId: "2", email: "other@example.org" });
  stage.configure({});
  expect(other.organizationId).not.toBe(host.organizationId);
  person("boss", ["ops"]);
  await signedIn("boss");
  person("ann", ["ops"]);
  const one = await signedIn("ann");
  const { id } = await one.user();
  await change(asRoot(stage.world), id, { organizationId: other.organizationId, roles: ["VIEWER"] });
  expect((await nextLook(one)).roles).toEqual(["VIEWER"]);
  person("ann", ["owners"]);
  expect((await nextLook(one)).roles.toSorted()).toEqual(["SUPER_ADMIN", "VIEWER"]);
  expect((await nextLook(one)).organization?.id).toBe(other.organizationId);
});

test("SLF02 without groups, roles are given here and stay", async () => {
  stage.configure({ OIDC_GROUPS_SUPER_ADMIN: "", OIDC_GROUPS_ADMIN: "" });
  person("ann", ["ops"]);
  const one = await signedIn("ann");
  const { id, organization, roles } = await one.user();
  expect(roles).toEqual(["VIEWER"]);
  await change(asRoot(stage.world), id, { organizationId: organization?.id ?? "", roles: ["ORG_ADMIN"] });
  expect((await nextLook(one)).roles).toEqual(["ORG_ADMIN"]);
});

test("SLF02 ten people who come first at the same time enter one organization", async () => {
  const names = Array.from({ length: 10 }, (_, index) => `person${index}`);
  for (const name of names) person(name, ["ops"]);
  const browsers = names.map(() => new PersonsBrowser(stage.world));
  const back = await Promise.all(browsers.map((one, index) => one.passProvider(names[index] ?? "")));
  const answers = await Promise.all(browsers.map((one, index) => one.comeBack(back[index] as URL)));
  expect(answers.map(({ status }) => status)).toEqual(names.map(() => 302));
  const users = await Promise.all(browsers.map((one) => one.user()));
  expect(new Set(users.map(({ organization }) => organization?.name))).toEqual(new Set(["Data platform"]));
  expect(await organizations()).toBe(1);
  const [first = new PersonsBrowser(stage.world)] = browsers;
  const answer = await first.call("GET", "/me/organization/members");
  expect(((await answer.json()) as { members: unknown[] }).members).toHaveLength(10);
});

test("SLF02 an organization that was deleted is created again for the next person", async () => {
  person("ann", ["ops"]);
  const one = await signedIn("ann");
  const { organization } = await one.user();
  person("root", []);
  const root = await signedIn("root");
  expect((await root.call("DELETE", `/organizations/${organization?.id}`)).status).toBeLessThan(300);
  person("new", ["ops"]);
  const user = await (await signedIn("new")).user();
  expect(user.organization?.name).toBe("Data platform");
  expect(user.organization?.id).not.toBe(organization?.id);
});

test("SLF02 somebody who leaves the required group is refused at the next look, and at the next sign-in by a page", async () => {
  stage.configure({ OIDC_GROUPS_REQUIRED: "shardwatch" });
  person("ann", ["ops", "shardwatch"]);
  const one = await signedIn("ann");
  person("ann", ["ops"]);
  stage.world.clock.advance(minute);
  expect((await one.call("POST", "/me")).status).toBe(401);
  expect((await one.call("GET", "/deployments")).status).toBe(401);
  const answer = await one.signIn("ann");
  expect([answer.status, await answer.text()]).toEqual([403, expect.stringMatching("no group of yours")]);
});

test("SLF02 an email that the provider no longer calls verified ends the session at the next look", async () => {
  person("ann", ["ops"]);
  const one = await signedIn("ann");
  stage.provider.people.set("ann", { email: "ann@example.com", email_verified: false, groups: ["ops"] });
  stage.world.clock.advance(minute);
  expect((await one.call("POST", "/me")).status).toBe(401);
});

test("SLF02 the same email at two subjects is two people", async () => {
  person("ann", ["ops"]);
  const first = await (await signedIn("ann")).user();
  stage.provider.people.set("another", { email: "ann@example.com", email_verified: true, groups: [] });
  const second = await (await signedIn("another")).user();
  expect(second.id).not.toBe(first.id);
  expect(second.roles).toEqual(["VIEWER"]);
});

test("SLF01 without refresh tokens a session lasts as long as the access token", async () => {
  await stage.stop();
  stage = await startOpenIdWorld({ OIDC_GROUPS_ADMIN: "ops" }, { refresh: false });
  person("ann", ["ops"]);
  const one = await signedIn("ann");
  stage.world.clock.advance(59 * minute);
  expect((await one.call("POST", "/me")).status).toBe(200);
  stage.world.clock.advance(2 * minute);
  expect((await one.call("POST", "/me")).status).toBe(401);
});

test("SLF01 a client that authenticates in the body, at a provider that knows nothing else", async () => {
  await stage.stop();
  stage = await startOpenIdWorld(
    { OIDC_GROUPS_ADMIN: "ops" },
    { client: { token_endpoint_auth_method: "client_secret_post" }, methods: ["client_secret_post"] },
  );
  person("ann", ["ops"]);
  expect((await (await signedIn("ann")).user()).roles).toEqual(["ORG_ADMIN"]);
});
