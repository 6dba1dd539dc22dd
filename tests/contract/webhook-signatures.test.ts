import { createPublicPost } from "@shardwatch/core/adapters/http/public-post";
import { changeChannel } from "@shardwatch/core/channel/rows/channel.table";
import { bodyOf, type ChannelEvent } from "@shardwatch/core/channel/messages/message";
import { newSigningSecret } from "@shardwatch/core/channel/sign";
import { messageTypes } from "@shardwatch/core/contract/channel/words";
import { webhookMessages } from "@shardwatch/core/contract/channel/webhook-message";
import type { Secret } from "@shardwatch/core/kit/secret";
import addFormats from "ajv-formats";
import { Ajv2020 } from "ajv/dist/2020.js";
import { Webhook, WebhookVerificationError } from "standardwebhooks";
import { afterAll, beforeEach, expect, test } from "vitest";
import { addWebhook, channelOf, deliverDue, deliveryOf, enqueue } from "../support/deliveries.ts";
import { type Got, hook } from "../support/hook.ts";
import { incidentEvent, messageIncident, opened, testPing } from "../support/messages.ts";
import { startNameServer } from "../support/name-server.ts";
import { loopbackPair, makeIdentity, startReceiver } from "../support/receivers.ts";
import { scopeOf } from "../support/scope.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { signUp } from "../support/world.ts";
import { patientPost } from "../support/patience.ts";

// `open` stands for the public internet. A connection to `closed` is what an attacker wants.
const { open, closed } = loopbackPair();

const identity = await makeIdentity("DNS:*.example.com");
const receiver = hook();
let addresses = (_before: number) => [open];
const names = await startNameServer((_, before) => addresses(before));
const outside = await startReceiver(open, identity, receiver.listener);
const inside = await startReceiver(closed, identity, (_, response) => response.end());

afterAll(async () => {
  for (const each of [names, outside, inside]) await each.stop();
});

const world = await worldOfFile({
  webhooks: createPublicPost({
    version: "test",
    ownDomains: [],
    letThrough: [],
    nameServers: [names.address],
    ca: identity.ca,
    isAllowed: (address) => address === open,
    deadlines: patientPost,
  }),
});

beforeEach(() => {
  // The library compares the signed time with the clock of this machine.
  world.clock.time = Date.now();
  receiver.got.length = 0;
  receiver.answer(200);
  addresses = () => [open];
});

const hookUrl = "https://hooks.example.com:8443/services/T0KEN";

const asText = (headers: Got["headers"]) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

const verify = ({ headers, body }: Got, secret: Secret): unknown =>
  new Webhook(secret.reveal()).verify(body, asText(headers));

test("CHN02 CHN04 a message arrives over HTTPS, and the public library verifies it and refuses an altered one", async () => {
  const channel = await addWebhook(world, await signUp(world), hookUrl);
  await enqueue(world, channel, "incident.opened", { title: 'Memory is full: "cart" 😀' });
  await deliverDue(world);
  const [got] = receiver.got;
  if (!got) throw new Error("nothing arrived");
  expect(got.path).toBe("/services/T0KEN");
  expect(verify(got, channel.secret)).toMatchObject({
    type: "incident.opened",
    data: { incident: { title: 'Memory is full: "cart" 😀', sequence: 1 } },
  });
  const altered = { ...got, body: got.body.replace("cart", "card") };
  const old = { ...got, headers: { ...got.headers, "webhook-timestamp": String(Date.now() / 1_000 - 600) } };
  for (const wrong of [altered, old])
    expect(() => verify(wrong, channel.secret)).toThrow(WebhookVerificationError);
});

test("CHN02 two attempts have the same id, and each is signed anew", async () => {
  const channel = await addWebhook(world, await signUp(world), hookUrl);
  const name = await enqueue(world, channel);
  receiver.answer(500);
  await deliverDue(world);
  world.clock.time = (await deliveryOf(world, name)).due ?? 0;
  await deliverDue(world);
  const [first, second] = receiver.got;
  if (!first || !second) throw new Error("two attempts were made");
  expect(second.headers["webhook-id"]).toBe(first.headers["webhook-id"]);
  expect(second.headers["webhook-signature"]).not.toBe(first.headers["webhook-signature"]);
  for (const got of [first, second]) verify(got, channel.secret);
});

