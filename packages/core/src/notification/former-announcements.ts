import type { Services } from "../access/context.ts";
import { organizationOfJob } from "../access/scope.trusted.ts";
import { memberIds } from "../organization/members.ts";
import { organizationIn } from "../table/keys.ts";
import { announcementKind } from "./former-announcement.table.ts";
import { announcementKey, eventOfKey, undeliveredAnnouncements } from "./notification.keys.ts";
import { notifyAll } from "./notify.ts";

/*
 * Messages to all members that 0.3.0 and before wrote. Those that were not delivered yet still are. This file goes with
 * the release after 0.4.0: nobody writes such a row now.
 */

/** Announcements that some members may not have received yet. */
export async function undelivered(
  services: Services,
): Promise<{ organizationId: string; announcement: string }[]> {
  const keys = await services.table.findAll(undeliveredAnnouncements);
  return keys.map((key) => ({ organizationId: organizationIn(key.pk), announcement: eventOfKey(key) }));
}

/** Delivers an announcement to every member. Safe to repeat. */
export async function deliverAnnouncement(
  services: Services,
  organizationId: string,
  announcement: string,
): Promise<void> {
  const organization = organizationOfJob(organizationId);
  const key = announcementKey(organization, announcement);
  const row = await services.table.get(key);
  if (!row) return;
  const { delivered, ...notice } = announcementKind.read(row);
  if (!delivered) await notifyAll(services, await memberIds(services, organization), notice);
  await services.table.remove(key);
}
