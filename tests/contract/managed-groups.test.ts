import type { AuditPage } from "@shardwatch/core/contract/people/audit";
import { change } from "@shardwatch/core/account/administer";
import { applyKeys } from "@shardwatch/core/managed/apply";
import { storedEntries } from "@shardwatch/core/organization/managed";
import { afterEach, beforeEach, expect, test } from "vitest";
import { applyFile, entry, organizationOf } from "../support/managed.ts";
import {
  type OpenIdWorld,
  type PersonsBrowser,
  signedInAt,
  startOpenIdWorld,
} from "../support/openid-world.ts";
import { asRoot } from "../support/world.ts";

let stage: OpenIdWorld;

beforeEach(async () => {
  stage = await startOpenIdWorld({ OIDC_ORGANIZATION: "Data platform", OIDC_GROUPS_ADMIN: "ops" });
  await applyFile(stage.world.services, file());
});
afterEach(async () => {
  await stage.stop();
});

const minute = 60_000;
const admin = "ORG_ADMIN" as const;
const viewer = "VIEWER" as const;

const file = () => [
  entry("platform", { name: "Platform", isShared: true }),
  entry("payments", {
    groups: [
      { group: "payments", role: viewer },
      { group: "payments-oncall", role: admin },
    ],
  }),
  entry("search", { groups: [{ group: "search", role: admin }] }),
];

function person(name: string, groups: unknown): void {
  stage.provider.people.set(name, { email: `${name}@example.com`, email_verified: true, groups });
}

const signedIn = (name: string) => signedInAt(stage, name);

/** Where the person is now, after the provider's last answer has become old. */
async function membershipNow(one: PersonsBrowser) {
  stage.world.clock.advance(minute);
  const { organization, roles } = await one.user();
  return { organization: organization?.name, roles: roles.toSorted() };
}

test("SLF02 configuration file: groups lead to an organization with a role, all others to the shared one", async () => {
  person("ann", ["payments"]);
  person("bea", ["payments", "payments-oncall"]);
  person("cyd", ["search", "payments"]);
  person("dan", ["ops"]);
  person("eli", []);
  const shown = async (name: string) => await membershipNow(await signedIn(name));
  expect(await shown("ann")).toEqual({ organization: "Organization payments", roles: [viewer] });
  expect(await shown("bea")).toEqual({ organization: "Organization payments", roles: [admin] });
  // The first entry that fits.
  expect(await shown("cyd")).toEqual({ organization: "Organization payments", roles: [viewer] });
  expect(await shown("dan")).toEqual({ organization: "Platform", roles: [admin] });
  expect(await shown("eli")).toEqual({ organization: "Platform", roles: [viewer] });
});

test("SLF02 configuration file: a changed group changes organization and role at the next look", async () => {
  person("ann", []);
  const one = await signedIn("ann");
  expect(await membershipNow(one)).toEqual({ organization: "Platform", roles: [viewer] });
  person("ann", ["search"]);
  expect(await membershipNow(one)).toEqual({ organization: "Organization search", roles: [admin] });
  person("ann", ["payments"]);
  expect(await membershipNow(one)).toEqual({ organization: "Organization payments", roles: [viewer] });
  person("ann", []);
  expect(await membershipNow(one)).toEqual({ organization: undefined, roles: [] });
  person("ann", ["search"]);
  expect(await membershipNow(one)).toEqual({ organization: "Organization search", roles: [admin] });
  const { events } = (await (await one.call("GET", "/audit")).json()) as AuditPage;
  expect(events.filter(({ action }) => action === "account.changed")).toHaveLength(3);
});

test("SLF02 configuration file: who was moved elsewhere by a person stays there", async () => {
  person("ann", ["payments"]);
  const one = await signedIn("ann");
  const { id } = await one.user();
  const { services } = stage.world;
  await applyFile(services, [...file(), entry("other")]);
  const other = await organizationOf(stage.world, "other");
  await change(asRoot(stage.world), id, { organizationId: other, roles: [admin] });
  expect(await membershipNow(one)).toEqual({ organization: "Organization other", roles: [admin] });
  person("ann", []);
  expect(await membershipNow(one)).toEqual({ organization: "Organization other", roles: [admin] });
});

