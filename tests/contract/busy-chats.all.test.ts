import { deliverMessage } from "@shardwatch/core/channel/delivery/deliver";
import { deliveryId, putInQueue } from "@shardwatch/core/channel/delivery/outbox";
import { expect, test } from "vitest";
import { addChat, worldWithChats } from "../support/chats.ts";
import { deliveryOf, enqueue, messageIncident, type TestChannel } from "../support/deliveries.ts";
import { scopeOf } from "../support/scope.ts";
import { signUp } from "../support/world.ts";

const minute = 60_000;
const { world, chats } = await worldWithChats();

/** Messages about other incidents, as a channel gets them in some busy days. */
async function fill({ id: channelId, owner }: TestChannel, count: number): Promise<void> {
  const writes = Array.from({ length: count }, (_, index) => {
    world.clock.advance(1);
    const at = world.clock.time;
    const incident = messageIncident({ id: `inc_other${index}`, openedAt: at });
    const event = { type: "incident.opened", at, incident } as const;
    const id = deliveryId(channelId, event, at);
    return putInQueue(scopeOf(owner), { id, channelId, event, createdAt: at });
  });
  for (let begin = 0; begin < writes.length; begin += 100)
    await world.services.table.transact(writes.slice(begin, begin + 100));
}

test.each(["pagerduty", "slack"] as const)(
  "CHN14 after thousands of other messages, %s does not get what is older than the newest state",
  async (kind) => {
    const channel = await addChat(world, await signUp(world), kind, 1);
    const openedAt = world.clock.time;
    let sequence = 0;
    const happens = async (type: "opened" | "changed" | "resolved") => {
      world.clock.advance(minute);
      sequence += 1;
      const over = type === "resolved" ? { state: "resolved" as const, resolvedAt: world.clock.time } : {};
      const incident = { id: "inc_1", sequence, openedAt, ...over };
      return await enqueue(world, channel, `incident.${type}`, incident);
    };
    const deliver = async (name: Awaited<ReturnType<typeof happens>>) => {
      await deliverMessage(world.services, name);
      return await deliveryOf(world, name);
    };
    expect(await deliver(await happens("opened"))).toMatchObject({ state: "sent" });
    await fill(channel, 2_100);
    chats[kind].set(channel.place, { fault: "500" });
    const changed = await happens("changed");
    expect(await deliver(changed)).toMatchObject({ state: "queued" });
    chats[kind].set(channel.place, { fault: "works" });
    expect(await deliver(await happens("resolved"))).toMatchObject({ state: "sent" });
    world.clock.advance(minute);
    expect(await deliver(changed)).toMatchObject({ state: "skipped", why: "newer" });
    const { alerts } = chats.pagerduty.place(channel.place)?.content ?? {};
    if (kind === "pagerduty") expect(alerts).toMatchObject([{ state: "resolved" }]);
  },
);
