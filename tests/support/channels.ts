import type { ChannelList, RotatedChannel } from "@shardwatch/core/contract/channel/channel";
import { deliveriesOf, mailChannelId } from "@shardwatch/core/channel/rows/channel.keys";
import { type Delivery, readDelivery } from "@shardwatch/core/channel/rows/delivery.table";
import { scopeOf } from "./scope.ts";
import { call, type Person, signInAgain, type World } from "./world.ts";

/** The requests about channels of one world. */
export function channelsIn(world: World) {
  const ask = async (person: Person, method: string, path: string, body?: unknown, headers = {}) =>
    await call(world, method, path, {
      as: await signInAgain(world, person),
      headers,
      ...(body !== undefined && { body }),
    });

  /** A new webhook, later than the one before, because ids sort by time. */
  const addWebhook = async (person: Person, fields: object = {}): Promise<RotatedChannel> => {
    world.clock.advance(1);
    const body = { kind: "webhook", name: "On call", url: "https://hooks.example.com/in/0123456789abcd" };
    const answer = await ask(person, "POST", "/channels", { ...body, ...fields });
    if (answer.status !== 201) throw new Error(`adding a webhook was answered ${await answer.text()}`);
    return (await answer.json()) as RotatedChannel;
  };

  const listFor = async (person: Person): Promise<ChannelList> =>
    (await (await ask(person, "GET", "/channels")).json()) as ChannelList;

  return { ask, addWebhook, listFor };
}

/** The id of the channel for mail of a person's organization. */
export const mailOf = (person: Pick<Person, "organizationId">): string => mailChannelId(scopeOf(person));

/** What was queued for a channel, oldest first. */
export async function queuedFor(
  world: World,
  person: Pick<Person, "organizationId">,
  channelId: string,
): Promise<Delivery[]> {
  const rows = await world.services.table.queryAll(deliveriesOf(scopeOf(person), channelId));
  return rows.map(readDelivery);
}

/** The types of the messages to a channel, oldest first. */
export const typesFor = async (...of: Parameters<typeof queuedFor>): Promise<string[]> =>
  (await queuedFor(...of)).map(({ type }) => type);
