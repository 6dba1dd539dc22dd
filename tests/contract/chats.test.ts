import { deliverMessage } from "@shardwatch/core/channel/delivery/deliver";
import { changeChannel } from "@shardwatch/core/channel/rows/channel.table";
import { beforeEach, expect, test } from "vitest";
import { addChat, type ChatKind, worldWithChats } from "../support/chats.ts";
import { queuedFor } from "../support/channels.ts";
import { channelOf, deliverDue, deliveryOf, enqueue, type TestChannel } from "../support/deliveries.ts";
import { scopeOf } from "../support/scope.ts";
import { type Person, signUp } from "../support/world.ts";

const [minute, hour] = [60_000, 3_600_000];

const { world, chats } = await worldWithChats();

let count = 0;
let person: Person;
beforeEach(async () => {
  chats.clear();
  person = await signUp(world);
});

const add = async (kind: ChatKind) => await addChat(world, person, kind, (count += 1));

/** What happens to an incident, a minute after what was before, with the message that a pass makes of it. */
function incidentOf(channel: TestChannel, id: string) {
  let sequence = 0;
  const openedAt = world.clock.time;
  return async (
    type: "opened" | "changed" | "acknowledged" | "resolved",
    more: { severity?: "critical" | "warning"; acknowledged?: { by: string; at: number; note: string } } = {},
  ) => {
    world.clock.advance(minute);
    sequence += 1;
    const over = type === "resolved" ? { state: "resolved" as const, resolvedAt: world.clock.time } : {};
    return await enqueue(world, channel, `incident.${type}`, {
      id,
      sequence,
      openedAt,
      title: "cart: memory is full",
      severity: "warning",
      ...over,
      ...more,
    });
  };
}
const by = () => ({ by: "Mia", at: world.clock.time, note: "on it" });

const slackAt = (channel: { place: string }) => chats.slack.place(channel.place)?.content.messages ?? [];
const alertsAt = (channel: { place: string }) => chats.pagerduty.place(channel.place)?.content.alerts ?? [];
const cardsAt = (channel: { place: string }) => chats.teams.place(channel.place)?.content.messages ?? [];
const spaceAt = (channel: { place: string }) => chats.googlechat.place(channel.place)?.content.messages ?? [];

test("CHN10 AMD20 an incident is one message in Slack that is changed in place, with replies when it gets worse and ends", async () => {
  const channel = await add("slack");
  const happens = incidentOf(channel, "inc_1");
  await happens("opened");
  await deliverDue(world);
  expect(slackAt(channel)).toMatchObject([{ text: "🟠 Warning: cart: memory is full", edits: 0 }]);
  await happens("changed");
  await deliverDue(world);
  expect(slackAt(channel)).toMatchObject([{ edits: 1 }]);
  await happens("changed", { severity: "critical" });
  await deliverDue(world);
  await happens("acknowledged", { severity: "critical", acknowledged: by() });
  await deliverDue(world);
  await happens("resolved", { severity: "critical", acknowledged: by() });
  await deliverDue(world);
  const [message, worse, over, ...others] = slackAt(channel);
  expect(others).toEqual([]);
  expect(message).toMatchObject({ text: "🟢 Resolved: cart: memory is full", edits: 4 });
  expect(message?.blocks?.[0]).toMatchObject({ text: { text: "🟢 Resolved: cart: memory is full" } });
  expect(worse).toMatchObject({ thread_ts: message?.ts, text: "Worse, now critical: cart: memory is full" });
  expect(over).toMatchObject({ thread_ts: message?.ts, text: "Over: cart: memory is full" });
  for (const reply of [worse, over]) expect(reply?.blocks).toHaveLength(1);
});

