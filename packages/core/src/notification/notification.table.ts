import { sha256 } from "../kit/hash.ts";
import { newId } from "../kit/ids.ts";
import { day } from "../kit/time.ts";
import type { Change } from "../table/expression.ts";
import { flag, list, number, optional, text } from "../table/field.ts";
import { RowKind, type RowOf } from "../table/row.ts";
import { expiresAt } from "../table/schema.ts";
import type { Write } from "../table/table.ts";
import { notificationKey } from "./notification.keys.ts";

/** A notification is in its owner's partition; newer ids sort later. */
export const notificationKind = new RowKind("notification", 1, {
  id: text(),
  type: text(),
  title: text(),
  message: text(),
  read: flag(),
  /** Unix epoch in milliseconds. */
  createdAt: number(),
  reasonMessage: optional(text()),
  /** The id of the invitation that it is about. Rows of former versions do not have it. */
  invitationId: optional(text()),
  names: optional(list(text())),
  /** The id of the incident that it is about. Rows of former versions do not have it. */
  incidentId: optional(text()),
  /** The ids of the incidents that it is about, where it is about many. Rows of former versions do not have them. */
  incidentIds: optional(list(text())),
  /** The organization of these incidents. Rows of former versions do not have it. */
  organizationId: optional(text()),
});

export type NotificationRow = RowOf<typeof notificationKind>;

/** The content of a notification. */
export interface Notice {
  /** A unique name of the event. A person gets one notification for each event. */
  event: string;
  /** When it happened, Unix epoch in milliseconds; the same at every delivery. */
  at: number;
  type: "INVITATION" | "DEPLOYMENT_DELETED" | "DEPLOYMENTS_MOVED" | "MEMBER_REMOVED" | "INCIDENT";
  title: string;
  message: string;
  reasonMessage?: string | undefined;
  invitationId?: string | undefined;
  /**
   * Names in these texts that other people wrote. A screen isolates them, so that their text direction
   * affects nothing else.
   */
  names?: readonly string[] | undefined;
  incidentId?: string | undefined;
  incidentIds?: readonly string[] | undefined;
  /** The organization of the incidents. */
  organizationId?: string | undefined;
}

/** How long a notification is kept, in milliseconds. A list that nobody clears must not grow without end. */
const remembered = 90 * day;

/** The time at which DynamoDB removes a row written at `at`. */
export const expiry = (at: number) => expiresAt(at + remembered);

/** Writes the notification; fails when its owner has received it already. */
export function putNotification(accountId: string, { event, at, names, incidentIds, ...content }: Notice) {
  const id = newId("notification", at, sha256(event));
  const lists = { names: names && [...names], incidentIds: incidentIds && [...incidentIds] };
  const row = { id, ...content, ...lists, read: false, createdAt: at };
  return {
    put: { ...notificationKey(accountId, id), ...notificationKind.write(row), ...expiry(at) },
    when: [{ exists: false }],
  } satisfies Write;
}

/** The change that marks a notification as read. */
export const markRead: Change = { set: notificationKind.changes({ read: true }) };
