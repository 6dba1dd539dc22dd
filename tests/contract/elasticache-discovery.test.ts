import type { Live } from "@shardwatch/core/contract/deployment/live";
import { pulsesOf } from "@shardwatch/core/deployment/rows/deployment.keys";
import { tick } from "@shardwatch/functions/jobs/tick";
import type { SimulatedCache } from "@shardwatch/local/simulators/aws/state";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { type ConnectedAws, group, idsOf, nextAccountId, startAwsWorld } from "../support/aws-world.ts";
import { connectAccount, makeRole, roleOf } from "../support/aws.ts";
import { rowsOfOrganization, scopeOf } from "../support/scope.ts";
import { trailsOf } from "../support/slots.ts";
import { call, signInAgain } from "../support/world.ts";

const minute = 60_000;
const { aws, world, drain, connect, later, deployment, integration, stop } = await startAwsWorld();
let at: ConnectedAws;
afterAll(stop);

beforeEach(async () => {
  world.services.settings.elastiCache = true;
  aws.state.faults = {};
  at = await connect({
    regions: ["eu-west-1", "us-east-1", "ap-south-1"],
    parameterGroups: {},
    caches: { "eu-west-1": [group("sessions", 300_000_000)], "us-east-1": [group("sessions", 1)] },
  });
});

/** Otherwise every later tick would read this account, too. */
afterEach(async () => {
  world.services.settings.elastiCache = true;
  aws.state.faults = {};
  at.person = await signInAgain(world, at.person);
  await call(world, "DELETE", `/api/elasticache/${at.id}`, { as: at.person });
});

const regionsAsked = (action: string) =>
  aws.state.calls
    .filter((one) => one.action === action && one.accountId === at.accountId)
    .map(({ region }) => region);

test("AWS01 AWS02 AWS03 AWS12 AWS04 a connected account is read at once: one deployment with its caches", async () => {
  const found = await deployment(at);
  expect(found).toMatchObject({
    id: at.id,
    name: `ElastiCache ${at.accountId}`,
    source: "elasticache",
    type: "STANDALONE",
    status: "active",
    license: null,
    cloudSubscription: null,
    feeds: [{ kind: "elasticache", id: at.id, name: `AWS account ${at.accountId}` }],
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
      engine: "redis",
      evictionPolicy: "volatile-lru",
      nodeType: "cache.t3.micro",
      region: "eu-west-1",
      tiered: false,
      replicas: 1,
      encryptedAtRest: null,
      endpoint: "master.sessions.cache.example:6379",
    },
    expect.objectContaining({ id: "us-east-1/rg/sessions", memoryUsed: "1" }) as unknown,
  ]);
  expect(await integration(at)).toMatchObject({ status: "ok", caches: 2, lastError: null });
  const rows = await world.services.table.queryAll(rowsOfOrganization(at.person.organizationId));
  expect(JSON.stringify(rows)).not.toMatch(/ASIA|SessionToken/);

  at.account.caches["ap-south-1"] = [group("shop", 5, { clusterMode: true })];
  await later(at, 60 * minute);
  expect(await deployment(at)).toMatchObject({ type: "CLUSTER", databaseCount: 3 });
});

test("DBS03 FIL01 each group, cluster and serverless cache is a database with engine, version, node type, region and policy", async () => {
  at.account.parameterGroups["tuned"] = { "maxmemory-policy": "allkeys-lru" };
  at.account.caches["eu-west-1"] = [
    group("sessions", 300_000_000, { engine: "valkey", version: "8.1.0", parameterGroup: "tuned" }),
  ];
  at.account.caches["us-east-1"] = [
    { kind: "cacheCluster", id: "legacy", version: "6.2.6", tls: false, nodeType: "cache.m5.large" },
    { kind: "serverless", id: "burst", storageGb: 5 },
  ];
  await later(at);
  const { databases, facts } = await deployment(at);
  expect(
    databases.map(({ name, engine, version, nodeType, region, evictionPolicy }) => [
      [name, engine, version].join(" "),
      [nodeType, region, evictionPolicy].join(" "),
    ]),
  ).toEqual([
    ["sessions valkey 8.1.0", "cache.t3.micro eu-west-1 allkeys-lru"],
    ["legacy redis 6.2.6", "cache.m5.large us-east-1 volatile-lru"],
    // A serverless cache has no nodes, and no parameter group that says its policy.
    ["burst valkey 8.0", " us-east-1 "],
  ]);
  expect(facts).toEqual({
    engines: ["redis", "valkey"],
    versions: ["6.2.6", "8.1.0"],
    lowestByEngine: { redis: "6.2.6", valkey: "8.0" },
    tls: "mixed",
    policy: "mixed",
    regions: ["eu-west-1", "us-east-1"],
  });
  const asked = aws.state.calls.filter(({ action }) => action === "DescribeCacheParameters");
  expect(asked.filter(({ accountId }) => accountId === at.accountId)).toHaveLength(1);
});

