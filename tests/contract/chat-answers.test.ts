import type { IncomingMessage, ServerResponse } from "node:http";
import { deliverMessage } from "@shardwatch/core/channel/delivery/deliver";
import { createPublicPost } from "@shardwatch/core/adapters/http/public-post";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { addChat, type ChatKind, routingKey, token } from "../support/chats.ts";
import { deliveryOf, enqueue, type Name, type TestChannel } from "../support/deliveries.ts";
import { type Receiver, startPlainReceiver } from "../support/receivers.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { type Person, signUp } from "../support/world.ts";

/* What the other side answers comes from another machine: it is bounded, and nothing of ours is repeated from it. */

const world = await worldOfFile();
const begin = world.clock.time;
let person: Person;
let receiver: Receiver;
let asked: { path: string; headers: IncomingMessage["headers"]; body: string }[] = [];
let answer: (response: ServerResponse, request: (typeof asked)[number]) => void;

beforeAll(async () => {
  receiver = await startPlainReceiver((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      const one = { path: request.url ?? "", headers: request.headers, body };
      asked.push(one);
      answer(response, one);
    });
  });
});
afterAll(() => receiver.stop());
beforeEach(async () => {
  asked = [];
  person = await signUp(world);
});

let count = 0;
const add = async (kind: ChatKind) => await addChat(world, person, kind, (count += 1));

/** Delivers a message through the real adapter, to the receiver in place of every service. */
async function deliver(name: Name): Promise<void> {
  const origin = `http://127.0.0.1:${receiver.port}`;
  const standIns = { slack: origin, pagerduty: origin, pagerdutyEu: origin, googleChat: origin };
  const webhookAddresses = { ownDomains: [], letThrough: [origin], standIns };
  const services = {
    ...world.services,
    webhooks: createPublicPost({ version: "test", ...webhookAddresses }),
    settings: { ...world.services.settings, webhookAddresses },
  };
  await deliverMessage(services, name);
}

async function happens(
  channel: TestChannel,
  type: "opened" | "changed",
  sequence: number,
  severity: "warning" | "critical" = "warning",
) {
  world.clock.advance(60_000);
  const incident = { id: "inc_1", sequence, severity, openedAt: begin };
  const name = await enqueue(world, channel, `incident.${type}`, incident);
  await deliver(name);
  return await deliveryOf(world, name);
}

test.each([
  ["slack", token],
  ["pagerduty", routingKey.slice(8)],
] as const)(
  "CHN01 the log of %s does not repeat what opens it, whatever is answered",
  async (kind, secret) => {
    const channel = await add(kind);
    answer = (response, { headers, body }) => response.writeHead(500).end(`${headers.authorization} ${body}`);
    const { attempts } = await happens(channel, "opened", 1);
    expect(asked.map((one) => JSON.stringify(one)).join()).toContain(secret);
    expect(attempts.at(-1)).toMatchObject({ status: 500, excerpt: expect.stringContaining("…") as string });
    expect(JSON.stringify(attempts)).not.toContain(secret);
  },
);

const slackAnswers = (fields: object) => (response: ServerResponse) =>
  response.end(JSON.stringify({ ok: true, channel: "C1", ts: "1795290366.000100", ...fields }));

test("CHN10 R24 Slack reads no names and no links in any text, whether it is posted, changed or a reply", async () => {
  const channel = await add("slack");
  answer = slackAnswers({ channel: channel.place });
  await happens(channel, "opened", 1);
  await happens(channel, "changed", 2, "critical");
  expect(asked.map(({ path }) => path)).toEqual(["/chat.postMessage", "/chat.update", "/chat.postMessage"]);
  // What is left out of a change is "client" again, which finds names and links as a person's message has them.
  for (const { body } of asked) expect(JSON.parse(body)).toMatchObject({ parse: "none", link_names: false });
});

test.each([
  "9".repeat(60_000),
  "1795290366.000100\n",
  "x",
  "",
  "-1.0",
  { toString: 1 },
  1795290366.0001,
  null,
])("CHN10 what Slack calls a message is kept only where it can be one: %#", async (ts) => {
  const channel = await add("slack");
  answer = slackAnswers({ channel: channel.place, ts });
  const delivery = await happens(channel, "opened", 1);
  expect(delivery).toMatchObject({ state: "sent" });
  expect(delivery.posted).toBeUndefined();
  await happens(channel, "changed", 2);
  expect(asked.map(({ path }) => path)).toEqual(["/chat.postMessage", "/chat.postMessage"]);
});

test("CHN10 a message whose answer is too long, or does not end, was posted, and is not posted again", async () => {
  const ts = "1795290366.000100";
  const long = { message: { text: "\u4e00".repeat(100_000) } };
  for (const slow of [false, true]) {
    const channel = await add("slack");
    asked = [];
    answer = (response) => {
      const text = JSON.stringify({ ok: true, channel: channel.place, ts, ...long });
      if (slow) response.write(text.slice(0, 200));
      else response.end(text);
    };
    const delivery = await happens(channel, "opened", 1);
    expect([slow, delivery.state]).toEqual([slow, "sent"]);
    await happens(channel, "changed", 2);
    expect(asked.map(({ path }) => path)).toEqual(["/chat.postMessage", "/chat.update"]);
    expect(JSON.parse(asked[1]?.body ?? "")).toMatchObject({ channel: channel.place, ts });
  }
});
