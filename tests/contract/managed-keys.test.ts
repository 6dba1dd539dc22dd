import type { AccessKey } from "@shardwatch/core/contract/source/access-key";
import type { AuditPage } from "@shardwatch/core/contract/people/audit";
import type { Organization } from "@shardwatch/core/contract/people/organization";
import type { ProblemBody } from "@shardwatch/core/contract/problem";
import { whyManaged } from "@shardwatch/core/contract/source/rights";
import { currentFile, rememberFile } from "@shardwatch/core/managed/current-file";
import { storedEntries } from "@shardwatch/core/organization/managed";
import { everyOrganization } from "@shardwatch/core/organization/organization.keys";
import { expect, test } from "vitest";
import { superAdmin } from "../support/administer.ts";
import { applyFile, entry, makeKey, memberOf, organizationOf } from "../support/managed.ts";
import { reported, reportOf, send } from "../support/reports.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, createKey, type Person, signInAgain, signUp } from "../support/world.ts";

const world = await worldOfFile();
const { services } = world;

const apply = async (...organizations: Parameters<typeof applyFile>[1]) =>
  await applyFile(services, organizations);

async function ask(person: Person, method: string, path: string, body?: unknown): Promise<Response> {
  const as = await signInAgain(world, person);
  return await call(world, method, path, { as, ...(body !== undefined && { body }) });
}

async function keysSeenBy(person: Person): Promise<AccessKey[]> {
  const { accessKeys } = (await (await ask(person, "GET", "/access-key")).json()) as {
    accessKeys: AccessKey[];
  };
  return accessKeys;
}

/** Expects the refusal of everything that the file manages. */
async function expectManaged(answer: Response): Promise<void> {
  expect(answer.status).toBe(409);
  const { code, message } = (await answer.json()) as ProblemBody;
  expect({ code, message }).toEqual({ code: "MANAGED_BY_FILE", message: whyManaged });
}

test("SLF03 configuration file: an agent reports with a key whose digest is in the file", async () => {
  const key = makeKey(world);
  const applied = await apply(entry("reporting", { agentKeys: [{ ...key, name: "Cluster one" }] }));
  expect(applied).toMatchObject({ created: 1, failures: [] });
  expect((await send(world, key.compositeKey, reportOf(world, [reported("orders")]))).status).toBe(202);
  const ada = await memberOf(world, "reporting");
  expect(await keysSeenBy(ada)).toMatchObject([
    { keyId: key.keyId, name: "Cluster one", createdBy: "file", managedBy: "file", agents: [{}] },
  ]);
  const list = (await (await ask(ada, "GET", "/deployments")).json()) as { deployments: object[] };
  expect(list.deployments).toMatchObject([{ name: "orders" }]);
});

test("SLF03 configuration file: applied again it writes nothing", async () => {
  const file = entry("again", { agentKeys: [{ ...makeKey(world), name: "Cluster one" }] });
  await apply(file);
  world.recorder.clear();
  expect(await apply(file)).toEqual({ created: 0, changed: 0, removed: 0, failures: [] });
  expect(world.recorder.sent.filter(({ writeUnits }) => writeUnits > 0)).toEqual([]);
});

test("SLF03 configuration file: nobody changes what it manages, super admins neither", async () => {
  const key = makeKey(world);
  await apply(entry("closed", { agentKeys: [{ ...key, name: "Cluster one" }] }));
  const admin = await memberOf(world, "closed");
  const root = await superAdmin(world);
  const id = await organizationOf(world, "closed");
  for (const person of [admin, await memberOf(world, "closed", "VIEWER")]) {
    await expectManaged(await ask(person, "DELETE", `/access-key/${key.keyId}`));
    await expectManaged(await ask(person, "POST", `/access-key/${key.keyId}/rotate`, {}));
    await expectManaged(await ask(person, "DELETE", `/access-key/${key.keyId}/former-secret`));
  }
  await expectManaged(await ask(admin, "PATCH", "/me/organization", { name: "Another name" }));
  await expectManaged(await ask(root, "PUT", `/organizations/${id}`, { name: "Another name" }));
  await expectManaged(await ask(root, "DELETE", `/organizations/${id}`));
  // What the file does not say stays with people.
  const same = { name: "Organization closed", description: "Ours", onlyAdminsManageSources: true };
  expect((await ask(admin, "PATCH", "/me/organization", same)).status).toBe(200);
  const shown = (await (await ask(admin, "GET", "/me/organization")).json()) as Organization;
  expect(shown).toMatchObject({ ...same, managedBy: "file" });
  expect(await apply(entry("closed", { agentKeys: [{ ...key, name: "Cluster one" }] }))).toMatchObject({
    failures: [],
  });
  expect((await send(world, key.compositeKey, reportOf(world, [reported("orders")]))).status).toBe(202);
});

