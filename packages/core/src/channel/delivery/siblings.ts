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
/** How many rows one query looks through. A channel gets ten messages in five minutes at most, but all changes in place. */
const most = 2_000;

/**
 * The other deliveries of the incident to this channel, oldest first. Ids sort by time, so it reads those since the
 * incident opened: half an RCU for each 4 KB. Where those are too many, the first of them and those around the delivery
 * count. A test and a summary have none.
 */
export async function siblingsOf(
  { table }: Services,
  organization: OrganizationId,
  { id, channelId, event }: Delivery,
): Promise<Sibling[]> {
  if (!("incident" in event)) return [];
  const { openedAt, id: incidentId } = event.incident;
  const begin = beforeDeliveriesOf(organization, channelId, openedAt);
  const { sk: own } = deliveryKey(organization, channelId, id);
  const { attributes, read } = part;
  const query = async (after: string, descending = false) =>
    await table.queryFirst(deliveriesOf(organization, channelId), most, { after, attributes, descending });
  const rows = await query(begin);
  // An older state must not follow a newer one that the first query has not reached.
  if (rows.length === most) rows.push(...(await query(own, true)), ...(await query(own)));
  const known = new Map(rows.map(read).map((one) => [one.id, one]));
  return [...known.values()]
    .filter((one) => one.incidentId === incidentId && one.id !== id)
    .toSorted((one, other) => (one.id < other.id ? -1 : 1));
}
