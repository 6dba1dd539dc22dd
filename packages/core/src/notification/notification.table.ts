import { sha256 } from "../kit/hash.ts";
import { newId } from "../kit/ids.ts";
import { day, second } from "../kit/time.ts";
import type { Change } from "../table/expression.ts";
import { flag, list, number, optional, text } from "../table/field.ts";
import { RowKind, type RowOf } from "../table/row.ts";
import { timeToLiveAttribute } from "../table/schema.ts";
import type { Write } from "../table/table.ts";
import { notificationKey } from "./notification.keys.ts";

/** A notification lies in its owner's partition; newer ids sort later. */
export const notificationKind = new RowKind("notification", 1, {
  id: text(),
  type: text(),
  title: text(),
  message: text(),
  read: flag(),
  /** Unix epoch in milliseconds. */
  createdAt: number(),
  reasonMessage: optional(text()),
  /** Of an invitation: which one. Rows of former versions do not have it. */
  invitationId: optional(text()),
  names: optional(list(text())),
});

export type NotificationRow = RowOf<typeof notificationKind>;

/** Something that somebody is to be told. */
export interface Notice {
  /** What happened, told from everything else that happens: of one event, a person gets one notification. */
  event: string;
  /** When it happened, Unix epoch in milliseconds; the same however often it is told. */
  at: number;
  type: "INVITATION" | "DEPLOYMENT_DELETED" | "DEPLOYMENTS_MOVED";
  title: string;
  message: string;
  reasonMessage?: string | undefined;
  invitationId?: string | undefined;
  /** Names in these texts that somebody else gave: a screen sets them apart, so that they turn nothing around. */
  names?: readonly string[] | undefined;
}

/** After this time a notification is forgotten, in milliseconds: a list nobody clears must not grow for ever. */
const remembered = 90 * day;

/** When what was written at that time is removed, as DynamoDB wants it. */
export const expiry = (at: number) => ({ [timeToLiveAttribute]: Math.ceil((at + remembered) / second) });

/** Writes the notification; fails when its owner has been told already. */
export function putNotification(accountId: string, { event, at, names, ...content }: Notice) {
  const id = newId("notification", at, sha256(event));
  const row = { id, ...content, names: names && [...names], read: false, createdAt: at };
  return {
    put: { ...notificationKey(accountId, id), ...notificationKind.write(row), ...expiry(at) },
    when: [{ exists: false }],
  } satisfies Write;
}

/** The change that marks a notification as read. */
export const markRead: Change = { set: notificationKind.changes({ read: true }) };
