import type { Channel, CreatedChannel } from "@shardwatch/core/contract/channel/channel";
import type { ProblemBody } from "@shardwatch/core/contract/problem";
import { channelKey } from "@shardwatch/core/channel/rows/channel.keys";
import { channelKind } from "@shardwatch/core/channel/rows/channel.table";
import { beforeEach, expect, test } from "vitest";
import { chatsOrigin, conversation, entered, worldWithChats, routingKey, token } from "../support/chats.ts";
import { channelsIn, queuedFor } from "../support/channels.ts";
import { deliverDue } from "../support/deliveries.ts";
import { scopeOf } from "../support/scope.ts";
import { adminAndViewer } from "../support/views.ts";
import type { Person } from "../support/world.ts";

const { world, chats } = await worldWithChats();
const { ask, addWebhook, listFor } = channelsIn(world);
let admin: Person;
let viewer: Person;

beforeEach(async () => {
  chats.clear();
  [admin, viewer] = await adminAndViewer(world);
});

const kinds = Object.keys(entered) as (keyof typeof entered)[];

async function add(kind: keyof typeof entered, more: object = {}): Promise<Channel> {
  world.clock.advance(1);
  const answer = await ask(admin, "POST", "/channels", { kind, name: kind, ...entered[kind], ...more });
  expect(answer.status, kind).toBe(201);
  const { channel, secret } = (await answer.json()) as CreatedChannel;
  expect(secret).toBeUndefined();
  return channel;
}

const faultsOf = async (body: object, method = "POST", path = "/channels") => {
  const answer = await ask(admin, method, path, body);
  expect(answer.status).toBe(400);
  return ((await answer.json()) as ProblemBody).details;
};

test("CHN01 AMD20 what opens a chat is sealed, and shown as host and last four", async () => {
  const shown = {
    slack: ["slack.com/…ijkl", conversation],
    pagerduty: ["events.pagerduty.com/…CDEF", "us"],
    teams: ["localhost:4006/…1234", null],
    googlechat: ["localhost:4006/…n=t1", null],
  };
  for (const kind of kinds) {
    const { id, managed } = await add(kind);
    expect([kind, managed?.target, managed?.place]).toEqual([kind, ...shown[kind]]);
    const row = await world.services.table.get(channelKey(scopeOf(admin), id));
    const secret = Object.values(entered[kind])[0] ?? "";
    expect(JSON.stringify(row)).not.toContain(secret);
    const opened = await world.services.vault.open((row && channelKind.read(row).sealedUrl) ?? "", id);
    expect(opened.reveal()).toContain(secret.slice(0, 60));
    expect(world.logLines.join("\n")).not.toContain(secret);
  }
  const forViewer = (await listFor(viewer)).channels.filter(({ kind }) => kind in entered);
  expect(forViewer.map((channel) => Object.keys(channel))).toEqual(kinds.map(() => ["id", "kind", "name"]));
  const audit = JSON.stringify(await (await ask(admin, "GET", "/audit")).json());
  expect(audit).toContain("slack.com/…ijkl");
  for (const hidden of [token, routingKey, "sig=abcd1234", "token=t1"]) expect(audit).not.toContain(hidden);
});

test.each([
  ["slack", {}, ["token: is required", "conversation: is required"]],
  ["slack", { token: "xoxp-1-2-abcdefghijkl", conversation }, [/^token: must be the token of a bot/]],
  ["slack", { token, conversation: "#general" }, [/^conversation: must be the id of a channel/]],
  [
    "slack",
    { token, conversation, url: "https://a.example/" },
    ["url: must be left out, because Slack has no such setting"],
  ],
  [
    "slack",
    { token, conversation, secret: `whsec_${"a".repeat(43)}=` },
    ["secret: must be left out, because nothing signs its messages"],
  ],
  ["pagerduty", { routingKey: "short" }, [/^routingKey: must be an integration key of 32/]],
  ["pagerduty", { routingKey, region: "mars" }, [/^region: must be "us" or "eu"/]],
  ["webhook", { token }, [/^token: must be left out, because Webhook has no such setting/]],
  ["googlechat", { url: "https://chat.example.com/v1/spaces/A/messages?key=k&token=t" }, [/^url: must be/]],
  ["googlechat", { url: `${chatsOrigin}/googlechat/v1/spaces/A/messages?key=k` }, [/^url: must be/]],
] as const)("CHN01 wrong settings of %s %j are refused at their names", async (kind, settings, faults) => {
  const found = await faultsOf({ kind, name: "x", ...settings });
  expect(found).toEqual(faults.map((one) => (typeof one === "string" ? one : expect.stringMatching(one))));
});

