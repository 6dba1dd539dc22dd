import { sha256 } from "../kit/hash.ts";
import { newId } from "../kit/ids.ts";
import { day, second } from "../kit/time.ts";
import { notificationKey } from "../table/keys.ts";
import { timeToLiveAttribute } from "../table/schema.ts";
import type { Write } from "../table/table.ts";

/** A notification lies in its owner's partition; newer ids sort later. */
export interface NotificationRow {
  id: string;
  type: string;
  title: string;
  message: string;
  read: boolean;
  /** Unix epoch in milliseconds. */
  createdAt: number;
  reasonMessage?: string;
  /** Of an invitation: which one. Rows of former versions do not tell. */
  invitationId?: string;
  names?: readonly string[];
}

/** Something that somebody is to be told. */
export interface News {
  /** What happened, told from everything else that happens: of one event, a person gets one notification. */
  event: string;
  /** When it happened, Unix epoch in milliseconds; the same however often it is told. */
  at: number;
  type: "INVITATION" | "DEPLOYMENT_DELETED" | "DEPLOYMENTS_MOVED";
  title: string;
  message: string;
  reasonMessage?: string;
  invitationId?: string;
  /** Names in these texts that somebody else gave: a screen sets them apart, so that they turn nothing around. */
  names?: readonly string[];
}

/** After this time a notification is forgotten, in milliseconds: a list nobody clears must not grow for ever. */
const remembered = 90 * day;

/** When what was written at that time is removed, as DynamoDB wants it. */
export const expiry = (at: number) => ({ [timeToLiveAttribute]: Math.ceil((at + remembered) / second) });

/** Writes the notification; fails when its owner has been told already. */
export function putNotification(accountId: string, { event, at, ...content }: News) {
  const id = newId("notification", at, sha256(event));
  const row: NotificationRow = { id, ...content, read: false, createdAt: at };
  return {
    put: { ...notificationKey(accountId, id), ...row, ...expiry(at) },
    when: [{ exists: false }],
  } satisfies Write;
}
