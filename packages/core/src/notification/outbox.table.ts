import type { OrganizationId } from "../access/scope.ts";
import { digest } from "../kit/hash.ts";
import type { Change } from "../table/expression.ts";
import { list, mark, number, optional, text } from "../table/field.ts";
import { RowKind } from "../table/row.ts";
import type { Write } from "../table/table.ts";
import { announcementKey, unfinishedAnnouncements } from "./notification.keys.ts";
import { expiry, type Notice } from "./notification.table.ts";

export const announcementKind = new RowKind("announcement", 1, {
  event: text(),
  /** When it happened, Unix epoch in milliseconds. */
  at: number(),
  type: text<Notice["type"]>(),
  title: text(),
  message: text(),
  reasonMessage: optional(text()),
  invitationId: optional(text()),
  names: optional(list(text())),
  /** Set when every member has received it. It stays for a while, so that nobody receives the same event again. */
  told: mark(),
});

/** Where the announcement of an event stands: of one event there is one, however often it is told. */
export const keyOfEvent = (organization: OrganizationId, event: string) =>
  announcementKey(organization, digest(event));

/** Writes down what every member is to be told; fails when the event was announced before. */
export function putAnnouncement(organization: OrganizationId, news: Notice): Write {
  const key = keyOfEvent(organization, news.event);
  const row = announcementKind.write({ ...news, names: news.names && [...news.names] });
  return {
    put: { ...key, gsi1pk: unfinishedAnnouncements, gsi1sk: key.sk, ...row, ...expiry(news.at) },
    when: [{ exists: false }],
  };
}

/** The change that makes an announcement one of the past. */
export const markTold: Change = {
  set: announcementKind.changes({ told: true }),
  remove: ["gsi1pk", "gsi1sk"],
};
