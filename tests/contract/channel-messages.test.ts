import { channelKey } from "@shardwatch/core/channel/rows/channel.keys";
import { channelKind, type ChannelRow } from "@shardwatch/core/channel/rows/channel.table";
import { bodyOf } from "@shardwatch/core/channel/messages/message";
import { messagesAbout } from "@shardwatch/core/channel/messages/messages-about";
import type { IncidentDetail } from "@shardwatch/core/contract/incident/incident";
import { unwell } from "@shardwatch/core/incident/rules/status";
import { notificationsOf } from "@shardwatch/core/notification/notification.keys";
import { notificationKind } from "@shardwatch/core/notification/notification.table";
import { work } from "@shardwatch/functions/jobs/work";
import { beforeEach, expect, test } from "vitest";
import { channelsIn, mailOf, queuedFor, typesFor } from "../support/channels.ts";
import { addWebhook as storeWebhook, deliverDue, enqueue } from "../support/deliveries.ts";
import { inheritedNames } from "../support/hostile-texts.ts";
import { incidentsOf, lookAt } from "../support/incidents.ts";
import { databases, reported, reportOf, send } from "../support/reports.ts";
import { scopeOf } from "../support/scope.ts";
import { ask as askTool, readerIn } from "../assistants/play.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { createKey, join, type Person, signUp } from "../support/world.ts";

const minute = 60_000;
const day = 24 * 60 * minute;

const world = await worldOfFile({
  mailer: { send: () => Promise.resolve({ outcome: "sent", milliseconds: 1 }) },
});

const { ask, addWebhook } = channelsIn(world);
let person: Person;
let key: string;

beforeEach(async () => {
  world.clock.time = Math.ceil(world.clock.time / day) * day;
  person = await signUp(world);
  key = (await createKey(world, person)).compositeKey;
  while (world.queue.take());
});

/** An agent with servers that use so much of their 64 MiB. */
async function report(agent: string, count: number, usedMebibytes = 1): Promise<void> {
  const deployments = Array.from({ length: count }, (_, index) =>
    reported(`${agent}-${index}`, { databases: databases(1, usedMebibytes) }),
  );
  const named = { agent: { id: agent.padEnd(16, "0"), name: agent, version: "1.0.0" } };
  expect((await send(world, key, reportOf(world, deployments, named))).status).toBe(202);
}

async function pass(minutes: number, before: () => Promise<void> = () => Promise.resolve(), due = {}) {
  for (let passed = 0; passed < minutes; passed += 1) {
    world.clock.advance(minute);
    await before();
    await lookAt(world, person, due);
  }
}

const full = (usedMebibytes = 59) => pass(4, () => report("one", 1, usedMebibytes));
const mails = () => typesFor(world, person, mailOf(person));

/** Does the jobs for notifications. Returns what the person is notified of. */
async function notifications(): Promise<string[]> {
  for (let next = world.queue.take(); next; next = world.queue.take())
    if (next.job.kind === "notifyMembers") await work(world.services, JSON.stringify(next.job));
  // The API lists those of open incidents when these have ended.
  const rows = await world.services.table.queryAll(notificationsOf(person.accountId));
  const found = rows.map(notificationKind.read);
  return found.filter(({ type }) => type === "INCIDENT").map(({ message }) => message);
}

