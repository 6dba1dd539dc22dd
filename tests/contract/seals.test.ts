import { createPublicPost } from "@shardwatch/core/adapters/http/public-post";
import { channelKey } from "@shardwatch/core/channel/rows/channel.keys";
import type { Job } from "@shardwatch/core/contract/job";
import { Secret } from "@shardwatch/core/kit/secret";
import type { Vault } from "@shardwatch/core/ports/vault";
import { redisCloudKey } from "@shardwatch/core/redis-cloud/redis-cloud.keys";
import { channelVault } from "@shardwatch/core/sealed/channel-vault";
import { work } from "@shardwatch/functions/jobs/work";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeEach, expect, test } from "vitest";
import { startCloudWorld } from "../support/cloud-world.ts";
import {
  addWebhook,
  channelOf,
  deliveryOf,
  enqueue,
  type Name,
  type TestChannel,
} from "../support/deliveries.ts";
import {
  isSealedAnew,
  openedTexts,
  sealedTexts,
  sealRowFormerly,
  vaultOfBothForms,
} from "../support/former-seals.ts";
import { hook } from "../support/hook.ts";
import { patientPost } from "../support/patience.ts";
import { startPlainReceiver } from "../support/receivers.ts";
import { scopeOf } from "../support/scope.ts";
import { call, type Person, signUp } from "../support/world.ts";

const [minute, hour] = [60_000, 3_600_000];
const receiver = hook();
const { port } = await startPlainReceiver(receiver.listener);
const origin = `http://127.0.0.1:${port}`;

const both = vaultOfBothForms();
/** Everything that is opened: a former text, or the kind of the id. */
const opened: string[] = [];
const vault: Vault = {
  seal: (secret, id) => both.vault.seal(secret, id),
  open: async (sealed, id) => {
    opened.push(sealed.startsWith("2:") ? id.slice(0, 3) : "former");
    return await both.vault.open(sealed, id);
  },
};
const webhooks = createPublicPost({
  version: "test",
  ownDomains: [],
  letThrough: [origin],
  deadlines: patientPost,
});
const place = await startCloudWorld({ vault, webhooks });
const { world, drain } = place;
afterAll(() => place.stop());

let person: Person;

beforeEach(async () => {
  // The library that verifies compares the signed time with the clock of this machine.
  world.clock.time = Date.now();
  drain();
  receiver.got.length = 0;
  receiver.answer(200);
  person = await signUp(world);
});

const keyOf = ({ id, owner }: Pick<TestChannel, "id" | "owner">) => channelKey(scopeOf(owner), id);

/** A webhook as 0.3.0 stored it. */
async function formerWebhook(): Promise<TestChannel> {
  const channel = await addWebhook(world, person, `${origin}/services/T0KEN`);
  await sealRowFormerly(world, both, keyOf(channel), channel.id);
  opened.length = 0;
  return channel;
}

const done = (job: Job) => work(world.services, JSON.stringify(job));

/** Takes the time of the next attempt, and has the worker deliver then. */
async function attempt(name: Name): Promise<void> {
  const { due = 0 } = await deliveryOf(world, name);
  world.clock.time = Math.max(world.clock.time, due);
  expect(await done({ kind: "deliver", ...name })).toBe(true);
}

const jobs = () => drain().map((message) => JSON.parse(message) as Job);
const sealJob = ({ id }: { id: string }): Job => ({
  kind: "sealAnew",
  organizationId: person.organizationId,
  id,
});

