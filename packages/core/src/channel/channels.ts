import type { Services } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import { isKnownChannel } from "../contract/channel/words.ts";
import { isId } from "../kit/ids.ts";
import { channelKey, channelsOf } from "./rows/channel.keys.ts";
import { type ChannelRow, readChannel } from "./rows/channel.table.ts";
import { channelsOfEvery } from "./rows/of-every.ts";

export type Channel = ChannelRow;

/** Whether this release can send to a channel. Messages to further kinds wait for the release that knows them. */
export const canSend = ({ kind }: Channel): boolean => isKnownChannel(kind);

/** All channels of an organization: those that every organization has first, and then the oldest. */
export async function allOf({ table }: Services, organization: OrganizationId): Promise<Channel[]> {
  const rows = await table.queryAll(channelsOf(organization));
  const stored = new Map(rows.map(readChannel).map((channel) => [channel.id, channel]));
  const first = channelsOfEvery(organization).map((channel) => stored.get(channel.id) ?? channel);
  for (const { id } of first) stored.delete(id);
  return [...first, ...stored.values()];
}

/** One channel; undefined when there is none of that id. */
export async function find(
  { table }: Services,
  organization: OrganizationId,
  id: string,
): Promise<Channel | undefined> {
  const row = isId("channel", id) ? await table.get(channelKey(organization, id)) : undefined;
  if (row) return readChannel(row);
  return channelsOfEvery(organization).find((channel) => channel.id === id);
}
