import type { Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import type { ChannelEventType, DeliveryState } from "../../contract/channel/words.ts";
import type { Row } from "../../table/row.ts";
import { deliveriesOf } from "../rows/channel.keys.ts";
import { deliveryKind, readDelivery } from "../rows/delivery.table.ts";
import { beforeDeliveriesOf } from "../delivery/siblings.ts";

/** A message about an incident to one channel. */
export interface MessageAbout {
  channelId: string;
  type: ChannelEventType;
  /** When it was written, Unix epoch in milliseconds. It is sent within seconds where its receiver is well. */
  at: number;
  state: DeliveryState;
}

interface Known {
  /** Of the incident. */
  id: string;
  openedAt: number;
  /** The channels that know it. */
  channels: readonly string[];
}

/** How many messages of a channel are looked through, from the incident's begin and back from now. */
const most = 100;

/**
 * What was sent about an incident, the oldest first: messages of its own, and summaries that name it. A channel with few
 * messages since then costs one query. They are kept for 30 days.
 */
export async function messagesAbout(
  services: Services,
  organization: OrganizationId,
  { channels, ...incident }: Known,
): Promise<MessageAbout[]> {
  const found = await Promise.all(
    channels.map(async (channelId) => {
      const rows = await rowsSince(services, organization, channelId, incident.openedAt);
      return rows.filter((row) => isAbout(row, incident.id)).map((row) => toMessage(row, channelId));
    }),
  );
  return found.flat().toSorted((one, other) => one.at - other.at);
}

async function rowsSince(
  { table }: Services,
  organization: OrganizationId,
  channelId: string,
  openedAt: number,
): Promise<Row[]> {
  const run = deliveriesOf(organization, channelId);
  const after = beforeDeliveriesOf(organization, channelId, openedAt);
  const first = await table.queryFirst(run, most, { after, eventually: true });
  if (first.length < most) return first;
  const newest = await table.queryFirst(run, most, { descending: true, eventually: true });
  const known = new Set(first.map(({ sk }) => sk));
  return [...first, ...newest.filter(({ sk }) => !known.has(sk))];
}

function isAbout(row: Row, incidentId: string): boolean {
  const { type, incidentId: incidentOfMessage } = deliveryKind.read(row);
  if (type !== "incident.summary") return incidentOfMessage === incidentId;
  const { event } = readDelivery(row);
  return "summary" in event && event.summary.first.some(({ id }) => id === incidentId);
}

function toMessage(row: Row, channelId: string): MessageAbout {
  const { type, createdAt: at, state } = deliveryKind.read(row);
  return { channelId, type, at, state };
}
