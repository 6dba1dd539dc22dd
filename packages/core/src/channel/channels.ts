import type { Services } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import { channelKinds } from "../contract/channel-words.ts";
import { isId } from "../kit/ids.ts";
import { channelKey, channelsOf, mailChannelId } from "./channel.keys.ts";
import { type ChannelRow, readChannel } from "./channel.table.ts";

export type Channel = ChannelRow;

/**
 * The channel for mail that every organization has from the start. It has no row, and so the revision 0, until somebody
 * changes it or a delivery fails.
 */
const mailOf = (organization: OrganizationId): Channel => ({
  id: mailChannelId(organization),
  kind: "mail",
  name: "E-mail to admins",
  target: "",
  minimum: "warning",
  failures: 0,
  pausedUntil: 0,
  revision: 0,
  at: 0,
});

/** Whether this release can send to a channel. Messages to further kinds wait for the release that knows them. */
export const canSend = ({ kind }: Channel): boolean => channelKinds.some((known) => known === kind);

/** All channels of an organization: mail first, and then the oldest. */
export async function allOf({ table }: Services, organization: OrganizationId): Promise<Channel[]> {
  const rows = await table.queryAll(channelsOf(organization));
  const mail = mailOf(organization);
  const channels = rows.map(readChannel);
  const stored = channels.find(({ id }) => id === mail.id);
  return [stored ?? mail, ...channels.filter((channel) => channel !== stored)];
}

/** One channel; undefined when there is none of that id. */
export async function find(
  { table }: Services,
  organization: OrganizationId,
  id: string,
): Promise<Channel | undefined> {
  if (!isId("channel", id)) return undefined;
  const row = await table.get(channelKey(organization, id));
  if (row) return readChannel(row);
  const mail = mailOf(organization);
  return id === mail.id ? mail : undefined;
}