test("SLF02 configuration file: a role that a group has given ends with the group, whoever brought the person", async () => {
  const { world } = stage;
  person("ann", []);
  const one = await signedIn("ann");
  const { id } = await one.user();
  const payments = await organizationOf(world, "payments");
  await change(asRoot(world), id, { organizationId: payments, roles: [viewer] });
  expect(await membershipNow(one)).toEqual({ organization: "Organization payments", roles: [viewer] });
  person("ann", ["payments-oncall"]);
  expect(await membershipNow(one)).toEqual({ organization: "Organization payments", roles: [admin] });
  person("ann", []);
  expect(await membershipNow(one)).toEqual({ organization: undefined, roles: [] });
});

test("SLF02 configuration file: a role by hand does not keep somebody in whose groups lead nowhere any more", async () => {
  const { world } = stage;
  person("ann", ["payments"]);
  const one = await signedIn("ann");
  const { id } = await one.user();
  const payments = await organizationOf(world, "payments");
  await change(asRoot(world), id, { organizationId: payments, roles: [admin] });
  person("ann", []);
  expect(await membershipNow(one)).toEqual({ organization: undefined, roles: [] });
});

test("SLF02 configuration file: without its entry, groups lead nobody there any more", async () => {
  person("ann", ["search"]);
  const one = await signedIn("ann");
  await applyFile(stage.world.services, file().slice(0, 2));
  expect(await membershipNow(one)).toEqual({ organization: undefined, roles: [] });
});

test("SLF02 configuration file: a group without an entry ends before any third party is asked", async () => {
  person("ann", ["search"]);
  const one = await signedIn("ann");
  await applyKeys(stage.world.services, file().slice(0, 2));
  expect(await membershipNow(one)).toEqual({ organization: undefined, roles: [] });
});

test("SLF02 configuration file: an entry that fails keeps nobody in whose entry is gone", async () => {
  person("ann", ["search"]);
  const one = await signedIn("ann");
  const twins = [entry("renamed", { isShared: true }), entry("platform")];
  const { failures } = await applyFile(stage.world.services, twins);
  expect(failures).toMatchObject([{ path: "organizations[1]", code: "SAME_ORGANIZATION" }]);
  expect(await membershipNow(one)).toEqual({ organization: undefined, roles: [] });
});

test("SLF02 configuration file: the shared organization is the one that people entered before the file", async () => {
  const { services } = stage.world;
  await applyFile(services, []);
  person("eli", []);
  const one = await signedIn("eli");
  const before = (await one.user()).organization?.id;
  await applyFile(services, [entry("main", { name: "Main", isShared: true })]);
  const after = await one.user();
  expect([after.organization?.id, after.organization?.name]).toEqual([before, "Main"]);
  // Another id of the same entry adopts it, too.
  await applyFile(services, [entry("renamed", { name: "Renamed", isShared: true })]);
  expect((await one.user()).organization).toMatchObject({ id: before, name: "Renamed" });
});

test("SLF02 configuration file: two entries for one organization are refused", async () => {
  const { failures } = await applyFile(stage.world.services, [
    entry("platform"),
    entry("second", { isShared: true }),
  ]);
  expect(failures).toMatchObject([{ path: "organizations[1]", code: "SAME_ORGANIZATION" }]);
});

test("MND21 SLF02 configuration file: while the shared entry fails, no other one is given back", async () => {
  const { services } = stage.world;
  const inFile = async () =>
    (await storedEntries(services)).filter((one) => one.inFile).map(({ entryId }) => entryId);
  // The shared entry could be what one of the vanished ones is called now.
  const { failures } = await applyFile(services, [entry("platform"), entry("second", { isShared: true })]);
  expect(failures).toMatchObject([{ path: "organizations[1]", code: "SAME_ORGANIZATION" }]);
  expect(await inFile()).toEqual(expect.arrayContaining(["payments", "search"]));
  expect((await applyFile(services, [entry("platform", { isShared: true })])).failures).toEqual([]);
  expect(await inFile()).toEqual(["platform"]);
});
