import type { Deployment } from "@shardwatch/core/contract/deployment";
import type { ElastiCacheIntegration } from "@shardwatch/core/contract/elasticache";
import { tick } from "@shardwatch/functions/jobs/tick";
import { work } from "@shardwatch/functions/jobs/work";
import type { Account, SimulatedCache } from "@shardwatch/local/simulators/aws/state";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { type Aws, connectAccount, makeRole, roleOf, startAws } from "../support/aws.ts";
import { rowsOfOrganization, scopeOf } from "../support/scope.ts";
import { call, type Person, signInAgain, signUp, startWorld, type World } from "../support/world.ts";
import { pulsesOf } from "@shardwatch/core/deployment/rows/deployment.keys";

const minute = 60_000;
let aws: Aws;
let world: World;
let person: Person;
let accountIds = 222_233_334_000;
let accountId: string;
let account: Account;
let id: string;

beforeAll(async () => {
  aws = await startAws();
  world = await startWorld({ elastiCache: aws.api });
});
afterAll(async () => {
  await world.stop();
  await aws.stop();
});

beforeEach(async () => {
  world.services.settings.elastiCache = true;
  aws.state.faults = {};
  accountId = String((accountIds += 1));
  account = {
    regions: ["eu-west-1", "us-east-1", "ap-south-1"],
    parameterGroups: {},
    caches: { "eu-west-1": [group("sessions", 300_000_000)], "us-east-1": [group("sessions", 1)] },
  };
  aws.state.accounts[accountId] = account;
  person = await signUp(world);
  id = await connectAccount(world, aws, person, roleOf(accountId));
  await drain();
});

/** Otherwise every later tick would read this account, too. */
afterEach(async () => {
  world.services.settings.elastiCache = true;
  aws.state.faults = {};
  person = await signInAgain(world, person);
  await call(world, "DELETE", `/api/elasticache/${id}`, { as: person });
});

const group = (name: string, used: number, more: Partial<SimulatedCache> = {}): SimulatedCache => ({
  kind: "replicationGroup",
  id: name,
  nodeType: "cache.t3.micro",
  tls: true,
  shards: [{ used, nodes: [`${name}-001`, `${name}-002`] }],
  ...more,
});

/** Runs the queued jobs, as a worker would. */
async function drain(): Promise<void> {
  for (let next = world.queue.take(); next; next = world.queue.take())
    expect(await work(world.services, JSON.stringify(next.job))).toBe(true);
}

async function later(milliseconds = 5 * minute): Promise<void> {
  world.clock.advance(milliseconds);
  person = await signInAgain(world, person);
  aws.state.calls.length = 0;
  await tick(world.services, world.queue);
  await drain();
}

async function ask<T>(path: string): Promise<T> {
  const answer = await call(world, "GET", path, { as: person });
  expect(answer.status).toBe(200);
  return (await answer.json()) as T;
}
const deployment = () => ask<Deployment>(`/deployments/${id}`);
const integration = () => ask<ElastiCacheIntegration>(`/api/elasticache/${id}`);
const idsOf = ({ databases }: Deployment) => databases.map((database) => database.id);
const regionsAsked = (action: string) =>
  aws.state.calls
    .filter((one) => one.action === action && one.accountId === accountId)
    .map(({ region }) => region);

test("AWS01 AWS02 AWS03 AWS12 AWS04 a connected account is read at once: one deployment with its caches", async () => {
  const found = await deployment();
  expect(found).toMatchObject({
    id,
    name: `ElastiCache ${accountId}`,
    source: "elasticache",
    type: "STANDALONE",
    status: "active",
    license: null,
    cloudSubscription: null,
    feeds: [{ kind: "elasticache", id, name: `AWS account ${accountId}` }],
  });
  // 536870912 of a cache.t3.micro, minus the quarter that AWS reserves.
  expect(found.databases).toEqual([
    {
      id: "eu-west-1/rg/sessions",
      name: "sessions (eu-west-1)",
      status: "active",
      version: "7.1.0",
      memoryUsed: "300000000",
      memoryLimit: "402653184",
      tlsEnabled: true,
    },
    expect.objectContaining({ id: "us-east-1/rg/sessions", memoryUsed: "1" }) as unknown,
  ]);
  expect(await integration()).toMatchObject({ status: "ok", caches: 2, lastError: null });
  const rows = await world.services.table.queryAll(rowsOfOrganization(person.organizationId));
  expect(JSON.stringify(rows)).not.toMatch(/ASIA|SessionToken/);

  account.caches["ap-south-1"] = [group("shop", 5, { clusterMode: true })];
  await later(60 * minute);
  expect(await deployment()).toMatchObject({ type: "CLUSTER", databaseCount: 3 });
});

test("AWS10 a role that may not ask for regions has those that AWS enables by itself", async () => {
  const role = aws.state.roles.find(({ arn }) => arn === roleOf(accountId));
  if (role) role.denied = ["DescribeRegions"];
  account.regions.push("sa-east-1", "af-south-1");
  account.caches["sa-east-1"] = [group("far", 5)];
  account.caches["af-south-1"] = [group("opted-in", 5)];
  await later(25 * 60 * minute);
  expect(idsOf(await deployment())).toContain("sa-east-1/rg/far");
  expect(regionsAsked("DescribeReplicationGroups")).toHaveLength(17);
  expect(await integration()).toMatchObject({ status: "ok", caches: 3 });
});