test.each(["message_not_found", "cant_update_message", "edit_window_closed"] as const)(
  "CHN10 where Slack answers %s to a change, the state is posted anew",
  async (fault) => {
    const channel = await add("slack");
    const happens = incidentOf(channel, "inc_1");
    await happens("opened");
    await deliverDue(world);
    chats.slack.set(channel.place, { fault });
    await happens("changed", { severity: "critical" });
    await deliverDue(world);
    expect(slackAt(channel).map(({ text, thread_ts }) => [text, thread_ts])).toEqual([
      ["🟠 Warning: cart: memory is full", undefined],
      ["🔴 Critical: cart: memory is full", undefined],
    ]);
    chats.slack.set(channel.place, { fault: "works" });
    await happens("resolved");
    await deliverDue(world);
    const [, anew, reply] = slackAt(channel);
    expect(anew).toMatchObject({ text: "🟢 Resolved: cart: memory is full", edits: 1 });
    expect(reply).toMatchObject({ thread_ts: anew?.ts });
  },
);

test("CHN10 to another channel of Slack the state is posted anew, and not changed in the former one", async () => {
  const channel = await add("slack");
  const happens = incidentOf(channel, "inc_1");
  await happens("opened");
  await deliverDue(world);
  const before = await channelOf(world, channel);
  const place = "C99999999";
  await world.services.table.transact([changeChannel(scopeOf(person), before, { place, at: 0 })]);
  await happens("resolved");
  await deliverDue(world);
  expect(slackAt(channel)).toMatchObject([{ text: "🟠 Warning: cart: memory is full", edits: 0 }]);
  expect(slackAt({ place })).toMatchObject([{ text: "🟢 Resolved: cart: memory is full" }]);
});

test("CHN11 an alert of PagerDuty is triggered, acknowledged and resolved with its incident", async () => {
  const channel = await add("pagerduty");
  const happens = incidentOf(channel, "inc_1");
  const states: unknown[] = [];
  const deliver = async () => {
    await deliverDue(world);
    states.push(alertsAt(channel).map(({ state, dedup_key: key }) => [state, key]));
  };
  await happens("opened");
  await deliver();
  await happens("acknowledged", { acknowledged: by() });
  await deliver();
  await happens("changed", { severity: "critical", acknowledged: by() });
  await deliver();
  await happens("resolved");
  await deliver();
  expect(states).toEqual([
    [["triggered", "inc_1"]],
    [["acknowledged", "inc_1"]],
    [["acknowledged", "inc_1"]],
    [["resolved", "inc_1"]],
  ]);
  // A trigger of an alert that is open is a line in its log.
  expect(alertsAt(channel)[0]?.log.map(({ action, severity }) => [action, severity])).toEqual([
    ["trigger", "warning"],
    ["acknowledge", undefined],
    ["trigger", "critical"],
    ["acknowledge", undefined],
    ["resolve", undefined],
  ]);
});

test("CHN11 an acknowledgement that comes before its trigger was sent brings the alert to the same state", async () => {
  const channel = await add("pagerduty");
  const happens = incidentOf(channel, "inc_1");
  chats.pagerduty.set(channel.place, { fault: "500" });
  await happens("opened");
  await deliverDue(world);
  await happens("acknowledged", { acknowledged: by() });
  chats.pagerduty.set(channel.place, { fault: "works" });
  for (let passed = 0; passed < 10; passed += 1) {
    world.clock.advance(minute);
    await deliverDue(world);
  }
  expect(alertsAt(channel)).toMatchObject([{ state: "acknowledged", dedup_key: "inc_1" }]);
});

test("CHN12 Teams gets a card for each state, and a workflow that is gone switches its channel off", async () => {
  const channel = await add("teams");
  const happens = incidentOf(channel, "inc_1");
  await happens("opened");
  await deliverDue(world);
  await happens("resolved");
  await deliverDue(world);
  expect(cardsAt(channel)).toHaveLength(2);
  chats.teams.set(channel.place, { fault: "404" });
  const name = await incidentOf(channel, "inc_2")("opened");
  await deliverDue(world);
  expect((await deliveryOf(world, name)).state).toBe("dead");
  expect(await channelOf(world, channel)).toMatchObject({ off: "refused" });
});

