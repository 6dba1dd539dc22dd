import { createPublicPost } from "@shardwatch/core/adapters/http/public-post";
import { deliverMessage } from "@shardwatch/core/channel/delivery/deliver";
import { mostRetries } from "@shardwatch/core/channel/delivery-log";
import { dueDeliveries } from "@shardwatch/core/channel/delivery/due";
import { waits } from "@shardwatch/core/channel/delivery/schedule";
import type { DeliveryList, LoggedDelivery } from "@shardwatch/core/contract/channel/delivery";
import { remove } from "@shardwatch/core/offboarding/organization";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { takeAttempts } from "../support/attempts.ts";
import {
  addWebhook,
  channelOf,
  deliverDue,
  deliveryOf,
  enqueue,
  type Name,
  type TestChannel,
} from "../support/deliveries.ts";
import { hook } from "../support/hook.ts";
import { startPlainReceiver } from "../support/receivers.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { asRoot, call, type Person, signInAgain, signUp, startWorld } from "../support/world.ts";
import { patientPost } from "../support/patience.ts";

const [second, minute, hour] = [1_000, 60_000, 3_600_000];
const receiver = hook();
const { port } = await startPlainReceiver(receiver.listener);
const origin = `http://127.0.0.1:${port}`;

const world = await worldOfFile({
  webhooks: createPublicPost({
    version: "test",
    ownDomains: [],
    letThrough: [origin],
    deadlines: patientPost,
  }),
});

let person: Person;

beforeEach(async () => {
  receiver.got.length = 0;
  receiver.answer(200);
  // Nothing of an earlier test is due.
  world.clock.advance(200 * hour);
  await deliverDue(world);
  receiver.got.length = 0;
  person = await signUp(world);
});

const webhook = (): Promise<TestChannel> => addWebhook(world, person, `${origin}/services/T0KEN`);

/** Lets the time of the next attempt come, and delivers what is due then. */
async function nextAttempt(name: Name): Promise<void> {
  const { due = 0 } = await deliveryOf(world, name);
  world.clock.time = Math.max(world.clock.time, due);
  await deliverDue(world);
}

test("CHN03 a message that arrives is sent once, and its log has time, status, duration and excerpt", async () => {
  const name = await enqueue(world, await webhook());
  await deliverDue(world);
  await deliverDue(world);
  expect(receiver.types()).toEqual(["incident.opened"]);
  expect(await deliveryOf(world, name)).toMatchObject({
    state: "sent",
    attempts: [
      {
        at: world.clock.now(),
        milliseconds: expect.any(Number),
        status: 200,
        reason: null,
        excerpt: "answered 200",
      },
    ],
  });
});