test("INC07 CHN01 an incident reaches mail and webhook with its pass, and one recovery follows", async () => {
  const { channel } = await addWebhook(person);
  await full();
  const [incident] = await incidentsOf(world, person);
  const [opened, ...others] = await queuedFor(world, person, channel.id);
  expect(others).toEqual([]);
  expect(opened).toMatchObject({
    type: "incident.opened",
    incidentId: incident?.id,
    sequence: 1,
    state: "queued",
    due: world.clock.now() - (world.clock.now() % minute),
  });
  expect(opened && opened.event.type !== "notice" && JSON.parse(bodyOf(opened.event))).toMatchObject({
    type: "incident.opened",
    timestamp: incident?.openedAt,
    data: {
      incident: {
        id: incident?.id,
        severity: "warning",
        title: "one-0: memory at 92.2% of its limit",
        affected: { count: 1, first: [{ name: "one-0", value: "92.2% of its limit" }] },
        links: {
          web: `http://localhost:5173/incidents/${incident?.id}`,
          api: `http://localhost:3001/incidents/${incident?.id}`,
        },
      },
    },
  });
  // The mail says the same since as the screens, three minutes before it opened.
  const since = Date.parse(incident?.since ?? "");
  expect(opened?.event).toMatchObject({ incident: { since, openedAt: since + 3 * minute } });
  expect(await mails()).toEqual(["incident.opened"]);
  expect(await notifications()).toEqual([]);
  await pass(1, () => report("one", 1, 63));
  expect(await notifications()).toEqual(["one-0: memory at 98.4% of its limit."]);
  await pass(10, () => report("one", 1));
  const whole = ["incident.opened", "incident.changed", "incident.resolved"];
  expect(await typesFor(world, person, channel.id)).toEqual(whole);
  expect(await mails()).toEqual(whole);
  expect(await notifications()).toHaveLength(1);
});

test("CHN01 a channel gets nothing that is less urgent than it wants, and one that is off gets nothing", async () => {
  const critical = await addWebhook(person, { minimum: "critical" });
  const off = await addWebhook(person, { name: "Off" });
  const change = { name: "Off", minimum: "info", on: false };
  await ask(person, "PUT", `/channels/${off.channel.id}`, change);
  await full();
  expect(await typesFor(world, person, critical.channel.id)).toEqual([]);
  await pass(1, () => report("one", 1, 63));
  expect(await typesFor(world, person, critical.channel.id)).toEqual(["incident.opened"]);
  await pass(10, () => report("one", 1));
  expect(await typesFor(world, person, critical.channel.id)).toEqual([
    "incident.opened",
    "incident.resolved",
  ]);
  expect(await typesFor(world, person, off.channel.id)).toEqual([]);
});

