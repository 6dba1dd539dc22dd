import { createPublicPost } from "@shardwatch/core/adapters/public-post";
import { mostRetries } from "@shardwatch/core/channel/delivery-log";
import type { DeliveryList, LoggedDelivery } from "@shardwatch/core/contract/delivery";
import { beforeEach, expect, test } from "vitest";
import { addWebhook, deliverDue, deliveryOf, enqueue, type TestChannel } from "../support/deliveries.ts";
import { takeAttempts } from "../support/attempts.ts";
import { hook } from "../support/hook.ts";
import { startPlainReceiver } from "../support/receivers.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, type Person, signInAgain, signUp } from "../support/world.ts";

const minute = 60_000;
const receiver = hook();
const { port } = await startPlainReceiver(receiver.listener);
const origin = `http://127.0.0.1:${port}`;
const world = await worldOfFile({
  webhooks: createPublicPost({ version: "test", ownDomains: [], letThrough: [origin] }),
});
let person: Person;
let channel: TestChannel;

beforeEach(async () => {
  world.clock.advance(5 * 24 * 60 * minute);
  // Nothing of an earlier test is due.
  await deliverDue(world);
  person = await signUp(world);
  channel = await addWebhook(world, person, `${origin}/services/T0KEN`);
  receiver.got.length = 0;
  receiver.answer(200);
});

async function log(query = ""): Promise<DeliveryList> {
  const answer = await ask("GET", `/channels/${channel.id}/deliveries${query}`, person);
  expect(answer.status).toBe(200);
  return (await answer.json()) as DeliveryList;
}

/** Asks with a new session, because hours pass in between. */
const ask = async (method: string, path: string, by: Person) =>
  await call(world, method, path, { as: await signInAgain(world, by) });

const retry = (id: string, by = person) => ask("POST", `/channels/${channel.id}/deliveries/${id}/retry`, by);

test("CHN03 the log has the newest message first, with all attempts, and goes on behind a cursor", async () => {
  for (const [index, status] of [200, 410, 500].entries()) {
    receiver.answer(status === 410 ? 404 : status);
    await enqueue(world, channel, "incident.opened", { id: `inc_${index}`, title: `Number ${index}` });
    await deliverDue(world);
    world.clock.advance(1_000);
  }
  const first = await log("?limit=2");
  expect(first.deliveries).toMatchObject([
    { title: "Number 2", state: "queued", dueAt: expect.any(String), attempts: [{ status: 500 }] },
    { title: "Number 1", state: "queued", attempts: [{ status: 404, excerpt: "answered 404" }] },
  ]);
  const rest = await log(`?limit=2&cursor=${first.nextCursor}`);
  expect(rest.deliveries).toMatchObject([{ title: "Number 0", state: "sent", dueAt: null, why: null }]);
  expect(rest.nextCursor).toBeUndefined();
  expect(JSON.stringify([first, rest])).not.toContain("T0KEN");
  const made = await ask("GET", `/channels/${channel.id}/deliveries?cursor=x`, person);
  expect(made.status).toBe(400);
});

test("CHN03 a dead message is sent again at once when a manager asks, whatever the channel waits for, and the audit says so", async () => {
  const name = await enqueue(world, channel);
  receiver.answer(500);
  for (let due: number | undefined = 0; due !== undefined; { due } = await deliveryOf(world, name)) {
    world.clock.time = Math.max(world.clock.time, due);
    await deliverDue(world);
  }
  await enqueue(world, channel, "incident.opened", { id: "inc_2" });
  receiver.answer(429, { "retry-after": "80000" });
  await deliverDue(world);
  receiver.answer(200);
  const answer = await retry(name.deliveryId);
  expect(answer.status).toBe(202);
  expect((await answer.json()) as LoggedDelivery).toMatchObject({ state: "queued" });
  const queued = world.queue.take(({ kind }) => kind === "deliver");
  expect(queued?.job).toEqual({ kind: "deliver", ...name });
  receiver.got.length = 0;
  await deliverDue(world);
  expect(receiver.got).toHaveLength(1);
  expect((await log()).deliveries.at(-1)).toMatchObject({ id: name.deliveryId, state: "sent" });
  const audit = await (await ask("GET", "/audit", person)).text();
  expect(audit).toContain("channel.retried");
});

test("CHN03 what arrived, what was skipped, and what there is not can't be sent again", async () => {
  const name = await enqueue(world, channel);
  await deliverDue(world);
  const sent = await retry(name.deliveryId);
  expect([sent.status, await sent.json()]).toMatchObject([409, { code: "DELIVERY_ENDED" }]);
  expect((await retry("dlv_00000000000000000000000000")).status).toBe(404);
  const other = await signUp(world);
  expect((await retry(name.deliveryId, other)).status).toBe(404);
  expect(receiver.got).toHaveLength(1);
});

test("CHN03 an organization sends at most a hundred messages again in an hour, because a receiver may be somebody else's", async () => {
  const name = await enqueue(world, channel, "test.ping");
  receiver.answer(404);
  await deliverDue(world);
  await takeAttempts(world, "retries of messages", person.organizationId, mostRetries - 1);
  expect((await retry(name.deliveryId)).status).toBe(202);
  await deliverDue(world);
  const refused = await retry(name.deliveryId);
  expect([refused.status, await refused.json()]).toMatchObject([429, { code: "TOO_MANY_RETRIES" }]);
  await deliverDue(world);
  expect(receiver.got).toHaveLength(2);
  world.clock.advance(60 * minute);
  expect((await retry(name.deliveryId)).status).toBe(202);
});
