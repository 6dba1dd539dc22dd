import type { AccessKey } from "@shardwatch/core/contract/source/access-key";
import { revoke } from "@shardwatch/core/agent-key/agent-key";
import { setRoles } from "@shardwatch/core/account/account.table";
import { accountKey } from "@shardwatch/core/account/account.keys";
import { organizationKey } from "@shardwatch/core/organization/organization.keys";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Aws, connectAccount, makeRole, roleOf, startAws } from "../support/aws.ts";
import { interrupted } from "../support/interrupted.ts";
import { type Cloud, keysOf, startCloud } from "../support/redis-cloud.ts";
import { actorFor, scopeOf } from "../support/scope.ts";
import {
  call,
  createKey,
  join,
  type Person,
  signInAgain,
  signUp,
  startWorld,
  type World,
} from "../support/world.ts";
import { createApp } from "@shardwatch/functions/api/app";
import { webOrigin } from "../support/world.ts";

let world: World;
let cloud: Cloud;
let aws: Aws;
let people: { admin: Person; viewer: Person; other: Person };
let accounts = 70;

beforeAll(async () => {
  [cloud, aws] = await Promise.all([startCloud(), startAws()]);
  world = await startWorld({ accounts: { "redis-cloud": cloud.api, elasticache: aws.api } });
});
afterAll(async () => {
  await world.stop();
  await Promise.all([cloud.stop(), aws.stop()]);
});
beforeEach(async () => {
  const viewers = [await signUp(world, {}, ["VIEWER"]), await signUp(world, {}, ["VIEWER"])] as const;
  people = { admin: await signUp(world), viewer: viewers[0], other: viewers[1] };
  for (const person of viewers) await join(world, person, people.admin);
});

async function ask(as: Person, method: string, path: string, body?: unknown) {
  const options = { as: await signInAgain(world, as), ...(body !== undefined && { body }) };
  const answer = await call(world, method, path, options);
  const text = await answer.text();
  return { status: answer.status, body: (text ? JSON.parse(text) : {}) as Record<string, unknown> };
}
const restrict = (on: boolean) =>
  ask(people.admin, "PATCH", "/me/organization", { name: "Strict", onlyAdminsManageSources: on });

/** One person's objects of every kind, and the calls that change or remove them. */
async function sources(as: Person) {
  const { keyId } = await createKey(world, as);
  const connected = await ask(as, "POST", "/redis-cloud", keysOf(++accounts));
  const roleArn = roleOf(String(410_000_000_000 + ++accounts));
  const role = await connectAccount(world, aws, as, roleArn);
  const { body } = await ask(as, "GET", `/api/elasticache/${role}`);
  const input = { roleArn, externalId: body["externalId"] };
  const id = String(connected.body["id"]);
  return [
    ["PUT", `/redis-cloud/${id}`, { name: "renamed" }],
    ["PUT", `/api/elasticache/${role}`, input],
    ["DELETE", `/access-key/${keyId}`, undefined],
    ["DELETE", `/redis-cloud/${id}`, undefined],
    ["DELETE", `/api/elasticache/${role}`, undefined],
  ] as const;
}

test("AMD02 AMD03 ROL29 ROL30 ROL31 ROL32 a viewer changes and removes their own keys and integrations, of others only admins do", async () => {
  const theirs = await sources(people.viewer);
  for (const [method, path, body] of theirs) {
    const refused = await ask(people.other, method, path, body);
    expect(refused, path).toMatchObject({ status: 403, body: { code: "NOT_YOUR_SOURCE" } });
    expect(String(refused.body["message"])).toMatch(/^Someone else created this\./);
  }
  for (const [method, path, body] of theirs)
    expect([200, 204], path).toContain((await ask(people.viewer, method, path, body)).status);
  for (const [method, path, body] of await sources(people.viewer))
    expect([200, 204], path).toContain((await ask(people.admin, method, path, body)).status);
});

test("AMD02 AMD03 the lists tell who created what", async () => {
  await sources(people.viewer);
  for (const [path, name] of [
    ["/access-key", "accessKeys"],
    ["/redis-cloud", "redisClouds"],
    ["/api/elasticache", "integrations"],
  ] as const) {
    const { body } = await ask(people.other, "GET", path);
    expect((body[name] as Pick<AccessKey, "createdBy">[]).map(({ createdBy }) => createdBy)).toEqual([
      people.viewer.accountId,
    ]);
  }
});

