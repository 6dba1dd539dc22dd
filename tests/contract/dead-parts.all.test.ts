import { createPublicPost } from "@shardwatch/core/adapters/http/public-post";
import { deliverMessage } from "@shardwatch/core/channel/delivery/deliver";
import { dueDeliveries } from "@shardwatch/core/channel/delivery/due";
import { tick } from "@shardwatch/functions/jobs/tick";
import { work } from "@shardwatch/functions/jobs/work";
import { afterAll, beforeEach, expect, test } from "vitest";
import { roleOf } from "../support/aws.ts";
import { type ConnectedAws, group, startAwsWorld } from "../support/aws-world.ts";
import { queuedFor } from "../support/channels.ts";
import { addWebhook } from "../support/deliveries.ts";
import { hook } from "../support/hook.ts";
import { incidentsOf, lookAt } from "../support/incidents.ts";
import { patientPost } from "../support/patience.ts";
import { startPlainReceiver } from "../support/receivers.ts";
import { databases, reported, reportOf, send } from "../support/reports.ts";
import { createKey, signUp } from "../support/world.ts";

/*
 * Parts of our own that are dead for three hours: what reads accounts, and what sends messages. Ingest and evaluator
 * are in `canary` and `channel-messages`.
 */
const minute = 60_000;
const deadMinutes = 180;
const receiver = hook();
const { port } = await startPlainReceiver(receiver.listener);
const origin = `http://127.0.0.1:${port}`;
const { aws, world, connect, stop } = await startAwsWorld({
  webhooks: createPublicPost({
    version: "test",
    ownDomains: [],
    letThrough: [origin],
    deadlines: patientPost,
  }),
});
afterAll(stop);

function account(): Promise<ConnectedAws> {
  while (world.queue.take());
  const caches = { "eu-west-1": [group("sessions", 1)] };
  return connect({ regions: ["eu-west-1"], parameterGroups: {}, caches });
}

let connected: ConnectedAws;
beforeEach(async () => {
  world.clock.time = Math.ceil(world.clock.time / (60 * minute)) * 60 * minute;
  connected = await account();
});

/** Nobody does the readings that the schedule queues. Returns them. */
async function unreadFor(minutes: number): Promise<string[]> {
  const readings: string[] = [];
  for (let passed = 1; passed <= minutes; passed += 1) {
    world.clock.advance(minute);
    if (passed % 5 === 0) await tick(world.services, world.queue);
    for (let next = world.queue.take(); next; next = world.queue.take())
      if ("integrationId" in next.job && next.job.integrationId === connected.id)
        readings.push(JSON.stringify(next.job));
    await lookAt(world, connected.person, { since: 0 });
  }
  return readings;
}

/** All that is due for one channel, as the schedule and the worker do. */
async function deliverAll(channelId: string): Promise<void> {
  for (const job of await dueDeliveries(world.services))
    if (job.kind === "deliver" && job.channelId === channelId) await deliverMessage(world.services, job);
}

const rulesOf = async () => (await incidentsOf(world, connected.person)).map(({ rule }) => rule);

test("R21 while our worker reads no account nobody is woken, and then it reads each account once", async () => {
  const readings = await unreadFor(deadMinutes);
  expect(readings).toHaveLength(deadMinutes / 5);
  expect(await rulesOf()).toEqual([]);
  aws.state.calls.length = 0;
  for (const message of readings) expect(await work(world.services, message)).toBe(true);
  expect(aws.state.calls.filter(({ action }) => action === "AssumeRole")).toHaveLength(1);
  await unreadFor(4);
  expect(await rulesOf()).toEqual([]);
});

test("R21 a role that was deleted meanwhile is reported after the first reading, and an account that stays unread after a day", async () => {
  const readings = await unreadFor(deadMinutes);
  aws.state.roles = aws.state.roles.filter(({ arn }) => arn !== roleOf(connected.accountId));
  await work(world.services, readings[0] ?? "");
  await unreadFor(1);
  expect(await rulesOf()).toEqual(["source-failing"]);

  connected = await account();
  world.clock.advance(24 * 60 * minute);
  await unreadFor(1);
  expect(await rulesOf()).toEqual([]);
  world.clock.advance(10 * minute);
  await unreadFor(1);
  expect(await rulesOf()).toEqual(["silent"]);
});

test("R21 while our deliverer is dead no channel counts as failing, and then each message goes out once and in order", async () => {
  const person = await signUp(world);
  const key = (await createKey(world, person)).compositeKey;
  const channel = await addWebhook(world, person, `${origin}/services/T0KEN`);
  const report = async (count: number, usedMebibytes: number) => {
    const deployments = Array.from({ length: count }, (_, index) =>
      reported(`server-${index}`, { databases: databases(1, usedMebibytes) }),
    );
    expect((await send(world, key, reportOf(world, deployments))).status).toBe(202);
  };
  const pass = async (minutes: number, usedMebibytes: number) => {
    for (let passed = 0; passed < minutes; passed += 1) {
      world.clock.advance(minute);
      await report(30, usedMebibytes);
      await lookAt(world, person, { since: 0 });
    }
  };
  // Thirty servers are full and well again, every hour.
  for (let hour = 0; hour < deadMinutes / 60; hour += 1) {
    await pass(30, 59);
    await pass(30, 1);
  }
  const queued = await queuedFor(world, person, channel.id);
  expect(queued.length).toBeGreaterThan(1);
  expect(receiver.got).toEqual([]);
  await deliverAll(channel.id);
  await deliverAll(channel.id);
  expect(receiver.types()).toEqual(queued.map(({ type }) => type));
  await pass(30, 1);
  expect((await incidentsOf(world, person)).map(({ rule }) => rule)).toEqual([]);
});