test("MND06 a channel that a former release sealed still delivers: it is sealed anew first, no attempt is counted, and the worker that sends opens nothing of before", async () => {
  const channel = await formerWebhook();
  const before = await world.services.table.get(keyOf(channel));
  const name = await enqueue(world, channel);
  await attempt(name);
  await attempt(name);
  expect(opened).toEqual([]);
  expect(receiver.got).toEqual([]);
  expect(await deliveryOf(world, name)).toMatchObject({ state: "queued", attempts: [] });
  expect(await world.services.table.get(keyOf(channel))).toEqual(before);
  const [first, second] = jobs();
  expect([first, second]).toEqual([sealJob(channel), sealJob(channel)]);
  for (const job of [sealJob(channel), sealJob(channel)]) expect(await done(job)).toBe(true);
  expect(await isSealedAnew(world, keyOf(channel))).toBe(true);
  opened.length = 0;
  await attempt(name);
  expect(opened).toEqual(["chn", "chn"]);
  expect(await deliveryOf(world, name)).toMatchObject({ state: "sent", attempts: [{ status: 200 }] });
  const [got] = receiver.got;
  new Webhook(channel.secret.reveal()).verify(got?.body ?? "", got?.headers as Record<string, string>);
  expect(await channelOf(world, channel)).toMatchObject({ failures: 0, revision: 1 });
  expect(jobs()).toEqual([]);
});

test("MND06 during a rotation the former secret is waited for too, and afterwards it is not", async () => {
  const channel = await addWebhook(world, person, `${origin}/in`);
  const answer = await call(world, "POST", `/channels/${channel.id}/secret`, { as: person, body: {} });
  expect(answer.status).toBe(200);
  const { formerSecret = "" } = await openedTexts(world, keyOf(channel), channel.id);
  const set = { formerSecret: both.sealFormerly(formerSecret, channel.id) };
  await world.services.table.update(keyOf(channel), { set });
  const name = await enqueue(world, channel);
  await attempt(name);
  expect(receiver.got).toHaveLength(0);
  expect(jobs()).toEqual([sealJob(channel)]);
  world.clock.advance(24 * hour);
  const later = await enqueue(world, channel, "incident.opened", { id: "inc_2" });
  await attempt(later);
  expect((await deliveryOf(world, later)).state).toBe("sent");
});

test("MND06 the worker that sends opens what this release sealed for a channel, and nothing else", async () => {
  const own = channelVault(vault);
  const [channel, account] = ["chn_00000000000000000000000001", "rcl_00000000000000000000000001"];
  const text = new Secret("a secret");
  expect((await own.open(await vault.seal(text, channel), channel)).reveal()).toBe("a secret");
  const refused = [
    own.open(await vault.seal(text, account), account),
    own.open(await vault.seal(text, account), channel),
    own.open(both.sealFormerly("a secret", channel), channel),
    own.open(both.sealFormerly("a secret", account), account),
    own.seal(text, channel),
  ];
  for (const each of refused) await expect(each).rejects.toThrow();
});

test("MND06 each census queues what a former release sealed, until nothing is left; keys open as before", async () => {
  const webhook = await formerWebhook();
  const other = await addWebhook(world, person, `${origin}/other`);
  const connected = await place.connect(undefined, person);
  const key = redisCloudKey(scopeOf(person), connected.id);
  expect(await place.workAll()).toEqual([true]);
  await sealRowFormerly(world, both, key, connected.id);
  const plain = await openedTexts(world, key, connected.id);
  const census = { kind: "census", organizationId: person.organizationId } as const;
  for (let round = 0; round < 2; round += 1) {
    expect(await done(census)).toBe(true);
    const queued = jobs();
    expect(queued).toHaveLength(2);
    expect(queued).toEqual(expect.arrayContaining([sealJob(webhook), sealJob(connected)]));
  }
  const before = await world.services.table.get(key);
  for (const { id } of [webhook, connected, other]) expect(await done(sealJob({ id }))).toBe(true);
  expect(await isSealedAnew(world, key)).toBe(true);
  const after = await world.services.table.get(key);
  expect({ ...after, sealed: before?.["sealed"] }).toEqual(before);
  expect(await openedTexts(world, key, connected.id)).toEqual(plain);
  expect(await done(census)).toBe(true);
  expect(jobs()).toEqual([]);
  await place.nextRound(connected);
  expect(await place.integration(connected)).toMatchObject({ status: "ok" });
});

