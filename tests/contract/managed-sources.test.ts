import type { Services } from "@shardwatch/core/access/context";
import type { ElastiCacheIntegration } from "@shardwatch/core/contract/source/elasticache";
import type { Moves } from "@shardwatch/core/contract/people/moves";
import type { RedisCloud } from "@shardwatch/core/contract/source/redis-cloud";
import { storedEntries } from "@shardwatch/core/organization/managed";
import { createTable } from "@shardwatch/core/table/table";
import { Secret } from "@shardwatch/core/kit/secret";
import { applySources } from "@shardwatch/core/managed/apply";
import { rememberFile } from "@shardwatch/core/managed/current-file";
import { appliedFileKey } from "@shardwatch/core/managed/managed.table";
import { work } from "@shardwatch/functions/jobs/work";
import { manageByFile } from "@shardwatch/server/configuration/manage";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { awsContent } from "../storage/story.ts";
import { superAdmin } from "../support/administer.ts";
import { roleOf } from "../support/aws.ts";
import { type Integrations, startIntegrations } from "../support/integrations/all.ts";
import { accountIdOf } from "../support/integrations/elasticache.ts";
import { invite } from "../support/invitations.ts";
import { admitFile, applyFile, cloudOf, entry, makeKey, memberOf } from "../support/managed.ts";
import { patience } from "../support/patience.ts";
import {
  call,
  createKey,
  type Person,
  signInAgain,
  signUp,
  startWorld,
  type World,
} from "../support/world.ts";

let integrations: Integrations;
let world: World;

beforeAll(async () => {
  integrations = await startIntegrations();
  world = await startWorld(integrations.ports);
});

afterAll(async () => {
  await world.stop();
  await integrations.stop();
});

/** Each test has an account of its own. */
let account = 500;

beforeEach(() => {
  account += 10;
});

const apply = async (...organizations: Parameters<typeof applyFile>[1]) =>
  await applyFile(world.services, organizations);

async function ask(person: Person, method: string, path: string, body?: unknown): Promise<Response> {
  const as = await signInAgain(world, person);
  return await call(world, method, path, { as, ...(body !== undefined && { body }) });
}

async function cloudsSeenBy(person: Person): Promise<RedisCloud[]> {
  const answer = await ask(person, "GET", "/redis-cloud");
  return ((await answer.json()) as { redisClouds: RedisCloud[] }).redisClouds;
}

async function awsSeenBy(person: Person): Promise<ElastiCacheIntegration[]> {
  const answer = await ask(person, "GET", "/api/elasticache");
  return ((await answer.json()) as { integrations: ElastiCacheIntegration[] }).integrations;
}

async function namesSeenBy(person: Person): Promise<string[]> {
  const { deployments } = (await (await ask(person, "GET", "/deployments")).json()) as {
    deployments: { id: string }[];
  };
  return deployments.map(({ id }) => id).toSorted();
}

async function workAll(): Promise<void> {
  for (let next = world.queue.take(); next; next = world.queue.take())
    await work(world.services, JSON.stringify(next.job));
}

async function expectManaged(answer: Response): Promise<void> {
  expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([409, "MANAGED_BY_FILE"]);
}

test("SLF03 configuration file: a Redis Cloud account keeps its history when its name or its secret changes", async () => {
  await apply(entry("cloud", { redisCloud: [cloudOf(account, "before")] }));
  const ada = await memberOf(world, "cloud");
  await workAll();
  const found = await namesSeenBy(ada);
  expect(found).not.toEqual([]);
  const [first] = await cloudsSeenBy(ada);
  expect(first).toMatchObject({ name: "before", createdBy: "file", managedBy: "file", status: "ok" });

  expect(await apply(entry("cloud", { redisCloud: [cloudOf(account, "after")] }))).toMatchObject({
    changed: 1,
  });
  expect(await cloudsSeenBy(ada)).toMatchObject([{ id: first?.id, name: "after" }]);

  // A secret that Redis Cloud refuses changes nothing, and is tried again.
  const wrong = { ...cloudOf(account, "after"), apiSecret: new Secret("wrong") };
  for (const _ of [1, 2])
    expect((await apply(entry("cloud", { redisCloud: [wrong] }))).failures).toMatchObject([
      { path: "organizations[0].redisCloud[0]", code: "CREDENTIALS_REFUSED" },
    ]);
  expect(world.logLines.join()).not.toContain(cloudOf(account).apiSecret.reveal());
  expect(await namesSeenBy(ada)).toEqual(found);
  expect(await apply(entry("cloud", { redisCloud: [cloudOf(account, "after")] }))).toMatchObject({
    changed: 0,
    failures: [],
  });

  // Keys of another account would bring other deployments under its name.
  const other = await apply(entry("cloud", { redisCloud: [cloudOf(account + 1, "after")] }));
  expect(other.failures).toMatchObject([{ path: "organizations[0].redisCloud[0]", code: "OTHER_ACCOUNT" }]);

  expect(await apply(entry("cloud"))).toMatchObject({ removed: 1, failures: [] });
  expect(await cloudsSeenBy(ada)).toEqual([]);
  expect(await namesSeenBy(ada)).toEqual([]);
});

