import { redisCloudKey } from "@shardwatch/core/redis-cloud/redis-cloud.keys";
import { ScanCommand } from "@aws-sdk/client-dynamodb";
import type { RedisCloud } from "@shardwatch/core/contract/source/redis-cloud";
import { work } from "@shardwatch/functions/jobs/work";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type Cloud, keysOf, startCloud } from "../support/redis-cloud.ts";
import { scopeOf } from "../support/scope.ts";
import { call, join, type Person, signUp, startWorld, type World } from "../support/world.ts";

let cloud: Cloud;
let world: World;
let account = 0;

beforeAll(async () => {
  cloud = await startCloud();
  world = await startWorld({ accounts: { "redis-cloud": cloud.api } });
});
afterEach(() => cloud.reset());
afterAll(async () => {
  await world.stop();
  await cloud.stop();
});

const nextKeys = () => keysOf(++account);
const post = (as: Person, body: object) => call(world, "POST", "/redis-cloud", { as, body });

async function connect(as: Person, body: object = nextKeys()): Promise<RedisCloud> {
  const answer = await post(as, body);
  expect(answer.status, await answer.clone().text()).toBe(201);
  return (await answer.json()) as RedisCloud;
}

async function problem(answer: Response): Promise<{ status: number; code: string; details: string[] }> {
  const { code, details = [] } = (await answer.json()) as { code: string; details?: string[] };
  return { status: answer.status, code, details };
}

async function list(as: Person): Promise<RedisCloud[]> {
  const answer = await call(world, "GET", "/redis-cloud", { as });
  return ((await answer.json()) as { redisClouds: RedisCloud[] }).redisClouds;
}

async function dump(): Promise<string> {
  const client = world.database.client();
  const { Items } = await client.send(new ScanCommand({ TableName: world.database.tableName }));
  client.destroy();
  return JSON.stringify(Items);
}

test("R6 R12 half an emoji ends neither connecting nor renaming in a defect", async () => {
  const person = await signUp(world);
  await cloud.control({ every: "monstrous-texts" });
  const { id, accountName } = await connect(person);
  expect(accountName).toMatch(/^[\u4e00-\u9fff]+$/);
  const renamed = await call(world, "PUT", `/redis-cloud/${id}`, { as: person, body: { name: "x\ud83d" } });
  expect(await problem(renamed)).toMatchObject({
    status: 400,
    details: [expect.stringMatching(/^name: .*Unicode/)],
  });
});

test("API32 API33 API34 ENT37 ENT38 CLD06 an account is connected under a name, listed and read, and its keys are in no answer", async () => {
  const person = await signUp(world);
  expect(await list(person)).toEqual([]);
  const keys = nextKeys();
  const created = await connect(person, { ...keys, name: "  Production " });
  expect(created).toMatchObject({
    name: "Production",
    redisCloudAccountId: String(account),
    accountName: `Account ${account}`,
    status: "pending",
    lastUsed: null,
    lastSyncAt: null,
    lastError: null,
    found: null,
  });
  const one = await call(world, "GET", `/redis-cloud/${created.id}`, { as: person });
  expect(one.status).toBe(200);
  const text = await one.text();
  expect(JSON.parse(text)).toEqual(created);
  expect(await list(person)).toEqual([created]);
  expect(text).not.toMatch(/apiKey|apiSecret|key-of|secret-of/);
  const unnamed = await connect(person, { ...nextKeys(), name: " ", redisCloudAccountId: account });
  expect(unnamed.name).toBe("shardwatch-redis-cloud");
});

test("CLD04 CLD05 what is missing or cannot be a key is named, and Redis Cloud is not asked", async () => {
  const person = await signUp(world);
  await cloud.control({ asked: 0 });
  for (const [body, fields] of [
    [{}, ["apiKey", "apiSecret"]],
    [{ apiKey: "  ", apiSecret: "x" }, ["apiKey"]],
    [{ apiKey: "x", apiSecret: "\t" }, ["apiSecret"]],
    [{ apiKey: "x\r\ncookie: y", apiSecret: "x" }, ["apiKey"]],
    [{ apiKey: "x".repeat(201), apiSecret: 7 }, ["apiKey", "apiSecret"]],
    [{ ...keysOf(1), name: "n".repeat(101) }, ["name"]],
    [{ ...keysOf(1), redisCloudAccountId: "one" }, ["redisCloudAccountId"]],
  ] as const) {
    const { status, details } = await problem(await post(person, body));
    expect(status).toBe(400);
    expect(details.map((sentence) => sentence.split(":")[0])).toEqual(fields);
  }
  expect((await cloud.control({})).asked).toBe(0);
});