test.each([
  "https://outlook.office.com/webhook/1",
  "https://outlook.office365.com/webhook/1",
  "https://contoso.webhook.office.com/webhookb2/1",
])("CHN12 %s is of a retired connector, and is refused with the reason", async (url) => {
  expect(await faultsOf({ kind: "teams", name: "x", url })).toEqual([
    "url: is of an Office connector, which Microsoft has retired; make a workflow, and enter its address",
  ]);
});

test("CHN12 the old address of a workflow is refused, and where the new one is", async () => {
  const url =
    "https://prod-01.westeurope.logic.azure.com:443/workflows/1/triggers/manual/paths/invoke?sig=abcd";
  expect(await faultsOf({ kind: "teams", name: "x", url })).toEqual([
    "url: is the old address of a workflow, which ended on 30 November 2025; open the workflow, and copy its new one",
  ]);
});

test.each([
  ["https://default1.1f.environment.api.powerplatform.com:443/powerautomate/x/invoke?sig=abcd", true],
  ["https://environment.api.powerplatform.com.evil.example/workflows/1?sig=abcd", false],
  ["https://evil.example/.environment.api.powerplatform.com", false],
])("CHN12 %s can be the address of a workflow: %s", async (url, isRight) => {
  const answer = await ask(admin, "POST", "/channels", { kind: "teams", name: "x", url });
  expect(answer.status).toBe(isRight ? 201 : 400);
});

test("CHN01 a channel is moved without its secret, and keeps it when another secret is wrong", async () => {
  const { id } = await add("slack");
  const path = `/channels/${id}`;
  const change = { name: "slack", minimum: "info", on: true };
  const moved = await ask(admin, "PUT", path, { ...change, conversation: "C0000000001" });
  expect((await moved.json()) as Channel).toMatchObject({
    managed: { target: "slack.com/…ijkl", place: "C0000000001" },
  });
  expect(await faultsOf({ ...change, token: "nothing" }, "PUT", path)).toEqual([
    expect.stringMatching(/^token: must be/),
  ]);
  expect(await faultsOf({ ...change, region: "eu" }, "PUT", path)).toEqual([
    "region: must be left out, because Slack has no such setting",
  ]);
  expect((await ask(admin, "POST", `${path}/rotate`, {})).status).not.toBe(200);
  await ask(admin, "POST", `${path}/test`);
  await deliverDue(world);
  expect(chats.slack.place("C0000000001")?.content.messages).toMatchObject([
    { text: "🔵 Test of channel slack" },
  ]);
});

test("CHN01 a test of each kind arrives, and says why it does not in the other side's words", async () => {
  const words = {
    slack: ["not_in_channel", "not_in_channel"],
    pagerduty: ["400", "invalid event"],
    teams: ["404", "The workflow was deleted."],
    googlechat: ["403", "The key is not valid."],
  } as const;
  const places = { slack: conversation, pagerduty: routingKey, teams: "1", googlechat: "AAAA" };
  for (const kind of kinds) {
    const { id } = await add(kind);
    for (const fault of ["works", words[kind][0]]) {
      chats[kind].set(places[kind], { fault });
      world.clock.advance(1_000);
      await ask(admin, "POST", `/channels/${id}/test`);
      await deliverDue(world);
    }
    const [sent, failed] = await queuedFor(world, admin, id);
    expect([kind, sent?.state, failed?.state]).toEqual([kind, "sent", "dead"]);
    expect(failed?.attempts.at(-1)?.excerpt).toContain(words[kind][1]);
  }
});

test("CHN01 nobody reaches a channel of another organization, or learns that it exists", async () => {
  const { id } = await add("slack");
  const [stranger] = await adminAndViewer(world);
  const change = { name: "mine", minimum: "info", on: true, conversation: "C0000000001" };
  for (const [method, path, body] of [
    ["PUT", `/channels/${id}`, change],
    ["POST", `/channels/${id}/test`, undefined],
    ["DELETE", `/channels/${id}`, undefined],
  ] as const)
    expect((await ask(stranger, method, path, body)).status, path).toBe(404);
  await addWebhook(stranger);
});