test("SLF03 configuration file: names and secrets follow it, and the former secret works for a day", async () => {
  const first = makeKey(world);
  await apply(entry("moving", { name: "Before", agentKeys: [{ ...first, name: "Before" }] }));
  const ada = await memberOf(world, "moving");
  const next = makeKey(world, first.keyId);
  expect(
    await apply(entry("moving", { name: "After", agentKeys: [{ ...next, name: "After" }] })),
  ).toMatchObject({
    created: 0,
    changed: 1,
    removed: 0,
    failures: [],
  });
  expect(await keysSeenBy(ada)).toMatchObject([{ keyId: first.keyId, name: "After" }]);
  expect(await (await ask(ada, "GET", "/me/organization")).json()).toMatchObject({ name: "After" });
  for (const { compositeKey } of [first, next])
    expect((await send(world, compositeKey, reportOf(world, [reported("orders")]))).status).toBe(202);
  world.clock.advance(24 * 3_600_000);
  expect((await send(world, first.compositeKey, reportOf(world, [reported("orders")]))).status).toBe(401);
  expect((await send(world, next.compositeKey, reportOf(world, [reported("orders")]))).status).toBe(202);
});

test("SLF03 configuration file: what it has no longer ends, and what people made stays", async () => {
  const [kept, gone] = [makeKey(world), makeKey(world)];
  const both = [kept, gone].map((key, index) => ({ ...key, name: `Cluster ${index}` }));
  await apply(entry("shrinking", { agentKeys: both }));
  const ada = await memberOf(world, "shrinking");
  const own = await createKey(world, ada, "By hand");
  const stranger = await signUp(world);
  const foreign = await createKey(world, stranger, "By hand");
  expect(await apply(entry("shrinking", { agentKeys: both.slice(0, 1) }))).toMatchObject({
    removed: 1,
    failures: [],
  });
  const names = async (person: Person) => (await keysSeenBy(person)).map(({ keyId }) => keyId);
  expect((await names(ada)).toSorted()).toEqual([kept.keyId, own.keyId].toSorted());
  expect((await send(world, gone.compositeKey, reportOf(world, [reported("a")]))).status).toBe(401);

  // Without its entry the organization stays, and belongs to people again.
  expect(await apply()).toMatchObject({ failures: [] });
  expect(await names(ada)).toEqual([own.keyId]);
  expect(await names(stranger)).toEqual([foreign.keyId]);
  expect((await ask(ada, "PATCH", "/me/organization", { name: "Ours now" })).status).toBe(200);

  // Its entry finds it again, and gives it its name.
  await apply(entry("shrinking"));
  expect(await (await ask(ada, "GET", "/me/organization")).json()).toMatchObject({
    id: ada.organizationId,
    name: "Organization shrinking",
    managedBy: "file",
  });
  expect(await names(ada)).toEqual([own.keyId]);
});

test("SLF03 configuration file: a key that people made is refused, and so is one of another organization", async () => {
  const ada = await signUp(world);
  const { keyId } = await createKey(world, ada, "By hand");
  const key = { ...makeKey(world, keyId), name: "Cluster one" };
  const { failures } = await apply(entry("greedy", { agentKeys: [key] }));
  expect(failures).toMatchObject([{ path: "organizations[0].agentKeys[0]", code: "KEY_ELSEWHERE" }]);
  const member = await memberOf(world, "greedy");
  const own = await createKey(world, member, "By hand");
  const again = await apply(
    entry("greedy", { agentKeys: [{ ...makeKey(world, own.keyId), name: "Cluster one" }] }),
  );
  expect(again.failures).toMatchObject([{ path: "organizations[0].agentKeys[0]", code: "MADE_BY_HAND" }]);
  expect((await send(world, own.compositeKey, reportOf(world, [reported("a")]))).status).toBe(202);
});

test("SLF03 configuration file: the audit names it, and no person", async () => {
  const key = makeKey(world);
  await apply(entry("audited", { agentKeys: [{ ...key, name: "Cluster one" }] }));
  const ada = await memberOf(world, "audited");
  world.clock.advance(1_000);
  await apply(entry("audited", { name: "Renamed", agentKeys: [{ ...key, name: "Cluster two" }] }));
  world.clock.advance(1_000);
  await apply(entry("audited", { name: "Renamed" }));
  const { events } = (await (await ask(ada, "GET", "/audit?actor=file")).json()) as AuditPage;
  const actions = events.map(({ action }) => action).toReversed();
  // Those of one run have the same millisecond.
  expect([actions.slice(0, 2), actions.slice(2, 4), actions.slice(4)].map((run) => run.toSorted())).toEqual([
    ["accessKey.created", "organization.created"],
    ["accessKey.changed", "organization.changed"],
    ["accessKey.revoked"],
  ]);
  expect(events.map(({ actor }) => actor)).toEqual(
    events.map(() => ({ kind: "file", id: null, name: null })),
  );
});

test("SLF03 configuration file: two processes that start at once make everything once", async () => {
  const file = entry("twice", { agentKeys: [{ ...makeKey(world), name: "Cluster one" }] });
  const count = async () => (await services.table.findAll(everyOrganization)).length;
  const before = await count();
  const runs = await Promise.all([1, 2, 3, 4].map(() => apply(file)));
  expect(runs.flatMap(({ failures }) => failures)).toEqual([]);
  expect(runs.reduce((sum, { created }) => sum + created, 0)).toBe(1);
  expect((await count()) - before).toBe(1);
  expect((await storedEntries(services)).filter(({ entryId }) => entryId === "twice")).toHaveLength(1);
});

test("SLF03 configuration file: every process knows which file was read last", async () => {
  await rememberFile(services, "first");
  await rememberFile(services, "second");
  expect(await currentFile(services)).toBe("second");
});