test("INC05 an acknowledgement reaches the webhooks that know the incident, with the person's name", async () => {
  const { channel } = await addWebhook(person);
  await full();
  const late = await addWebhook(person, { name: "Late" });
  const [{ id } = { id: "" }] = await incidentsOf(world, person);
  world.clock.advance(minute / 2);
  const acknowledge = () => ask(person, "POST", `/incidents/${id}/acknowledgement`, { note: "On it" });
  for (let again = 0; again < 2; again += 1) expect((await acknowledge()).status).toBe(200);
  const [, acknowledged, ...others] = await queuedFor(world, person, channel.id);
  expect(others).toEqual([]);
  expect(acknowledged).toMatchObject({
    type: "incident.acknowledged",
    sequence: 2,
    event: { incident: { acknowledged: { by: expect.stringMatching(/^Pat /) as string, note: "On it" } } },
  });
  expect(await mails()).toEqual(["incident.opened"]);
  await pass(2, () => report("one", 1, 59));
  expect(await typesFor(world, person, channel.id)).toHaveLength(2);
  expect(await typesFor(world, person, late.channel.id)).toEqual([]);
  await pass(10, () => report("one", 1));
  expect((await queuedFor(world, person, channel.id)).map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
});

test("CHN01 INC04 a storm becomes one summary, and each incident of it has one begin and one end", async () => {
  const { channel } = await addWebhook(person);
  const degraded = (count: number) =>
    Array.from({ length: count }, (_, index) => reported(`two-${index}`, { status: "degraded" }));
  const agent = { id: "two".padEnd(16, "0"), name: "two", version: "1.0.0" };
  const storm = async () => {
    await report("one", 9, 59);
    expect((await send(world, key, reportOf(world, degraded(9), { agent }))).status).toBe(202);
  };
  await pass(6, storm);
  const open = await incidentsOf(world, person);
  expect(open).toHaveLength(18);
  const opened = await queuedFor(world, person, channel.id);
  const types = opened.map(({ type }) => type);
  expect(types.filter((type) => type === "incident.opened")).toHaveLength(9);
  expect(types.filter((type) => type === "incident.summary")).toHaveLength(1);
  const summary = opened.find(({ type }) => type === "incident.summary")?.event;
  const summarized = summary && "summary" in summary ? summary.summary.first[0]?.id : undefined;
  const page = await ask(person, "GET", `/incidents/${summarized}`);
  const { messages } = (await page.json()) as IncidentDetail;
  expect(messages.map(({ channel: { id }, type }) => [id, type])).toContainEqual([
    channel.id,
    "incident.summary",
  ]);
  await pass(20, async () => {
    await report("one", 9);
    const healed = Array.from({ length: 9 }, (_, index) => reported(`two-${index}`));
    await send(world, key, reportOf(world, healed, { agent }));
  });
  const ids = { open: [] as string[], resolved: [] as string[] };
  for (const { event } of await queuedFor(world, person, channel.id)) {
    if ("incident" in event) ids[event.incident.state].push(event.incident.id);
    if ("summary" in event) for (const { id, state } of event.summary.first) ids[state].push(id);
  }
  const all = open.map(({ id }) => id).toSorted();
  expect(ids.open.toSorted()).toEqual(all);
  expect(ids.resolved.toSorted()).toEqual(all);
});

test("INC08 R21 after three dead hours of the evaluator at most one summary a channel goes out", async () => {
  const { channel } = await addWebhook(person);
  await report("one", 1);
  await report("two", 1);
  await lookAt(world, person);
  const gap = 180 * minute;
  world.clock.advance(gap);
  const since = world.clock.now();
  const live = async () => {
    await report("one", 1, 63);
    await report("three", 3, 60);
  };
  await live();
  await lookAt(world, person, { previous: since - gap, since });
  for (let passed = 1; passed < 10; passed += 1) {
    await pass(1, live, { since });
    expect(await typesFor(world, person, channel.id)).toEqual([]);
  }
  // The incidents are open, and people see them.
  expect((await incidentsOf(world, person)).length).toBeGreaterThan(1);
  await pass(6, live, { since });
  expect(await typesFor(world, person, channel.id)).toEqual(["incident.summary"]);
  expect(await mails()).toEqual(["incident.summary"]);
  expect((await incidentsOf(world, person)).length).toBe(5);
});

test("INC08 a recovery during dead hours is said once the catch-up ends, to those who heard of the begin", async () => {
  const { channel } = await addWebhook(person);
  await full();
  const gap = 180 * minute;
  world.clock.advance(gap);
  const since = world.clock.now();
  await report("one", 1);
  await lookAt(world, person, { previous: since - gap, since });
  await pass(9, () => report("one", 1), { since });
  expect(await incidentsOf(world, person)).toEqual([]);
  expect(await typesFor(world, person, channel.id)).toEqual(["incident.opened"]);
  await pass(3, () => report("one", 1), { since });
  expect(await typesFor(world, person, channel.id)).toEqual(["incident.opened", "incident.resolved"]);
});

test("INC01 CHN03 of a channel that fails, its admins get a mail, and it gets nothing itself", async () => {
  const { channel } = await addWebhook(person);
  const { channel: other } = await addWebhook(person, { name: "Other" });
  const set = (fields: Partial<ChannelRow>) =>
    world.services.table.update(channelKey(scopeOf(person), channel.id), {
      set: channelKind.changes(fields),
    });
  const reportFor = async (minutes: number) => {
    for (let passed = 0; passed < minutes; passed += 1) {
      world.clock.advance(minute);
      const answer = await send(world, key, reportOf(world, [reported("one")]));
      expect(answer.status).toBe(202);
      await lookAt(world, person);
    }
  };
  await reportFor(1);
  await set({ failures: 3, failingSince: world.clock.now() });
  await reportFor(65);
  const [incident, ...others] = await incidentsOf(world, person);
  expect(others).toEqual([]);
  expect(incident).toMatchObject({
    rule: "channel-failing",
    severity: "warning",
    cause: { kind: "channel", id: channel.id },
    title: "The channel On call has delivered nothing for an hour",
  });
  await set({ off: "gone" });
  // What changes within a quarter of an hour is one message.
  await reportFor(15);
  expect((await incidentsOf(world, person))[0]?.title).toBe(
    "The channel On call was switched off: its receiver answered that it is gone",
  );
  await ask(person, "PUT", `/channels/${channel.id}`, { name: "On call", minimum: "info", on: true });
  await reportFor(5);
  expect(await incidentsOf(world, person)).toEqual([]);
  expect(await typesFor(world, person, mailOf(person))).toEqual([
    "incident.opened",
    "incident.changed",
    "incident.resolved",
  ]);
  expect(await typesFor(world, person, other.id)).toHaveLength(3);
  expect(await typesFor(world, person, channel.id)).toEqual([]);
});

/** Lets a server be full for four minutes. Returns the id of its incident. */
async function fullServer(): Promise<string> {
  const deployments = [reported("server", { databases: databases(1, 59) })];
  for (let passed = 0; passed < 4; passed += 1) {
    world.clock.advance(minute);
    expect((await send(world, key, reportOf(world, deployments))).status).toBe(202);
    await lookAt(world, person);
  }
  const [incident] = await incidentsOf(world, person);
  return incident?.id ?? "";
}

async function messagesOf(id: string, as = person): Promise<unknown[]> {
  const answer = await ask(as, "GET", `/incidents/${id}`);
  const { messages } = (await answer.json()) as IncidentDetail;
  return messages.map(({ channel, type, state }) => [channel.name, type, state]);
}

test("INC04 the page of an incident says which channels were told, and what became of it, to every member", async () => {
  const viewer = await signUp(world, {}, ["VIEWER"]);
  await join(world, viewer, person);
  const { channel } = await addWebhook(person);
  const id = await fullServer();
  const queued = [
    ["Admins by email", "incident.opened", "queued"],
    ["On call", "incident.opened", "queued"],
  ];
  expect(await messagesOf(id, viewer)).toEqual(expect.arrayContaining(queued));
  expect((await ask(person, "DELETE", `/channels/${channel.id}`)).status).toBe(204);
  await deliverDue(world);
  expect(await messagesOf(id)).toEqual(
    expect.arrayContaining([
      ["Admins by email", "incident.opened", "sent"],
      [null, "incident.opened", "skipped"],
    ]),
  );
});

test.each(inheritedNames)(
  "R24 INC04 a deployment whose status is %s is an incident like another, on its page, in its mail and for assistants",
  async (status) => {
    const deployments = [reported("one", { status, statusMessage: status })];
    await pass(4, async () => {
      expect((await send(world, key, reportOf(world, deployments))).status).toBe(202);
    });
    const [incident] = await incidentsOf(world, person);
    const id = incident?.id ?? "";
    const { text } = unwell.advice;
    expect(await (await ask(person, "GET", `/incidents/${id}`)).json()).toMatchObject({ advice: { text } });
    await deliverDue(world);
    expect(await messagesOf(id)).toEqual([["Admins by email", "incident.opened", "sent"]]);
    const explained = await askTool(readerIn(world, person), { tool: "explain_incident", input: { id } });
    expect(JSON.stringify(explained)).toContain(text);
  },
);

test("INC04 of a channel with very many messages the first and the newest are looked through", async () => {
  const channel = await storeWebhook(world, person, "https://192.0.2.1/");
  const incident = { id: "inc_1", openedAt: world.clock.now() };
  const write = async (type: "incident.opened" | "incident.resolved", id: string) => {
    world.clock.advance(1_000);
    await enqueue(world, channel, type, { ...incident, id });
  };
  await write("incident.opened", "inc_1");
  for (let index = 0; index < 220; index += 1) await write("incident.opened", `inc_other${index}`);
  await write("incident.resolved", "inc_1");
  world.recorder.clear();
  const asked = { ...incident, channels: [channel.id] };
  const found = await messagesAbout(world.services, scopeOf(person), asked);
  expect(found.map(({ type }) => type)).toEqual(["incident.opened", "incident.resolved"]);
  expect(world.recorder.sent).toHaveLength(2);
});