test("MND06 keys that a former release sealed are read meanwhile, and an account under a reading is left for later", async () => {
  const connected = await place.connect(undefined, person);
  const key = redisCloudKey(scopeOf(person), connected.id);
  await sealRowFormerly(world, both, key, connected.id);
  expect(await place.workAll()).toEqual([true]);
  expect(await place.integration(connected)).toMatchObject({ status: "ok" });
  const held = place.cloud.hold(/subscriptions$/);
  world.clock.advance(5 * minute);
  const reading = done({
    kind: "syncIntegration",
    source: "redis-cloud",
    organizationId: person.organizationId,
    integrationId: connected.id,
  });
  await held.arrived;
  expect(await done(sealJob(connected))).toBe(true);
  expect(await isSealedAnew(world, key)).toBe(false);
  held.release();
  expect(await reading).toBe(true);
  const at = new Date(world.clock.now()).toISOString();
  expect(await place.integration(connected)).toMatchObject({ status: "ok", lastSyncAt: at });
  expect(await done(sealJob(connected))).toBe(true);
  expect(await isSealedAnew(world, key)).toBe(true);
});

test("MND06 a text of another object, or of another key, is not sealed anew for anybody and stays as it is; the other one of its row is", async () => {
  const account = "rcl_00000000000000000000000001";
  const stranger = vaultOfBothForms();
  for (const sealedUrl of [both.sealFormerly("its keys", account), stranger.sealFormerly(origin, "chn_1")]) {
    const channel = await formerWebhook();
    await world.services.table.update(keyOf(channel), { set: { sealedUrl } });
    world.logLines.length = 0;
    expect(await done(sealJob(channel))).toBe(true);
    const after = await sealedTexts(world, keyOf(channel));
    expect(after).toEqual({ sealedUrl, sealedSecret: expect.stringMatching(/^2:/) });
    expect(world.logLines.join("\n")).toContain("cannot be opened");
    expect(world.logLines.join("\n")).not.toContain("its keys");
  }
});

test("MND06 a message waits a day for a channel that nobody seals anew; then its attempts fail and are counted, and nothing of before is opened", async () => {
  const channel = await formerWebhook();
  const name = await enqueue(world, channel);
  const begun = world.clock.now();
  let [waits, queued] = [0, 0];
  while ((await deliveryOf(world, name)).attempts.length === 0 && waits < 1_000) {
    await attempt(name);
    queued += jobs().filter(({ kind }) => kind === "sealAnew").length;
    waits += 1;
  }
  expect(world.clock.now() - begun).toBeGreaterThanOrEqual(24 * hour);
  expect(world.clock.now() - begun).toBeLessThan(25 * hour);
  expect(queued).toBe(waits - 1);
  // Not one every few seconds.
  expect(waits).toBeLessThan(200);
  expect(await deliveryOf(world, name)).toMatchObject({
    state: "queued",
    attempts: [{ status: null, reason: "the channel's address or secret can't be opened" }],
  });
  expect(receiver.got).toEqual([]);
  expect(opened).toEqual([]);
});

test("MND06 when the queue takes no job the message stays due, and the worker's job is repeated", async () => {
  const name = await enqueue(world, await formerWebhook());
  const before = await deliveryOf(world, name);
  const queue = { send: () => Promise.reject(new Error("SQS is away")) };
  expect(await work({ ...world.services, queue }, JSON.stringify({ kind: "deliver", ...name }))).toBe(false);
  expect(await deliveryOf(world, name)).toEqual(before);
});

test("MND06 a job for what is gone or was never sealed does nothing", async () => {
  const ids = ["chn_00000000000000000000000009", "rcl_00000000000000000000000009", person.accountId, "", "x"];
  for (const id of ids) expect(await done(sealJob({ id })), id).toBe(true);
});