test("SLF03 configuration file: a run whose file is no longer the newest one disconnects nothing", async () => {
  await apply(entry("newer", { redisCloud: [cloudOf(account, "new")] }));
  const ada = await memberOf(world, "newer");
  const former = [entry("newer", { redisCloud: [] })];
  const { removed } = await applySources(world.services, former, () => Promise.resolve(false));
  expect(removed).toBe(0);
  expect(await cloudsSeenBy(ada)).toMatchObject([{ name: "new" }]);
  expect((await applySources(world.services, former)).removed).toBe(1);
});

test("SLF03 configuration file: nobody changes an account of it, and admins may have it read", async () => {
  await apply(entry("locked", { redisCloud: [cloudOf(account)] }));
  const ada = await memberOf(world, "locked");
  const root = await superAdmin(world);
  const [{ id } = { id: "" }] = await cloudsSeenBy(ada);
  await expectManaged(await ask(ada, "PUT", `/redis-cloud/${id}`, { name: "Another" }));
  await expectManaged(await ask(ada, "DELETE", `/redis-cloud/${id}`));
  expect((await ask(root, "DELETE", `/redis-cloud/${id}`)).status, "of another tenant").toBe(404);
  expect((await ask(ada, "POST", `/redis-cloud/${id}/test`)).status).toBe(202);
});

test("SLF03 configuration file: an account that people connected is not taken over, and stays", async () => {
  await apply(entry("shared-cloud"));
  const ada = await memberOf(world, "shared-cloud");
  const { apiKey, apiSecret, name } = cloudOf(account);
  const keys = { apiKey: apiKey.reveal(), apiSecret: apiSecret.reveal(), name };
  expect((await ask(ada, "POST", "/redis-cloud", keys)).status).toBe(201);
  const { failures } = await apply(entry("shared-cloud", { redisCloud: [cloudOf(account)] }));
  expect(failures).toMatchObject([{ path: "organizations[0].redisCloud[0]", code: "ALREADY_CONNECTED" }]);
  await apply(entry("shared-cloud"));
  const [own] = await cloudsSeenBy(ada);
  expect(own?.managedBy).toBeUndefined();
});

test("SLF03 configuration file: AWS accounts are connected, locked and disconnected by it", async () => {
  integrations.of.elasticache.aws.state.accounts[accountIdOf(account)] = awsContent;
  const wanted = { roleArn: roleOf(accountIdOf(account)), detailedHistory: false };
  const denied = await apply(entry("aws", { elastiCache: [wanted] }));
  expect(denied.failures).toMatchObject([{ path: "organizations[0].elastiCache[0]", code: "ROLE_DENIED" }]);
  await admitFile(world, integrations, "aws", account);
  expect(await apply(entry("aws", { elastiCache: [wanted] }))).toMatchObject({ created: 1, failures: [] });
  const ada = await memberOf(world, "aws");
  const [first] = await awsSeenBy(ada);
  expect(first).toMatchObject({ roleArn: wanted.roleArn, managedBy: "file", createdBy: "file" });
  const { deploymentId: id = "", externalId = "" } = first ?? {};
  await expectManaged(
    await ask(ada, "PUT", `/api/elasticache/${id}`, { roleArn: wanted.roleArn, externalId }),
  );
  await expectManaged(await ask(ada, "PUT", `/api/elasticache/${id}/detailed-history`, { on: true }));
  await expectManaged(await ask(ada, "DELETE", `/api/elasticache/${id}`));

  // Its price is known after the first reading.
  const detailed = entry("aws", { elastiCache: [{ ...wanted, detailedHistory: true }] });
  expect((await apply(detailed)).failures).toMatchObject([{ code: "PRICE_UNKNOWN" }]);
  await workAll();
  expect(await apply(detailed)).toMatchObject({ changed: 1, failures: [] });
  expect((await awsSeenBy(ada))[0]?.detailedHistory.on).toBe(true);

  expect(await apply(entry("aws"))).toMatchObject({ removed: 1, failures: [] });
  expect(await awsSeenBy(ada)).toEqual([]);
});