test("AMD04 where only admins manage keys and integrations, a viewer creates, changes and removes none, not even their own", async () => {
  const theirs = await sources(people.viewer);
  const roleArn = roleOf(String(410_000_000_000 + ++accounts));
  const externalId = await makeRole(world, aws, await signInAgain(world, people.viewer), roleArn);
  const creating = [
    ["POST", "/access-key", { name: "One more key" }],
    ["POST", "/redis-cloud", keysOf(++accounts)],
    ["POST", "/api/elasticache", { roleArn, externalId }],
  ] as const;
  expect((await restrict(true)).body).toMatchObject({ onlyAdminsManageSources: true });
  expect((await ask(people.viewer, "GET", "/me/organization")).body).toMatchObject({
    onlyAdminsManageSources: true,
  });
  for (const [method, path, body] of [...creating, ...theirs]) {
    const refused = await ask(people.viewer, method, path, body);
    expect(refused, path).toMatchObject({ status: 403 });
    expect(String(refused.body["message"])).toMatch(/only admins manage/);
  }
  expect(
    (await ask(people.viewer, "PATCH", "/me/organization", { name: "x", onlyAdminsManageSources: false }))
      .status,
  ).toBe(403);
  expect((await ask(people.admin, "POST", "/access-key", { name: "An admins key" })).status).toBe(201);
  expect((await ask(people.admin, "PATCH", "/me/organization", { name: "Renamed" })).body).toMatchObject({
    name: "Renamed",
    onlyAdminsManageSources: true,
  });
  expect((await restrict(false)).body).toMatchObject({ onlyAdminsManageSources: false });
  for (const [method, path, body] of [...creating, ...theirs])
    expect([200, 201, 204], path).toContain((await ask(people.viewer, method, path, body)).status);
});

/** The answer to a request when something happens right before its transaction. */
async function racing(
  as: Person,
  method: string,
  path: string,
  body: unknown,
  happens: () => Promise<unknown>,
) {
  const table = interrupted(world, /^Transact/, happens);
  const { session } = await signInAgain(world, as);
  const headers = {
    origin: webOrigin,
    cookie: `shardwatch_session=${session.reveal()}`,
    ...(body !== undefined && { "content-type": "application/json" }),
  };
  const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
  return (await createApp({ ...world.services, table }).request(path, init)).status;
}

test("AMD04 R5 a setting that is switched on at the same moment refuses what was let in before", async () => {
  const { organizationId } = people.admin;
  const key = organizationKey(scopeOf({ organizationId }));
  const on = () => world.services.table.update(key, { set: { onlyAdminsManageSources: true } });
  const off = () => world.services.table.update(key, { remove: ["onlyAdminsManageSources"] });
  const theirs = await sources(people.viewer);
  for (const [method, path, body] of [["POST", "/access-key", { name: "In time" }] as const, ...theirs]) {
    expect(await racing(people.viewer, method, path, body, on), path).toBe(403);
    await off();
  }
});

test("AMD02 R5 an admin who is made a viewer at the same moment revokes nothing of others, and creates no admin's key", async () => {
  const { accountId } = people.admin;
  const demote = () => world.services.table.update(accountKey(accountId), setRoles(accountId, ["VIEWER"]));
  const { keyId } = await createKey(world, people.viewer);
  expect(await racing(people.admin, "DELETE", `/access-key/${keyId}`, undefined, demote)).toBe(503);
  expect((await ask(people.admin, "DELETE", `/access-key/${keyId}`)).status).toBe(403);
  await world.services.table.update(accountKey(accountId), setRoles(accountId, ["ORG_ADMIN"]));
  expect(await racing(people.admin, "POST", "/access-key", { name: "Admins key" }, demote)).toBe(503);
  expect((await ask(people.viewer, "DELETE", `/access-key/${keyId}`)).status).toBe(204);
});

test("AMD02 P2 revoking takes two round trips, and a refusal says nothing of other organizations' keys", async () => {
  const { keyId } = await createKey(world, people.viewer);
  const stranger = await signUp(world, {}, ["VIEWER"]);
  expect((await ask(stranger, "DELETE", `/access-key/${keyId}`)).status).toBe(404);
  const actor = await actorFor(world, people.viewer);
  world.recorder.clear();
  await revoke({ ...world.services, actor, requestId: "test" }, keyId);
  expect(world.recorder.sent.map(({ command }) => command)).toEqual(["TransactWriteItemsCommand"]);
});
