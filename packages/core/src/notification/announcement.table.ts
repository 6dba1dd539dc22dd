import type { OrganizationId } from "../access/scope.ts";
import { digest } from "../kit/hash.ts";
import { announcementKey, unfinishedAnnouncements } from "../table/keys.ts";
import type { Row, Write } from "../table/table.ts";
import { expiry, type News } from "./notification.table.ts";

export interface AnnouncementRow extends News {
  /** Set when every member has been told. It stays for a while, so that the same event is not told again. */
  told?: true;
}

export const readAnnouncement = (row: Row): AnnouncementRow => row as unknown as AnnouncementRow;

/** Where the announcement of an event stands: of one event there is one, however often it is told. */
export const keyOfEvent = (organization: OrganizationId, event: string) =>
  announcementKey(organization, digest(event));

/** Writes down what every member is to be told; fails when the event was announced before. */
export function putAnnouncement(organization: OrganizationId, news: News): Write {
  const key = keyOfEvent(organization, news.event);
  return {
    put: { ...key, gsi1pk: unfinishedAnnouncements, gsi1sk: key.sk, ...news, ...expiry(news.at) },
    when: [{ exists: false }],
  };
}

/** The change that makes an announcement one of the past. */
export const markTold = { set: { told: true }, remove: ["gsi1pk", "gsi1sk"] };
