import type { OrganizationId } from "../access/scope.ts";
import { digest } from "../kit/hash.ts";
import type { Change } from "../table/expression.ts";
import { list, mark, number, optional, text } from "../table/field.ts";
import { RowKind } from "../table/row.ts";
import type { Write } from "../table/table.ts";
import { outboxKey, undeliveredMessages } from "./notification.keys.ts";
import { expiry, type Notice } from "./notification.table.ts";

export const outboxKind = new RowKind("announcement", 1, {
  event: text(),
  /** When it happened, Unix epoch in milliseconds. */
  at: number(),
  type: text<Notice["type"]>(),
  title: text(),
  message: text(),
  reasonMessage: optional(text()),
  invitationId: optional(text()),
  names: optional(list(text())),
  incidentId: optional(text()),
  /**
   * Set when every member has received it. The row is kept for a while, so that nobody receives the same
   * event again.
   */
  delivered: mark("told"),
});

/** The key of an event's message. Each event has one message, however often it is delivered. */
export const keyOfEvent = (organization: OrganizationId, event: string) =>
  outboxKey(organization, digest(event));

/** Writes a message to all members. Fails when the event has one already. */
export function putOutboxMessage(organization: OrganizationId, notice: Notice): Write {
  const key = keyOfEvent(organization, notice.event);
  const row = outboxKind.write({ ...notice, names: notice.names && [...notice.names] });
  return {
    put: { ...key, gsi1pk: undeliveredMessages, gsi1sk: key.sk, ...row, ...expiry(notice.at) },
    when: [{ exists: false }],
  };
}

/** The change that marks a message as delivered. */
export const markDelivered: Change = {
  set: outboxKind.changes({ delivered: true }),
  remove: ["gsi1pk", "gsi1sk"],
};
