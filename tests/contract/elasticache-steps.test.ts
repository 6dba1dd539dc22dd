import type { Deployment } from "@shardwatch/core/contract/deployment/deployment";
import { afterAll, beforeEach, expect, test } from "vitest";
import { roleOf } from "../support/aws.ts";
import { type ConnectedAws, group, startAwsWorld } from "../support/aws-world.ts";
import { call, signInAgain } from "../support/world.ts";

const { aws, world, drain, connect, later, integration, stop } = await startAwsWorld();
let at: ConnectedAws;

afterAll(stop);

beforeEach(async () => {
  aws.state.faults = {};
  at = await connect({
    regions: ["eu-west-1", "us-east-1", "ap-south-1"],
    parameterGroups: {},
    caches: { "eu-west-1": [group("sessions", 300_000_000)], "us-east-1": [group("orders", 1)] },
  });
});

async function testNow(): Promise<void> {
  world.clock.advance(31_000);
  const as = (at.person = await signInAgain(world, at.person));
  const answer = await call(world, "POST", `/api/elasticache/${at.id}/test`, { as });
  expect(answer.status).toBe(202);
  await drain();
}

const deny = (...actions: string[]) => {
  const role = aws.state.roles.find(({ arn }) => arn === roleOf(at.accountId));
  if (role) role.denied = actions;
};

const ok = (name: string) => ({ name, state: "ok", reason: null, regions: [] });

test("ONB05 ONB06 a reading says each step, when the next one is, and what it found", async () => {
  const { steps, lastSyncAt, nextSyncAt, caches } = await integration(at);
  expect(steps).toEqual([ok("Assume the role"), ok("List caches"), ok("Read memory")]);
  expect(Date.parse(nextSyncAt ?? "") - Date.parse(lastSyncAt ?? "")).toBe(5 * 60_000);
  expect(caches).toBe(2);
});

test("ONB05 the steps of a reading that somebody waits for appear as they are done", async () => {
  const memory = aws.hold("GetMetricData");
  const reading = testNow();
  const progress = async () => (await integration(at)).progress;
  await memory.arrived;
  await expect.poll(progress).toEqual({
    steps: [ok("Assume the role"), ok("List caches")],
    next: "Read memory",
  });
  memory.release();
  await reading;
  expect(await integration(at)).toMatchObject({ status: "ok", progress: null });
  const lists = aws.hold("DescribeReplicationGroups", "eu-west-1");
  const next = testNow();
  await lists.arrived;
  await expect.poll(progress).toEqual({
    steps: [ok("Assume the role")],
    next: "List caches",
  });
  lists.release();
  await next;
});

test("ONB05 a region that denies its list is named with the missing right, and the others are well", async () => {
  aws.state.faults = { "eu-west-1": "denied" };
  await later(at);
  const { status, steps } = await integration(at);
  expect(status).toBe("partial");
  expect(steps[1]).toMatchObject({ name: "List caches", state: "failed", regions: ["eu-west-1"] });
  expect(steps[1]?.reason).toContain("elasticache:DescribeReplicationGroups");
  expect(steps[2]).toEqual(ok("Read memory"));
});

test("ONB05 a role without CloudWatch fails at the memory of each region", async () => {
  deny("GetMetricData");
  await testNow();
  expect((await integration(at)).steps[2]).toEqual({
    name: "Read memory",
    state: "failed",
    reason: "The role needs cloudwatch:GetMetricData.",
    regions: ["eu-west-1", "us-east-1"],
  });
  deny();
  await testNow();
  expect((await integration(at)).steps[2]).toEqual(ok("Read memory"));
});

test("ONB05 a lost role fails at the first step and leaves the others out", async () => {
  aws.state.roles = aws.state.roles.filter(({ arn }) => arn !== roleOf(at.accountId));
  await later(at);
  const { steps } = await integration(at);
  expect(steps.map(({ state }) => state)).toEqual(["failed", "skipped", "skipped"]);
  expect(steps[0]?.reason).toContain("sts:AssumeRole");
});

test("ONB05 a test reads every region, also those whose turn it is not", async () => {
  await later(at);
  aws.state.calls.length = 0;
  await testNow();
  const regions = aws.state.calls
    .filter(({ action, accountId }) => action === "DescribeReplicationGroups" && accountId === at.accountId)
    .map(({ region }) => region);
  expect(new Set(regions)).toEqual(new Set(["eu-west-1", "us-east-1", "ap-south-1"]));
});

test("ONB05 ELC25 LSX04 when no list was read the summary says what the steps say, and only readings with data count as synced", async () => {
  const { lastDataAt } = await integration(at);
  deny("DescribeServerlessCaches", "GetMetricData");
  aws.state.faults = { "us-east-1/DescribeReplicationGroups": "throttled" };
  await testNow();
  const failing = await integration(at);
  expect(failing).toMatchObject({ status: "denied", caches: 2, lastDataAt });
  expect(failing.lastSyncAt).not.toBe(lastDataAt);
  expect(failing.lastError).toBe(
    "The role isn't allowed to list caches in ap-south-1, eu-west-1. It needs elasticache:DescribeReplicationGroups, " +
      "DescribeCacheClusters and DescribeServerlessCaches. AWS is rate limiting us in us-east-1. We'll retry.",
  );
  expect(failing.steps.slice(1).map(({ regions, reason }) => ({ regions, reason }))).toEqual([
    {
      regions: ["ap-south-1", "eu-west-1"],
      reason:
        "The role needs elasticache:DescribeReplicationGroups, DescribeCacheClusters and DescribeServerlessCaches.",
    },
    { regions: ["us-east-1"], reason: "AWS is rate limiting us. We'll retry." },
    { regions: [], reason: null },
  ]);
  const answer = await call(world, "GET", "/sources", { as: at.person });
  expect(((await answer.json()) as { sources: unknown[] }).sources).toMatchObject([
    { status: "denied", lastError: failing.lastError, lastReadAt: failing.lastSyncAt, lastDataAt },
  ]);

  const feed = async () => {
    const detail = await call(world, "GET", `/deployments/${at.id}`, { as: at.person });
    return ((await detail.json()) as Deployment).feeds[0];
  };
  expect((await feed())?.failure).toEqual({ reason: failing.lastError, since: lastDataAt });

  deny();
  await testNow();
  expect(await integration(at)).toMatchObject({ status: "partial" });
  expect((await feed())?.failure, "a reading of a part").toBeNull();
  aws.state.faults = {};
  await testNow();
  const well = await integration(at);
  expect(well).toMatchObject({ status: "ok", lastError: null, lastDataAt: well.lastSyncAt });
});