test("AWS10 a role that may not ask for regions has those that AWS enables by itself", async () => {
  const role = aws.state.roles.find(({ arn }) => arn === roleOf(at.accountId));
  if (role) role.denied = ["DescribeRegions"];
  at.account.regions.push("sa-east-1", "af-south-1");
  at.account.caches["sa-east-1"] = [group("far", 5)];
  at.account.caches["af-south-1"] = [group("opted-in", 5)];
  await later(at, 25 * 60 * minute);
  expect(idsOf(await deployment(at))).toContain("sa-east-1/rg/far");
  expect(regionsAsked("DescribeReplicationGroups")).toHaveLength(17);
  expect(await integration(at)).toMatchObject({ status: "ok", caches: 3 });
});

test("AWS11 AWS22 ELC25 a region that fails keeps its last known caches, and the others are read", async () => {
  at.account.caches["us-east-1"] = [group("orders", 9)];
  aws.state.faults = { "eu-west-1": "error" };
  await later(at);
  expect(idsOf(await deployment(at))).toEqual(["eu-west-1/rg/sessions", "us-east-1/rg/orders"]);
  expect((await deployment(at)).databases[0]).toMatchObject({ memoryUsed: "300000000" });
  expect(await integration(at)).toMatchObject({ status: "partial", caches: 2 });
  expect((await integration(at)).lastError).toContain("eu-west-1");

  aws.state.faults = { "eu-west-1": "denied" };
  await later(at);
  expect(idsOf(await deployment(at))).toContain("eu-west-1/rg/sessions");
  aws.state.faults = {};
  at.account.caches["eu-west-1"] = [];
  await later(at);
  expect(idsOf(await deployment(at))).toEqual(["us-east-1/rg/orders"]);
  expect(await integration(at)).toMatchObject({ status: "ok", lastError: null });
});

test("AWS22 a list that breaks off in the middle removes nothing", async () => {
  at.account.caches["eu-west-1"] = [];
  aws.state.faults = { DescribeServerlessCaches: "error" };
  await later(at);
  expect(idsOf(await deployment(at))).toHaveLength(2);
  expect(await integration(at)).toMatchObject({ status: "error" });
});

test("AWS13 ELC25 a lost role is stored as an error; the deployment turns stale after a quarter of an hour and stays", async () => {
  aws.state.roles = aws.state.roles.filter(({ arn }) => arn !== roleOf(at.accountId));
  await later(at);
  const { status, lastError, lastSyncAt } = await integration(at);
  expect({ status, lastSyncAt }).toEqual({
    status: "denied",
    lastSyncAt: new Date(world.clock.now()).toISOString(),
  });
  expect(lastError).toContain("can no longer assume the role");
  expect((await deployment(at)).status).toBe("active");
  await later(at);
  await later(at);
  await later(at, minute);
  const stale = await deployment(at);
  expect(stale.status).toBe("stale");
  expect(stale.databases).toHaveLength(2);
  await makeRole(world, aws, at.person, roleOf(at.accountId));
  await later(at);
  expect((await deployment(at)).status).toBe("active");
  expect(await integration(at)).toMatchObject({ status: "ok", lastError: null });
});

test("AWS12 memory is asked for every quarter of an hour, and each time where it is nearly full", async () => {
  const asked = () =>
    aws.state.calls.filter(({ action }) => action === "GetMetricData").map(({ region }) => region);
  at.account.caches["eu-west-1"] = [group("sessions", 390_000_000)];
  await later(at);
  expect(asked()).toEqual([]);
  expect((await deployment(at)).databases[0]).toMatchObject({ memoryUsed: "300000000" });
  await later(at);
  await later(at);
  expect(asked().toSorted()).toEqual(["eu-west-1", "us-east-1"]);
  expect((await deployment(at)).databases[0]).toMatchObject({ memoryUsed: "390000000" });
  await later(at);
  expect(asked()).toEqual(["eu-west-1"]);
  const role = aws.state.roles.find(({ arn }) => arn === roleOf(at.accountId));
  if (role) role.denied = ["GetMetricData"];
  await later(at);
  expect((await deployment(at)).databases[0]).toMatchObject({ memoryUsed: "390000000" });
  expect((await deployment(at)).gaps[0]).toContain("cloudwatch:GetMetricData");
  expect(await integration(at)).toMatchObject({ status: "partial" });
});

test("AWS18 with the feature off nothing is read, and nothing is deleted", async () => {
  world.services.settings.elastiCache = false;
  await later(at, 20 * minute);
  expect(aws.state.calls).toEqual([]);
  expect(await deployment(at)).toMatchObject({ status: "stale", databaseCount: 2 });
});

test("AWS14 AWS15 with its integration the deployment goes, and a reading that was under way brings nothing back", async () => {
  const other = roleOf(nextAccountId());
  const externalId = await makeRole(world, aws, at.person, other);
  aws.state.accounts[other.split(":")[4] ?? ""] = {
    ...at.account,
    caches: { "us-east-1": [group("new", 1)] },
  };
  const path = `/api/elasticache/${at.id}`;
  await call(world, "PUT", path, { as: at.person, body: { roleArn: other, externalId } });
  world.clock.advance(minute);
  await drain();
  expect(idsOf(await deployment(at))).toEqual(["us-east-1/rg/new"]);

  const lists = aws.hold("DescribeReplicationGroups", "us-east-1");
  world.clock.advance(5 * minute);
  await tick(world.services, world.queue);
  const reading = drain();
  await lists.arrived;
  expect((await call(world, "DELETE", path, { as: at.person })).status).toBe(204);
  lists.release();
  await reading;
  expect((await call(world, "GET", `/deployments/${at.id}`, { as: at.person })).status).toBe(404);
  const rows = await world.services.table.queryAll(pulsesOf(scopeOf(at.person)));
  expect(rows).toEqual([]);
});

