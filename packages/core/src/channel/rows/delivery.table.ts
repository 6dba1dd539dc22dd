import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { OrganizationId } from "../../access/scope.ts";
import type { ChannelEventType, DeliveryState, SkipReason } from "../../contract/channel/words.ts";
import { day } from "../../kit/time.ts";
import { bytes, list, mark, number, optional, text } from "../../table/field.ts";
import { type Row, RowKind, type RowOf } from "../../table/row.ts";
import { expiresAt } from "../../table/schema.ts";
import type { Write } from "../../table/table.ts";
import { deliveryKey, dueKey } from "./channel.keys.ts";
import type { Notice } from "../../notification/notify.ts";
import type { ChannelEvent } from "../messages/message.ts";

/** One message to one channel. Times are Unix epochs in milliseconds. */
export const deliveryKind = new RowKind("delivery", 1, {
  id: text(),
  channelId: text(),
  type: text<ChannelEventType>(),
  /** The incident; absent for a test and for a summary. */
  incidentId: optional(text()),
  sequence: optional(number()),
  /** JSON of the event, deflated. */
  event: bytes("p"),
  createdAt: number(),
  state: text<DeliveryState>(),
  /** The time of the next attempt; absent when there is none. */
  due: optional(number()),
  /** Until then a worker is at it. */
  leaseUntil: optional(number()),
  /** JSON of the attempts, the oldest first. */
  attempts: text(),
  /** Why it was skipped. */
  why: optional(text<SkipReason>()),
  /** The accounts that have their mail of it. */
  done: optional(list(text())),
  /** A person has asked for the next attempt, so it waits for nothing. */
  asked: mark(),
  /** What the other side calls the message, as its kind of channel writes it. */
  posted: optional(text()),
  /** Since when it waits for its channel to be sealed anew. */
  sealingSince: optional(number()),
});
export type DeliveryRow = RowOf<typeof deliveryKind>;

/** How an attempt ended. */
export interface Attempt {
  at: number;
  milliseconds: number;
  /** Of the receiver's answer; null when there was none. */
  status: number | null;
  /** In our own words, why there was no answer; null when there was one. */
  reason: string | null;
  /** The begin of the answer as clean text, at most 1,024 characters. */
  excerpt: string;
}

/** What goes to members only: something that is no incident. */
interface NoticeEvent {
  type: "notice";
  at: number;
  notice: Notice;
}

export interface Delivery<Event = ChannelEvent | NoticeEvent> extends Omit<
  DeliveryRow,
  "event" | "attempts"
> {
  event: Event;
  attempts: readonly Attempt[];
}

/** How long a delivery is kept, in milliseconds. */
export const deliveryKept = 30 * day;

export function readDelivery(row: Row): Delivery {
  const { event, attempts, ...rest } = deliveryKind.read(row);
  return {
    ...rest,
    event: JSON.parse(inflateRawSync(event).toString()) as Delivery["event"],
    attempts: JSON.parse(attempts) as Attempt[],
  };
}

/** An event as its row has it. */
export const packEvent = (event: Delivery["event"]): Buffer => deflateRawSync(JSON.stringify(event));

/** A delivery before its first attempt. */
export type NewDelivery = Pick<Delivery, "id" | "channelId" | "event" | "createdAt">;

/** Queues a delivery, due at once. Fails when there is one of this id. */
export function putDelivery(
  organization: OrganizationId,
  { id, channelId, event, createdAt }: NewDelivery,
): Write {
  const incident = "incident" in event ? event.incident : undefined;
  const row = deliveryKind.write({
    id,
    channelId,
    type: event.type,
    incidentId: incident?.id,
    sequence: incident?.sequence,
    event: packEvent(event),
    createdAt,
    state: "queued",
    due: createdAt,
    attempts: "[]",
  });
  return {
    put: {
      ...deliveryKey(organization, channelId, id),
      ...dueKey(createdAt, id),
      ...row,
      ...expiresAt(createdAt + deliveryKept),
    },
    when: [{ exists: false }],
  };
}