test("CHN03 a message that fails is tried ten times with one id, and is dead then", async () => {
  const name = await enqueue(world, await webhook());
  receiver.answer(500);
  await deliverDue(world);
  for (let attempt = 2; attempt <= waits.length; attempt += 1) await nextAttempt(name);
  const { state, attempts } = await deliveryOf(world, name);
  expect([state, attempts.length, receiver.got.length]).toEqual(["dead", 10, 10]);
  world.clock.advance(30 * hour);
  await deliverDue(world);
  expect(receiver.got).toHaveLength(10);
  expect(new Set(receiver.got.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
});

test("CHN03 the second attempt is queued with its delay, and later ones are left to the schedule", async () => {
  const name = await enqueue(world, await webhook());
  receiver.answer(500);
  const sent: (number | undefined)[] = [];
  const queue = {
    send: (_: unknown, { delaySeconds }: { delaySeconds?: number } = {}) =>
      Promise.resolve(void sent.push(delaySeconds)),
  };
  await deliverMessage({ ...world.services, queue }, name);
  expect(sent).toEqual([expect.toSatisfy((delay: number) => delay >= 4 && delay <= 6)]);
  world.clock.advance(6 * second);
  await deliverMessage({ ...world.services, queue }, name);
  expect(sent).toHaveLength(1);
  expect(receiver.got).toHaveLength(2);
});

test("CHN03 Retry-After is respected, for all messages of the channel", async () => {
  const channel = await webhook();
  const name = await enqueue(world, channel);
  receiver.answer(429, { "retry-after": "7200" });
  await deliverDue(world);
  world.clock.advance(hour);
  const other = await enqueue(world, channel, "incident.opened", { id: "inc_2" });
  receiver.answer(200);
  await deliverDue(world);
  expect(receiver.got).toHaveLength(1);
  world.clock.advance(hour + minute);
  await deliverDue(world);
  expect([(await deliveryOf(world, name)).state, (await deliveryOf(world, other)).state]).toEqual([
    "sent",
    "sent",
  ]);
});

test("CHN03 410 switches the channel off, and what is queued for it is skipped", async () => {
  const channel = await webhook();
  const name = await enqueue(world, channel);
  const other = await enqueue(world, channel, "incident.opened", { id: "inc_2" });
  receiver.answer(410);
  await deliverMessage(world.services, name);
  expect(await channelOf(world, channel)).toMatchObject({ off: "gone", revision: 2 });
  expect(await deliveryOf(world, name)).toMatchObject({ state: "dead", attempts: [{ status: 410 }] });
  await deliverDue(world);
  expect(await deliveryOf(world, other)).toMatchObject({ state: "skipped", why: "off", attempts: [] });
  expect(receiver.got).toHaveLength(1);
});

test("CHN03 after five failures only the oldest message is tried, and the others follow when it arrives", async () => {
  const channel = await webhook();
  receiver.answer(500);
  const names: Name[] = [];
  for (let index = 0; index < 8; index += 1) {
    names.push(await enqueue(world, channel, "incident.opened", { id: `inc_${index}` }));
    world.clock.advance(second);
  }
  for (const name of names) await deliverMessage(world.services, name);
  expect(receiver.got).toHaveLength(5);
  const [oldest] = names;
  if (!oldest) throw new Error("there are names");
  const before = receiver.got.length;
  for (let tick = 0; tick < 8; tick += 1) {
    world.clock.advance(minute);
    await deliverDue(world);
  }
  const probes = receiver.got.slice(before).map(({ body }) => body.includes('"inc_0"'));
  expect(probes.length).toBeGreaterThan(0);
  expect(new Set(probes)).toEqual(new Set([true]));
  receiver.answer(200);
  await nextAttempt(oldest);
  expect((await deliveryOf(world, oldest)).state).toBe("sent");
  for (let index = 0; index < 4; index += 1) {
    world.clock.advance(hour);
    await deliverDue(world);
  }
  for (const name of names) expect((await deliveryOf(world, name)).state).toBe("sent");
  const { failures, probe, probeDue } = await channelOf(world, channel);
  expect([failures, probe, probeDue]).toEqual([0, undefined, undefined]);
});

test("CHN03 after hours without the schedule one message takes the place of the probe, and not all of them", async () => {
  const channel = await webhook();
  receiver.answer(500);
  for (let index = 0; index < 8; index += 1) {
    await deliverMessage(
      world.services,
      await enqueue(world, channel, "incident.opened", { id: `inc_${index}` }),
    );
    world.clock.advance(second);
  }
  receiver.got.length = 0;
  world.clock.advance(3 * hour);
  await deliverDue(world);
  // The oldest, and at most one that came before it.
  expect([1, 2]).toContain(receiver.got.length);
});

test("CHN03 a webhook gets the events of an incident in their order, also when the first one fails", async () => {
  const channel = await webhook();
  receiver.answer(500);
  const opened = await enqueue(world, channel);
  await deliverMessage(world.services, opened);
  world.clock.advance(second);
  const openedAt = world.clock.now() - second;
  const resolved = await enqueue(world, channel, "incident.resolved", { sequence: 2, openedAt });
  await deliverMessage(world.services, resolved);
  expect(receiver.types()).toEqual(["incident.opened"]);
  receiver.answer(200);
  for (let index = 0; index < 3; index += 1) {
    world.clock.advance(minute);
    await deliverDue(world);
  }
  expect(receiver.types()).toEqual(["incident.opened", "incident.opened", "incident.resolved"]);
});

test("CHN06 a test is tried once, at once, and its outcome is in the log", async () => {
  const channel = await webhook();
  receiver.answer(500);
  const name = await enqueue(world, channel, "test.ping");
  await deliverDue(world);
  expect(await deliveryOf(world, name)).toMatchObject({ state: "dead", attempts: [{ status: 500 }] });
  world.clock.advance(hour);
  await deliverDue(world);
  expect(receiver.types()).toEqual(["test.ping"]);
});

test.each(["sealedUrl", "sealedSecret"] as const)(
  "CHN01 the %s that was copied to the row of another channel doesn't open there",
  async (column) => {
    const row = await channelOf(world, await webhook());
    const thief = await signUp(world);
    const copy = await addWebhook(world, thief, origin, { [column]: row[column] });
    const name = await enqueue(world, copy);
    await deliverDue(world);
    expect(receiver.got).toEqual([]);
    const reason = "the channel's address or secret can't be opened";
    expect(await deliveryOf(world, name)).toMatchObject({ state: "queued", attempts: [{ reason }] });
  },
);

test("CHN01 neither the address nor the secret of a webhook is in a row or a line of the log", async () => {
  const channel = await webhook();
  for (const status of [200, 500, 410]) {
    receiver.answer(status);
    const name = await enqueue(world, channel, "incident.opened", { id: `inc_${status}` });
    await deliverMessage(world.services, name);
    const seen = JSON.stringify([
      await deliveryOf(world, name),
      await channelOf(world, channel),
      world.logLines,
    ]);
    expect(seen).not.toContain("T0KEN");
    expect(seen).not.toContain(channel.secret.reveal());
  }
});

test("INC07 nothing is sent of an organization that is being deleted", async () => {
  const channel = await webhook();
  await enqueue(world, channel);
  const root = await signUp(world, { email: "root@example.com" });
  const actor = { ...asRoot(world).actor, accountId: root.accountId };
  await remove({ ...asRoot(world), actor }, person.organizationId, 1);
  await deliverDue(world);
  expect(receiver.got).toEqual([]);
});

describe("CHN03 the log of deliveries", () => {
  let channel: TestChannel;

  beforeEach(async () => {
    channel = await addWebhook(world, person, `${origin}/services/T0KEN`);
  });

  async function log(query = ""): Promise<DeliveryList> {
    const answer = await ask("GET", `/channels/${channel.id}/deliveries${query}`, person);
    expect(answer.status).toBe(200);
    return (await answer.json()) as DeliveryList;
  }

  /** Asks with a new session, because hours pass in between. */
  const ask = async (method: string, path: string, by: Person) =>
    await call(world, method, path, { as: await signInAgain(world, by) });

  const retry = (id: string, by = person) =>
    ask("POST", `/channels/${channel.id}/deliveries/${id}/retry`, by);

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
    while (world.queue.take());
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
});

test("CHN03 the deliveries of an organization with dead receivers do not hold up those of another one", async () => {
  const quietWorld = await startWorld();
  onTestFinished(() => quietWorld.stop());
  const due = async () => (await dueDeliveries(quietWorld.services)).map(({ deliveryId }) => deliveryId);
  const [busy, quiet] = [await signUp(quietWorld), await signUp(quietWorld)];
  const dead = await addWebhook(quietWorld, busy, "https://192.0.2.1/");
  const names = [];
  for (const id of ["inc_1", "inc_2", "inc_3"]) {
    names.push((await enqueue(quietWorld, dead, "incident.opened", { id })).deliveryId);
    quietWorld.clock.advance(minute);
  }
  const [first, next, third] = names;
  const { deliveryId } = await enqueue(quietWorld, await addWebhook(quietWorld, quiet, "https://192.0.2.2/"));
  expect(await due()).toEqual([first, deliveryId, next, third]);

  // More than one minute takes.
  const most = await dueDeliveries(quietWorld.services, 2);
  expect(most.map((job) => job.deliveryId)).toEqual([first, deliveryId]);
});