test("API33 keys that Redis Cloud refuses are not kept: 400 names the field, 503 says that nobody could tell", async () => {
  const person = await signUp(world);
  const wrong = await problem(await post(person, { apiKey: "key-of-1", apiSecret: "secret-of-2" }));
  expect(wrong).toMatchObject({ status: 400, code: "CREDENTIALS_REFUSED" });
  expect(wrong.details).toEqual([expect.stringMatching(/^apiKey: /), expect.stringMatching(/^apiSecret: /)]);
  const cases = [
    [{ every: "denied" }, 400],
    [{ faults: { fixed: "denied" } }, 400],
    [{ faults: { account: "off" } }, 400],
    [{ every: "throttled" }, 503],
    [{ every: "server-error" }, 503],
    [{ every: "page" }, 503],
    [{ every: "hanging" }, 503],
    [{ every: "endless" }, 503],
    [{ faults: { flexible: "other-account" } }, 503],
  ] as const;
  for (const [settings, status] of cases) {
    await cloud.reset();
    await cloud.control(settings);
    expect((await post(person, nextKeys())).status, JSON.stringify(settings)).toBe(status);
  }
  await cloud.reset();
  const other = await problem(await post(person, { ...nextKeys(), redisCloudAccountId: "1" }));
  expect(other).toMatchObject({ status: 400, code: "OTHER_ACCOUNT" });
  expect(await list(person)).toEqual([]);
  // An account may have one family only.
  await cloud.control({ faults: { fixed: "off" } });
  await connect(person);
});

test("API33 the same account is connected once in an organization, also by two at the same time, and again after it was disconnected", async () => {
  const [person, colleague, stranger] = [await signUp(world), await signUp(world), await signUp(world)];
  await join(world, colleague, person);
  const keys = nextKeys();
  const answers = await Promise.all([post(person, keys), post(colleague, { ...keys, name: "Twice" })]);
  expect(answers.map(({ status }) => status)).toEqual(expect.arrayContaining([201, 409]));
  const refused = answers.find(({ status }) => status === 409);
  expect(await refused?.text()).toContain("already connected");
  await connect(stranger, keys);
  const [first] = await list(person);
  await call(world, "DELETE", `/redis-cloud/${first?.id}`, { as: person });
  await connect(colleague, keys);
});

test("API35 a name is changed alone, keys only together and only for the same account", async () => {
  const person = await signUp(world);
  const keys = nextKeys();
  const { id } = await connect(person, keys);
  const put = (body: object) => call(world, "PUT", `/redis-cloud/${id}`, { as: person, body });
  expect(await (await put({ name: " Renamed " })).json()).toMatchObject({ id, name: "Renamed" });
  for (const [body, field] of [
    [{}, "name"],
    [{ name: " " }, "name"],
    [{ apiKey: "x" }, "apiSecret"],
    [{ apiSecret: "x" }, "apiKey"],
  ] as const) {
    const { status, details } = await problem(await put(body));
    expect(status).toBe(400);
    expect(details).toEqual([expect.stringMatching(new RegExp(`^${field}: `))]);
  }
  expect(await problem(await put(nextKeys()))).toMatchObject({ status: 400, code: "OTHER_ACCOUNT" });
  expect((await put({ ...keys, apiSecret: "secret-of-9999" })).status).toBe(400);
  await work(world.services, JSON.stringify(world.queue.take()?.job));
  while (world.queue.take());
  const renewed = (await (await put(keys)).json()) as RedisCloud;
  expect(renewed).toMatchObject({ status: "pending", nextSyncAt: null, name: "Renamed" });
  expect(world.queue.take()?.job).toMatchObject({
    kind: "syncIntegration",
    source: "redis-cloud",
    integrationId: id,
  });
});

test("API36 ROL32 who connected an account and every admin disconnects it; a second time there is nothing", async () => {
  const person = await signUp(world);
  const viewer = await signUp(world, {}, ["VIEWER"]);
  await join(world, viewer, person);
  const { id } = await connect(viewer);
  const remove = () => call(world, "DELETE", `/redis-cloud/${id}`, { as: person });
  expect((await remove()).status).toBe(204);
  expect((await remove()).status).toBe(404);
  expect(await list(viewer)).toEqual([]);
  expect(await dump()).not.toContain(redisCloudKey(scopeOf(person), id).sk);
});

test("SEC01 SEC03 keys lie encrypted in the table, and what is copied to another integration opens nothing there", async () => {
  const person = await signUp(world);
  const keys = nextKeys();
  const { id } = await connect(person, keys);
  const table = await dump();
  expect(table).toContain(id);
  for (const secret of Object.values(keys)) expect(table).not.toContain(secret);
  const other = await connect(person);
  const { table: rows, vault } = world.services;
  const key = (each: string) => redisCloudKey(scopeOf(person), each);
  const sealed = String((await rows.get(key(id)))?.["sealed"]);
  expect((await vault.open(sealed, id)).reveal()).toContain(keys.apiSecret);
  await expect(vault.open(sealed, other.id)).rejects.toThrow();
  await rows.update(key(other.id), { set: { sealed } });
  const { organizationId } = person;
  const job = { kind: "syncIntegration", source: "redis-cloud", organizationId, integrationId: other.id };
  expect(await work(world.services, JSON.stringify(job))).toBe(false);
  const damaged = (await list(person)).find(({ id: each }) => each === other.id);
  expect(damaged).toMatchObject({ status: "error", found: null });
  expect(world.logLines.join()).not.toMatch(/key-of|secret-of/);
});
