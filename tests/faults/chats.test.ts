import type { ChannelEvent } from "@shardwatch/core/channel/messages/message";
import { deliverMessage } from "@shardwatch/core/channel/delivery/deliver";
import { deliveryId, putInQueue } from "@shardwatch/core/channel/delivery/outbox";
import { postponeDelivery } from "@shardwatch/core/channel/rows/sending.table";
import { createTable } from "@shardwatch/core/table/table";
import { beforeEach, expect, test } from "vitest";
import { addChat, type ChatKind, worldWithChats } from "../support/chats.ts";
import { queuedFor } from "../support/channels.ts";
import { deliverDue, deliveryOf, enqueue, type Name } from "../support/deliveries.ts";
import { disturb } from "../support/disturb.ts";
import { scopeOf } from "../support/scope.ts";
import { type Person, signUp } from "../support/world.ts";

const minute = 60_000;
const { world, chats } = await worldWithChats();
let count = 0;
let person: Person;
beforeEach(async () => {
  chats.clear();
  person = await signUp(world);
});

/** What a service shows, as texts. */
function shownAt(kind: ChatKind, place: string): string[] {
  if (kind === "slack") return chats.slack.place(place)?.content.messages.map(({ text }) => text) ?? [];
  if (kind === "googlechat")
    return chats.googlechat.place(place)?.content.messages.map(({ text }) => text) ?? [];
  if (kind === "teams")
    return chats.teams.place(place)?.content.messages.map(({ cards }) => JSON.stringify(cards)) ?? [];
  return (
    chats.pagerduty.place(place)?.content.alerts.map(({ state, summary }) => `${state} ${summary}`) ?? []
  );
}

/** A worker that dies after this many writes. Returns the number of writes. */
async function deliverAndDie(name: Name, crashAfter: number): Promise<number> {
  const client = world.database.client();
  const disturbed = disturb(client, crashAfter);
  const table = createTable({ client: disturbed.client, name: world.database.tableName });
  await deliverMessage({ ...world.services, table }, name).catch(() => undefined);
  client.destroy();
  return disturbed.writes();
}

test.each(["slack", "pagerduty", "teams", "googlechat"] as const)(
  "R1 R21 a worker that dies after any write leaves at most one more message in %s, and the same one",
  async (kind) => {
    const first = await addChat(world, person, kind, (count += 1));
    const writes = await deliverAndDie(await enqueue(world, first), Infinity);
    expect(writes).toBeGreaterThan(1);
    for (let point = 0; point <= writes; point += 1) {
      const channel = await addChat(world, person, kind, (count += 1));
      const name = await enqueue(world, channel);
      await deliverAndDie(name, point);
      world.clock.advance(2 * minute);
      await deliverDue(world);
      expect((await deliveryOf(world, name)).state, `after write ${point}`).toBe("sent");
      const shown = shownAt(kind, channel.place);
      expect(new Set(shown).size).toBe(1);
      expect(shown.length).toBeLessThanOrEqual(kind === "pagerduty" ? 1 : 2);
    }
  },
);

test("R1 CHN14 a worker that dies after any write of a summary in place of a queue loses nothing and repeats it once", async () => {
  /** Nothing arrives about four incidents, until our deliverer rests as well. Returns the oldest message after seven hours. */
  const failing = async () => {
    const channel = await addChat(world, person, "slack", (count += 1));
    chats.slack.set(channel.place, { fault: "500" });
    for (let passed = 0; passed < 5 * 60; passed += 1) {
      if (passed % 80 === 0)
        await enqueue(world, channel, "incident.opened", { id: `inc_${passed}`, title: `title ${passed}` });
      world.clock.advance(minute);
      await deliverDue(world);
    }
    chats.slack.set(channel.place, { fault: "works" });
    const queued = (await queuedFor(world, person, channel.id)).filter(({ state }) => state === "queued");
    const [first] = queued;
    if (!first) throw new Error("nothing waits");
    world.clock.advance(2 * 60 * minute);
    return {
      channel,
      name: { organizationId: person.organizationId, channelId: channel.id, deliveryId: first.id },
    };
  };
  const writes = await deliverAndDie((await failing()).name, Infinity);
  expect(writes).toBeGreaterThan(4);
  for (let point = 0; point < writes; point += 1) {
    const { channel, name } = await failing();
    await deliverAndDie(name, point);
    for (let passed = 0; passed < 10; passed += 1) {
      world.clock.advance(minute);
      await deliverDue(world);
    }
    const rows = await queuedFor(world, person, channel.id);
    expect(
      rows.filter(({ state }) => state === "queued"),
      `after write ${point}`,
    ).toEqual([]);
    const shown = shownAt("slack", channel.place);
    expect(new Set(shown)).toEqual(new Set([expect.stringContaining("4 incidents: 4 opened")]));
    expect(shown.length).toBeLessThanOrEqual(2);
  }
});