test("SLF03 configuration file: its accounts stay when the last member leaves the organization", async () => {
  await apply(entry("empty", { redisCloud: [cloudOf(account)] }));
  const ada = await memberOf(world, "empty", "VIEWER");
  const host = await signUp(world);
  const id = await invite(world, host, ada);
  const moves = (await (await ask(ada, "GET", `/invitations/${id}/moves`)).json()) as Moves;
  expect(moves.staying).toEqual([]);
  expect((await ask(ada, "POST", `/invitations/${id}/accept`)).status).toBe(204);
  await workAll();
  const bob = await memberOf(world, "empty");
  expect(await cloudsSeenBy(bob)).toMatchObject([{ managedBy: "file" }]);
});

const runs = () =>
  world.logLines.filter((line) => line.includes("configuration file applied") && line.includes('"all"'))
    .length;

test("SLF03 configuration file: what fails is tried again, but not by a replica whose file is an old one", async () => {
  const { services } = world;
  const { keyId } = await createKey(world, await signUp(world));
  const taken = { ...makeKey(world, keyId), name: "Cluster one" };
  const file = { hash: "old", organizations: [entry("failing", { agentKeys: [taken] })] };
  const looked = Promise.withResolvers<void>();
  const get: typeof services.table.get = async (key) => {
    // The first look after the third run comes before a fourth one.
    if (key.sk === appliedFileKey.sk && runs() === 3) {
      await rememberFile(services, "new");
      looked.resolve();
    }
    return await services.table.get(key);
  };
  const watched = { ...services, table: { ...services.table, get } };
  const management = await manageByFile(watched, () => file, 20);
  management.begin();
  await looked.promise;
  await management.stop(patience);
  expect(runs()).toBe(3);
});

test("SLF03 configuration file: a new file is applied although the database was busy when it was read", async () => {
  const { table } = world.services;
  let failures = 0;
  const put: typeof table.put = async (...row) => {
    if (failures > 0) {
      failures -= 1;
      throw new Error("the database is busy");
    }
    await table.put(...row);
  };
  const services: Services = { ...world.services, table: { ...table, put } };
  let file = { hash: "first", organizations: [entry("first")] };
  const management = await manageByFile(services, () => file, 20);
  management.begin();
  failures = 1;
  file = { hash: "second", organizations: [entry("second")] };
  management.reload();
  const entries = async () => (await storedEntries(services)).filter(({ inFile }) => inFile === true);
  await vi.waitFor(
    async () => expect((await entries()).map(({ entryId }) => entryId)).toEqual(["second"]),
    patience,
  );
  expect(failures).toBe(0);
  await management.stop(patience);
});

test("MND21 SLF03 configuration file: an organization whose accounts could not be removed stays, and the next run gives it back", async () => {
  const entryId = "not-removed";
  await apply(entry(entryId, { redisCloud: [cloudOf(account)] }));
  const inFile = async () =>
    (await storedEntries(world.services)).find((one) => one.entryId === entryId)?.inFile;
  // The database is busy whenever an account is to be marked.
  const send = async (command: { constructor: { name: string }; input: unknown }) => {
    const named = `${command.constructor.name} ${JSON.stringify(command.input)}`;
    if (named.includes("redisCloud.deleted"))
      throw Object.assign(new Error("busy"), { name: "ThrottlingException" });
    return await world.recorder.client.send(command as never);
  };
  const table = createTable({ client: { send: send as never }, name: world.database.tableName });
  const { failures } = await applyFile({ ...world.services, table }, []);
  expect(failures.map(({ path }) => path)).toEqual([`organizations (${entryId}).redisCloud`]);
  expect(await inFile()).toBe(true);
  expect(await apply()).toMatchObject({ failures: [] });
  expect(await inFile()).toBeUndefined();
});
