import type { Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import { newId } from "../../kit/ids.ts";
import { minute } from "../../kit/time.ts";
import { deliveriesOf, deliveryKey } from "../rows/channel.keys.ts";
import { type Delivery, deliveryKind, type DeliveryRow } from "../rows/delivery.table.ts";

/** Behind this key come the deliveries of a channel about an incident that opened then, Unix epoch in milliseconds. */
export function beforeDeliveriesOf(
  organization: OrganizationId,
  channelId: string,
  openedAt: number,
): string {
  const start = newId("delivery", Math.max(0, openedAt - tolerance), noBytes);
  return deliveryKey(organization, channelId, start).sk;
}

/** Another delivery of the same incident to the same channel. */
export type Sibling = Pick<
  DeliveryRow,
  "id" | "type" | "createdAt" | "state" | "due" | "leaseUntil" | "incidentId" | "posted"
>;

const part = deliveryKind.part(
  "id",
  "type",
  "createdAt",
  "state",
  "due",
  "leaseUntil",
  "incidentId",
  "posted",
);
const noBytes = new Uint8Array(16);
/** An incident and the pass that found it can differ by so much. */
const tolerance = 2 * minute;
/** A channel gets ten messages in five minutes at most. */
const most = 2_000;

/**
 * The other deliveries of the incident to this channel, oldest first. Ids sort by time, so it reads those since the
 * incident opened: half an RCU for each 4 KB. A test and a summary have none.
 */
export async function siblingsOf(
  { table }: Services,
  organization: OrganizationId,
  { id, channelId, event }: Delivery,
): Promise<Sibling[]> {
  if (!("incident" in event)) return [];
  const { openedAt, id: incidentId } = event.incident;
  const after = beforeDeliveriesOf(organization, channelId, openedAt);
  const { attributes, read } = part;
  const rows = await table.queryFirst(deliveriesOf(organization, channelId), most, { after, attributes });
  return rows.map(read).filter((one) => one.incidentId === incidentId && one.id !== id);
}