/** Queues a summary, as a pass does whose brake holds. */
async function enqueueSummary(channelId: string, number: number): Promise<void> {
  const at = world.clock.now();
  const one = {
    severity: "warning",
    state: "open",
    sequence: 1,
    web: "https://shardwatch.example/",
  } as const;
  const event: ChannelEvent = {
    type: "incident.summary",
    at,
    summary: {
      opened: 12,
      changed: 0,
      resolved: 0,
      first: Array.from({ length: 12 }, (_, index) => ({
        ...one,
        id: `inc_${number}_${index}`,
        title: `store ${number} ${index}`,
      })),
      links: { web: "https://shardwatch.example/incidents", api: "https://api.shardwatch.example/incidents" },
    },
  };
  const id = deliveryId(channelId, event, at);
  await world.services.table.transact([putInQueue(scopeOf(person), { id, channelId, event, createdAt: at })]);
}

test.each(["slack", "teams", "googlechat"] as const)(
  "R21 CHN14 after three dead hours of our deliverer, %s gets the newest state of each incident and one summary",
  async (kind) => {
    const channel = await addChat(world, person, kind, (count += 1));
    const openedAt = world.clock.time;
    for (let passed = 0; passed < 180; passed += 10) {
      for (const id of ["inc_a", "inc_b"])
        await enqueue(world, channel, passed === 0 ? "incident.opened" : "incident.changed", {
          id,
          openedAt,
          sequence: passed + 1,
          title: `title of ${id}`,
        });
      await enqueueSummary(channel.id, passed);
      world.clock.advance(10 * minute);
    }
    for (let passed = 0; passed < 30; passed += 1) {
      await deliverDue(world);
      world.clock.advance(minute);
    }
    const shown = shownAt(kind, channel.place);
    expect(shown).toHaveLength(3);
    expect(shown.filter((text) => text.includes("216 incidents: 216 opened"))).toHaveLength(1);
    const rows = await queuedFor(world, person, channel.id);
    expect(rows.filter(({ state }) => state === "queued")).toEqual([]);
    expect(rows.filter(({ why }) => why === "summarized")).toHaveLength(17);
  },
);

test("CHN14 two workers at once make one summary of what waits", async () => {
  const channel = await addChat(world, person, "slack", (count += 1));
  for (let passed = 0; passed < 6; passed += 1) {
    await enqueueSummary(channel.id, passed);
    world.clock.advance(minute);
  }
  for (let round = 0; round < 4; round += 1) {
    const due = (await queuedFor(world, person, channel.id)).filter(({ state }) => state === "queued");
    const jobs = due.map(({ id }) => ({
      organizationId: person.organizationId,
      channelId: channel.id,
      deliveryId: id,
    }));
    await Promise.allSettled([...jobs, ...jobs].map((job) => deliverMessage(world.services, job)));
    world.clock.advance(minute);
  }
  expect(shownAt("slack", channel.place)).toEqual([expect.stringContaining("72 incidents: 72 opened")]);
});

test("CHN14 a message that begins to wait while a summary is made of it is not sent as well", async () => {
  const channel = await addChat(world, person, "slack", (count += 1));
  for (let passed = 0; passed < 2; passed += 1) {
    await enqueueSummary(channel.id, passed);
    world.clock.advance(minute);
  }
  const [first, other] = await queuedFor(world, person, channel.id);
  if (!first || !other) throw new Error("nothing waits");
  const client = world.database.client();
  let writes = 0;
  const postponing = {
    send: async (command: { constructor: { name: string } }) => {
      const answer: unknown = await client.send(command as never);
      if (/^(Update|TransactWrite)/.test(command.constructor.name)) writes += 1;
      // The second write stores the summary.
      if (writes === 2) {
        writes += 1;
        const now = world.clock.time;
        const { update, change, when } = postponeDelivery(scopeOf(person), other, now + 1, now);
        await world.services.table.update(update, change, when);
      }
      return answer;
    },
  };
  const table = createTable({ client: postponing as never, name: world.database.tableName });
  const name = { organizationId: person.organizationId, channelId: channel.id, deliveryId: first.id };
  await deliverMessage({ ...world.services, table }, name);
  client.destroy();
  world.clock.advance(minute);
  await deliverDue(world);
  expect(writes).toBeGreaterThan(3);
  expect(shownAt("slack", channel.place)).toEqual([expect.stringContaining("24 incidents: 24 opened")]);
});