test("AWS11 AWS22 ELC25 a region that fails keeps its last known caches, and the others are read", async () => {
  account.caches["us-east-1"] = [group("orders", 9)];
  aws.state.faults = { "eu-west-1": "error" };
  await later();
  expect(idsOf(await deployment())).toEqual(["eu-west-1/rg/sessions", "us-east-1/rg/orders"]);
  expect((await deployment()).databases[0]).toMatchObject({ memoryUsed: "300000000" });
  expect(await integration()).toMatchObject({ status: "partial", caches: 2 });
  expect((await integration()).lastError).toContain("eu-west-1");

  aws.state.faults = { "eu-west-1": "denied" };
  await later();
  expect(idsOf(await deployment())).toContain("eu-west-1/rg/sessions");
  aws.state.faults = {};
  account.caches["eu-west-1"] = [];
  await later();
  expect(idsOf(await deployment())).toEqual(["us-east-1/rg/orders"]);
  expect(await integration()).toMatchObject({ status: "ok", lastError: null });
});

test("AWS22 a list that breaks off in the middle removes nothing", async () => {
  account.caches["eu-west-1"] = [];
  aws.state.faults = { DescribeServerlessCaches: "error" };
  await later();
  expect(idsOf(await deployment())).toHaveLength(2);
  expect(await integration()).toMatchObject({ status: "error" });
});

test("AWS13 ELC25 a lost role is stored as an error; the deployment turns stale after a quarter of an hour and stays", async () => {
  aws.state.roles = aws.state.roles.filter(({ arn }) => arn !== roleOf(accountId));
  await later();
  const { status, lastError, lastSyncAt } = await integration();
  expect({ status, lastSyncAt }).toEqual({
    status: "denied",
    lastSyncAt: new Date(world.clock.now()).toISOString(),
  });
  expect(lastError).toContain("does not let us in any more");
  expect((await deployment()).status).toBe("active");
  await later();
  await later();
  await later(minute);
  const stale = await deployment();
  expect(stale.status).toBe("stale");
  expect(stale.databases).toHaveLength(2);
  await makeRole(world, aws, person, roleOf(accountId));
  await later();
  expect((await deployment()).status).toBe("active");
  expect(await integration()).toMatchObject({ status: "ok", lastError: null });
});

test("AWS12 memory is asked for every quarter of an hour, and each time where it is nearly full", async () => {
  const asked = () =>
    aws.state.calls.filter(({ action }) => action === "GetMetricData").map(({ region }) => region);
  account.caches["eu-west-1"] = [group("sessions", 390_000_000)];
  await later();
  expect(asked()).toEqual([]);
  expect((await deployment()).databases[0]).toMatchObject({ memoryUsed: "300000000" });
  await later();
  await later();
  expect(asked().toSorted()).toEqual(["eu-west-1", "us-east-1"]);
  expect((await deployment()).databases[0]).toMatchObject({ memoryUsed: "390000000" });
  await later();
  expect(asked()).toEqual(["eu-west-1"]);
  const role = aws.state.roles.find(({ arn }) => arn === roleOf(accountId));
  if (role) role.denied = ["GetMetricData"];
  await later();
  expect((await deployment()).databases[0]).toMatchObject({ memoryUsed: "390000000" });
  expect((await deployment()).gaps[0]).toContain("cloudwatch:GetMetricData");
  expect(await integration()).toMatchObject({ status: "partial" });
});

test("AWS18 with the feature off nothing is read, and nothing is deleted", async () => {
  world.services.settings.elastiCache = false;
  await later(20 * minute);
  expect(aws.state.calls).toEqual([]);
  expect(await deployment()).toMatchObject({ status: "stale", databaseCount: 2 });
});

test("AWS14 AWS15 with its integration the deployment goes, and a reading that was under way brings nothing back", async () => {
  const other = roleOf(String((accountIds += 1)));
  const externalId = await makeRole(world, aws, person, other);
  aws.state.accounts[other.split(":")[4] ?? ""] = { ...account, caches: { "us-east-1": [group("new", 1)] } };
  const path = `/api/elasticache/${id}`;
  await call(world, "PUT", path, { as: person, body: { roleArn: other, externalId } });
  world.clock.advance(minute);
  await drain();
  expect(idsOf(await deployment())).toEqual(["us-east-1/rg/new"]);

  aws.state.delayMs = 150;
  aws.state.faults = { "us-east-1": "slow" };
  world.clock.advance(5 * minute);
  await tick(world.services, world.queue);
  const reading = drain();
  expect((await call(world, "DELETE", path, { as: person })).status).toBe(204);
  await reading;
  expect((await call(world, "GET", `/deployments/${id}`, { as: person })).status).toBe(404);
  const rows = await world.services.table.queryAll(pulsesOf(scopeOf(person)));
  expect(rows).toEqual([]);
});

test("a deployment that somebody deletes comes back with the next reading", async () => {
  expect((await call(world, "DELETE", `/deployments/${id}`, { as: person })).status).toBe(204);
  await later();
  expect((await deployment()).databases).toHaveLength(2);
});

test("a deletion that died in the middle is finished by the schedule", async () => {
  const remove = world.services.table.remove;
  world.services.table.remove = () => Promise.reject(new Error("died"));
  await call(world, "DELETE", `/api/elasticache/${id}`, { as: person });
  world.services.table.remove = remove;
  await later();
  expect((await call(world, "GET", `/deployments/${id}`, { as: person })).status).toBe(404);
  await connectAccount(world, aws, person, roleOf(accountId));
});