test("CHN13 all messages of an incident are in one thread of Google Chat", async () => {
  const channel = await add("googlechat");
  for (const id of ["inc_1", "inc_2"]) {
    const happens = incidentOf(channel, id);
    for (const type of ["opened", "changed", "resolved"] as const) {
      await happens(type);
      await deliverDue(world);
    }
  }
  const threads = spaceAt(channel).map(({ thread }) => [thread.threadKey, thread.name]);
  expect(threads.map(([key]) => key)).toEqual(["inc_1", "inc_1", "inc_1", "inc_2", "inc_2", "inc_2"]);
  expect(new Set(threads.map(([, name]) => name)).size).toBe(2);
});

test.each(["slack", "teams", "googlechat", "pagerduty"] as const)(
  "CHN14 of what waits for %s about an incident, only the newest state is sent",
  async (kind) => {
    const channel = await add(kind);
    const happens = incidentOf(channel, "inc_1");
    const first = await happens("opened");
    const next = await happens("changed", { severity: "critical" });
    const last = await happens("resolved");
    await deliverDue(world);
    const states = await Promise.all([first, next, last].map((one) => deliveryOf(world, one)));
    expect(states.map(({ state, why }) => [state, why])).toEqual([
      ["skipped", "newer"],
      ["skipped", "newer"],
      ["sent", undefined],
    ]);
    const shown = { slack: slackAt, teams: cardsAt, googlechat: spaceAt, pagerduty: alertsAt }[kind](channel);
    // PagerDuty drops the end of an alert that it does not know.
    expect(shown).toHaveLength(kind === "pagerduty" ? 0 : 1);
    if (kind !== "pagerduty") expect(JSON.stringify(shown)).toMatch(/Over, \d\d:\d\d–\d\d:\d\d UTC|Resolved/);
  },
);

test.each(["slack", "teams", "googlechat"] as const)(
  "CHN14 after six hours without a success, %s gets one summary in place of all that waits",
  async (kind) => {
    const channel = await add(kind);
    chats[kind].set(channel.place, { fault: "500" });
    const happens: ReturnType<typeof incidentOf>[] = [];
    for (let passed = 0; passed < 7 * 60; passed += 1) {
      if (passed % 20 === 0) {
        const one = incidentOf(channel, `inc_${passed}`);
        happens.push(one);
        await one("opened");
        if (passed % 40 === 0) await one("resolved");
      }
      world.clock.advance(minute);
      await deliverDue(world);
    }
    chats[kind].set(channel.place, { fault: "works" });
    for (let passed = 0; passed < 90; passed += 1) {
      world.clock.advance(minute);
      await deliverDue(world);
    }
    const arrived = { slack: slackAt, teams: cardsAt, googlechat: spaceAt }[kind](channel);
    expect(arrived).toHaveLength(1);
    expect(JSON.stringify(arrived)).toContain(`${happens.length} incidents: `);
    const rows = await queuedFor(world, person, channel.id);
    expect(rows.filter(({ state }) => state === "queued")).toEqual([]);
    expect(rows.filter(({ state }) => state === "sent").map(({ type }) => type)).toEqual([
      "incident.summary",
    ]);
    expect(await channelOf(world, channel)).toMatchObject({ failures: 0 });
    // Then it goes on as before.
    await incidentOf(channel, "inc_later")("opened");
    await deliverDue(world);
    expect({ slack: slackAt, teams: cardsAt, googlechat: spaceAt }[kind](channel)).toHaveLength(2);
  },
);

test("CHN10 CHN14 a summary takes the place of what waits, but not of what changes a message that is there", async () => {
  const channel = await add("slack");
  const pass = async (minutes: number) => {
    for (let passed = 0; passed < minutes; passed += 1) {
      world.clock.advance(minute);
      await deliverDue(world);
    }
  };
  const known = incidentOf(channel, "inc_known");
  await known("opened");
  await pass(1);
  chats.slack.set(channel.place, { fault: "500" });
  for (const id of ["inc_1", "inc_2", "inc_3"]) await incidentOf(channel, id)("opened");
  await pass(60);
  await known("resolved");
  await pass(6 * 60);
  chats.slack.set(channel.place, { fault: "works" });
  await pass(90);
  const [first, ...others] = slackAt(channel);
  expect(first).toMatchObject({ text: "🟢 Resolved: cart: memory is full", edits: 1 });
  expect(others.map(({ text }) => text).toSorted()).toEqual([
    "Over: cart: memory is full",
    expect.stringContaining("3 incidents: 3 opened"),
  ]);
});