test("a deployment that somebody deletes comes back with the next reading", async () => {
  expect((await call(world, "DELETE", `/deployments/${at.id}`, { as: at.person })).status).toBe(204);
  await later(at);
  expect((await deployment(at)).databases).toHaveLength(2);
});

test("a deletion that died in the middle is finished by the schedule", async () => {
  const remove = world.services.table.remove;
  world.services.table.remove = () => Promise.reject(new Error("died"));
  await call(world, "DELETE", `/api/elasticache/${at.id}`, { as: at.person });
  world.services.table.remove = remove;
  await later(at);
  expect((await call(world, "GET", `/deployments/${at.id}`, { as: at.person })).status).toBe(404);
  await connectAccount(world, aws, at.person, roleOf(at.accountId));
});

test("AWS11 a region without one of the three lists shows the others, and misses nothing", async () => {
  at.account.regions.push("me-central-1");
  at.account.caches["me-central-1"] = [group("far", 5)];
  aws.state.faults = { "me-central-1/DescribeServerlessCaches": "unknown" };
  await later(at, 25 * 60 * minute);
  expect(idsOf(await deployment(at))).toContain("me-central-1/rg/far");
  expect(await integration(at)).toMatchObject({ status: "ok", caches: 3, lastError: null });
});

test("AWS22 caches that are known stay while their region does not have the list, and go when it says so", async () => {
  const burst: SimulatedCache = { kind: "serverless", id: "burst", shards: [{ used: 7, nodes: [] }] };
  at.account.caches["ap-south-1"] = [burst];
  await later(at, 60 * minute);
  const before = await deployment(at);
  expect(before).toMatchObject({ type: "CLUSTER", databaseCount: 3 });
  const known = before.databases.find((database) => database.id === "ap-south-1/sl/burst");

  aws.state.faults = { DescribeServerlessCaches: "unknown" };
  at.account.caches["eu-west-1"] = [group("orders", 9)];
  await later(at);
  await later(at);
  const asked = aws.state.calls.filter(({ action }) => action === "DescribeServerlessCaches");
  expect(asked.map(({ region }) => region)).toContain("ap-south-1");
  const during = await deployment(at);
  expect(during.type).toBe("CLUSTER");
  expect(during.databases).toContainEqual(known);
  expect(idsOf(during)).toContain("eu-west-1/rg/orders");
  expect(await integration(at)).toMatchObject({
    status: "partial",
    caches: 3,
    lastError: "AWS no longer lists some caches, showing last known values: ap-south-1.",
  });

  aws.state.faults = {};
  at.account.caches["ap-south-1"] = [];
  await later(at);
  expect(idsOf(await deployment(at))).toEqual(["eu-west-1/rg/orders", "us-east-1/rg/sessions"]);
  expect(await integration(at)).toMatchObject({ status: "ok", lastError: null });
});

test("AWS15 a role that is changed right after a reading is read at once", async () => {
  const other = roleOf(nextAccountId());
  const externalId = await makeRole(world, aws, at.person, other);
  aws.state.accounts[other.split(":")[4] ?? ""] = {
    ...at.account,
    caches: { "us-east-1": [group("new", 1)] },
  };
  await later(at);
  await call(world, "PUT", `/api/elasticache/${at.id}`, {
    as: at.person,
    body: { roleArn: other, externalId },
  });
  world.clock.advance(50);
  await drain();
  expect(idsOf(await deployment(at))).toEqual(["us-east-1/rg/new"]);
});

test("HIS01 a reading leaves a trail only of the memory that it measured, every quarter of an hour", async () => {
  // What is nearly full is measured more often.
  const caches = { "eu-west-1": [group("sessions", 3)], "us-east-1": [group("sessions", 1)] };
  await call(world, "DELETE", `/api/elasticache/${at.id}`, { as: at.person });
  at = await connect({ regions: Object.keys(caches), parameterGroups: {}, caches });
  const trails = async () => await trailsOf(world, at.person.organizationId);
  expect(await trails()).toHaveLength(1);
  const live = async () => {
    at.person = await signInAgain(world, at.person);
    const answer = await call(world, "GET", `/deployments/${at.id}/live`, { as: at.person });
    return (await answer.json()) as Live;
  };
  const first = await live();
  expect(first.databases.map(({ memoryUsed }) => Number(memoryUsed))).toEqual([3, 1]);
  expect(first.unknown[0]?.reason).toContain("Only memory is collected. Turn on detailed history");
  await later(at, 5 * minute);
  expect(await trails()).toHaveLength(1);
  await later(at, 10 * minute);
  expect(await trails()).toHaveLength(2);
});
