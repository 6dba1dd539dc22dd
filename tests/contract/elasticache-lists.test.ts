import { afterAll, beforeEach, expect, test } from "vitest";
import type { Live } from "@shardwatch/core/contract/live";
import type { SimulatedCache } from "@shardwatch/local/simulators/aws/state";
import { makeRole, roleOf } from "../support/aws.ts";
import { trailsOf } from "../support/slots.ts";
import { call, signInAgain } from "../support/world.ts";
import { type ConnectedAws, group, idsOf, nextAccountId, startAwsWorld } from "../support/aws-world.ts";

const minute = 60_000;
const { aws, world, drain, connect, later, deployment, integration, stop } = await startAwsWorld();
let at: ConnectedAws;

afterAll(stop);

beforeEach(async () => {
  aws.state.faults = {};
  at = await connect({
    regions: ["eu-west-1", "us-east-1", "ap-south-1"],
    parameterGroups: {},
    caches: { "eu-west-1": [group("sessions", 3)], "us-east-1": [group("sessions", 1)] },
  });
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
  const trails = async () => await trailsOf(world, at.person.organizationId);
  expect(await trails()).toHaveLength(1);
  const live = async () => {
    at.person = await signInAgain(world, at.person);
    const answer = await call(world, "GET", `/deployments/${at.id}/live`, { as: at.person });
    return (await answer.json()) as Live;
  };
  const first = await live();
  expect(first.databases.map(({ memoryUsed }) => Number(memoryUsed))).toEqual([3, 1]);
  expect(first.unknown[0]?.reason).toContain("Only memory is read. Switch on detailed history");
  await later(at, 5 * minute);
  expect(await trails()).toHaveLength(1);
  await later(at, 10 * minute);
  expect(await trails()).toHaveLength(2);
});