test("CHN14 a test that arrives after six hours makes the channel healthy, and what waited is one summary all the same", async () => {
  const channel = await add("slack");
  chats.slack.set(channel.place, { fault: "500" });
  for (let passed = 0; passed < 350; passed += 1) {
    if (passed % 30 === 0) await incidentOf(channel, `inc_${passed}`)("opened");
    world.clock.advance(minute);
    await deliverDue(world);
  }
  chats.slack.set(channel.place, { fault: "works" });
  world.clock.advance(40 * minute);
  await deliverMessage(world.services, await enqueue(world, channel, "test.ping"));
  expect(await channelOf(world, channel)).toMatchObject({ failures: 0 });
  for (let passed = 0; passed < 90; passed += 1) {
    world.clock.advance(minute);
    await deliverDue(world);
  }
  expect(slackAt(channel).map(({ text }) => text)).toEqual([
    "🔵 Test of channel On call",
    expect.stringContaining("12 incidents: 12 opened"),
  ]);
});

test("CHN14 PagerDuty gets no summary after six hours, but the newest state of each incident", async () => {
  const channel = await add("pagerduty");
  chats.pagerduty.set(channel.place, { fault: "500" });
  for (let passed = 0; passed < 7 * 60; passed += 1) {
    if (passed % 60 === 0) await incidentOf(channel, `inc_${passed}`)("opened");
    world.clock.advance(minute);
    await deliverDue(world);
  }
  chats.pagerduty.set(channel.place, { fault: "works" });
  for (let passed = 0; passed < 130; passed += 1) {
    world.clock.advance(minute);
    await deliverDue(world);
  }
  expect(alertsAt(channel).map(({ state }) => state)).toEqual(Array(7).fill("triggered"));
});

test.each([
  ["slack", "token_revoked"],
  ["slack", "is_archived"],
  ["slack", "not_in_channel"],
  ["teams", "401"],
  ["googlechat", "404"],
] as const)(
  "CHN14 a channel of %s that answers %s is off at once, and stops no other",
  async (kind, fault) => {
    const [dead, well] = [await add(kind), await add(kind)];
    chats[kind].set(dead.place, { fault });
    await incidentOf(dead, "inc_1")("opened");
    const other = await incidentOf(well, "inc_1")("opened");
    await deliverDue(world);
    expect(await channelOf(world, dead)).toMatchObject({ off: "refused" });
    expect((await deliveryOf(world, other)).state).toBe("sent");
    const later = await incidentOf(dead, "inc_2")("opened");
    await deliverDue(world);
    expect(await deliveryOf(world, later)).toMatchObject({ state: "skipped", why: "off" });
  },
);

test("CHN14 a service that is busy is asked again when it says, and hourly after half an hour", async () => {
  const channel = await add("slack");
  chats.slack.set(channel.place, { fault: "429", retryAfter: 600 });
  const name = await incidentOf(channel, "inc_1")("opened");
  await deliverDue(world);
  const { due = 0 } = await deliveryOf(world, name);
  expect(due - world.clock.time).toBe(10 * minute);
  chats.slack.set(channel.place, { fault: "500" });
  const waits: number[] = [];
  for (let attempt = 0; attempt < 8; attempt += 1) {
    world.clock.time = (await deliveryOf(world, name)).due ?? world.clock.time;
    await deliverMessage(world.services, name);
    waits.push(((await deliveryOf(world, name)).due ?? 0) - world.clock.time);
  }
  expect(Math.max(...waits)).toBeLessThan(1.21 * hour);
  expect(Math.min(...waits.slice(-3))).toBeGreaterThan(0.79 * hour);
});
