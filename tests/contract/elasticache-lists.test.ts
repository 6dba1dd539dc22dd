import type { Deployment } from "@shardwatch/core/contract/deployment";
import type { ElastiCacheIntegration } from "@shardwatch/core/contract/elasticache";
import { tick } from "@shardwatch/functions/jobs/tick";
import { work } from "@shardwatch/functions/jobs/work";
import type { Account, SimulatedCache } from "@shardwatch/local/simulators/aws/state";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Aws, connectAccount, makeRole, roleOf, startAws } from "../support/aws.ts";
import { call, type Person, signInAgain, signUp, startWorld, type World } from "../support/world.ts";

const minute = 60_000;
let aws: Aws;
let world: World;
let person: Person;
let accountIds = 333_344_445_000;
let account: Account;
let id: string;

beforeAll(async () => {
  aws = await startAws();
  world = await startWorld({ elastiCache: aws.api });
  world.services.settings.elastiCache = true;
});
afterAll(async () => {
  await world.stop();
  await aws.stop();
});

beforeEach(async () => {
  aws.state.faults = {};
  const accountId = String((accountIds += 1));
  account = {
    regions: ["eu-west-1", "us-east-1", "ap-south-1"],
    parameterGroups: {},
    caches: { "eu-west-1": [group("sessions", 3)], "us-east-1": [group("sessions", 1)] },
  };
  aws.state.accounts[accountId] = account;
  person = await signUp(world);
  id = await connectAccount(world, aws, person, roleOf(accountId));
  await drain();
});

const group = (name: string, used: number): SimulatedCache => ({
  kind: "replicationGroup",
  id: name,
  shards: [{ used, nodes: [`${name}-001`] }],
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

test("AWS11 a region without one of the three lists shows the others, and misses nothing", async () => {
  account.regions.push("me-central-1");
  account.caches["me-central-1"] = [group("far", 5)];
  aws.state.faults = { "me-central-1/DescribeServerlessCaches": "unknown" };
  await later(25 * 60 * minute);
  expect(idsOf(await deployment())).toContain("me-central-1/rg/far");
  expect(await integration()).toMatchObject({ status: "ok", caches: 3, lastError: null });
});

test("AWS22 caches that are known stay while their region does not have the list, and go when it says so", async () => {
  const burst: SimulatedCache = { kind: "serverless", id: "burst", shards: [{ used: 7, nodes: [] }] };
  account.caches["ap-south-1"] = [burst];
  await later(60 * minute);
  const before = await deployment();
  expect(before).toMatchObject({ type: "CLUSTER", databaseCount: 3 });
  const known = before.databases.find((database) => database.id === "ap-south-1/sl/burst");

  aws.state.faults = { DescribeServerlessCaches: "unknown" };
  account.caches["eu-west-1"] = [group("orders", 9)];
  await later();
  await later();
  const asked = aws.state.calls.filter(({ action }) => action === "DescribeServerlessCaches");
  expect(asked.map(({ region }) => region)).toContain("ap-south-1");
  const during = await deployment();
  expect(during.type).toBe("CLUSTER");
  expect(during.databases).toContainEqual(known);
  expect(idsOf(during)).toContain("eu-west-1/rg/orders");
  expect(await integration()).toMatchObject({
    status: "partial",
    caches: 3,
    lastError: "AWS does not list some caches any more, which are shown as they were: ap-south-1.",
  });

  aws.state.faults = {};
  account.caches["ap-south-1"] = [];
  await later();
  expect(idsOf(await deployment())).toEqual(["eu-west-1/rg/orders", "us-east-1/rg/sessions"]);
  expect(await integration()).toMatchObject({ status: "ok", lastError: null });
});

test("AWS15 a role that is changed right after a reading is read at once", async () => {
  const other = roleOf(String((accountIds += 1)));
  const externalId = await makeRole(world, aws, person, other);
  aws.state.accounts[other.split(":")[4] ?? ""] = { ...account, caches: { "us-east-1": [group("new", 1)] } };
  await later();
  await call(world, "PUT", `/api/elasticache/${id}`, { as: person, body: { roleArn: other, externalId } });
  world.clock.advance(50);
  await drain();
  expect(idsOf(await deployment())).toEqual(["us-east-1/rg/new"]);
});