test("CHN02 during a rotation both secrets verify, and afterwards the new one alone", async () => {
  const person = await signUp(world);
  const channel = await addWebhook(world, person, hookUrl);
  const row = await channelOf(world, channel);
  const next = newSigningSecret(world.services.random);
  const sealedSecret = await world.services.vault.seal(next, channel.id);
  const [at, minute] = [world.clock.now(), 60_000];
  const former = row.sealedSecret === undefined ? {} : { formerSecret: row.sealedSecret };
  const update = { by: person.accountId, at, sealedSecret, ...former, formerUntil: at + minute };
  await world.services.table.transact([changeChannel(scopeOf(person), row, update)]);
  await enqueue(world, channel);
  await deliverDue(world);
  world.clock.advance(2 * minute);
  await enqueue(world, channel, "incident.opened", { id: "inc_2" });
  await deliverDue(world);
  const [during, after] = receiver.got;
  if (!during || !after) throw new Error("both arrived");
  for (const secret of [next, channel.secret]) verify(during, secret);
  verify(after, next);
  expect(() => verify(after, channel.secret)).toThrow(WebhookVerificationError);
});

test("CHN04 a name that leads to loopback at a later attempt is refused then, and nothing is connected", async () => {
  const channel = await addWebhook(world, await signUp(world), hookUrl);
  const name = await enqueue(world, channel);
  receiver.answer(500);
  await deliverDue(world);
  addresses = () => [closed];
  world.clock.time = (await deliveryOf(world, name)).due ?? 0;
  await deliverDue(world);
  const reason = "the receiver's name has an address that is not public";
  expect((await deliveryOf(world, name)).attempts).toMatchObject([{ status: 500 }, { status: null, reason }]);
  expect([receiver.got.length, inside.connections]).toEqual([1, 0]);
});

const ajv = addFormats.default(new Ajv2020({ strict: false }));
const openIncident = messageIncident({ acknowledged: { by: "Ada", at: opened, note: "" } });
const over = messageIncident({ state: "resolved", resolvedAt: opened });
const { id, sequence, severity, title, state, links } = over;

const summary = {
  opened: 1,
  changed: 0,
  resolved: 3,
  first: [{ id, sequence, severity, title, state, web: links.web }],
  links,
};

const events: readonly ChannelEvent[] = [
  incidentEvent(openIncident, "incident.opened"),
  incidentEvent(openIncident, "incident.changed"),
  incidentEvent(openIncident, "incident.acknowledged"),
  incidentEvent(over, "incident.resolved"),
  { type: "incident.summary", at: opened, summary },
  testPing("On call"),
];

interface Published {
  webhooks: Record<string, { post: { requestBody: { content: Record<string, { schema: object }> } } }>;
}

test("CHN02 the API's description has a schema of each message, and the message has what is in it and no more", async () => {
  const { webhooks } = (await (await world.app.request("/openapi.json")).json()) as Published;
  expect(Object.keys(webhooks)).toEqual(messageTypes);
  expect(events.map(({ type }) => type)).toEqual(messageTypes);
  for (const event of events) {
    const body: unknown = JSON.parse(bodyOf(event));
    const schema = webhooks[event.type]?.post.requestBody.content["application/json"]?.schema ?? {};
    const isValid = ajv.compile(schema);
    expect(isValid(body), JSON.stringify(isValid.errors)).toBe(true);
    for (const name of ["type", "timestamp", "data"])
      expect(isValid({ ...(body as object), [name]: undefined }), name).toBe(false);
    // What no schema names is left out by the parser.
    expect(webhookMessages.find(({ type }) => type === event.type)?.schema.parse(body)).toEqual(body);
  }
  const page = await (await world.app.request("/reference")).text();
  for (const type of messageTypes) expect(page).toContain(`<code>POST ${type}</code>`);
});
