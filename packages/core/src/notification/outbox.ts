import type { Services } from "../access/context.ts";
import { organizationOfJob } from "../access/scope.job.ts";
import type { OrganizationId } from "../access/scope.ts";
import { inBatches } from "../kit/in-batches.ts";
import { memberIds } from "../organization/members.ts";
import { ConditionFailed } from "../table/errors.ts";
import { type Key, organizationIn } from "../table/keys.ts";
import type { Write } from "../table/table.ts";
import { announcementKind, keyOfEvent, markTold, putAnnouncement } from "./outbox.table.ts";
import { announcementKey, eventOfKey, unfinishedAnnouncements } from "./notification.keys.ts";
import { type Notice, putNotification } from "./notification.table.ts";

export type { Notice };

/*
 * What every member is to be told is written down together with what happened, and told afterwards: whatever fails
 * in between, the schedule tells it later, and however often it is told, each member gets it once.
 */

const atOnce = 10;

/** Tells one person; goes into the transaction in which it happens, which fails when they were told before. */
export function notify(accountId: string, news: Notice): Write {
  return putNotification(accountId, news);
}

/** Tells every member; goes into the transaction in which it happens. Follow it with `deliver`. */
export function putInOutbox(organization: OrganizationId, news: Notice): Write {
  return putAnnouncement(organization, news);
}

/**
 * Tells every member what was announced. It never fails what it stands behind: when it cannot be done now, that is
 * logged, and the schedule does it.
 */
export async function deliver(
  services: Services,
  organization: OrganizationId,
  { event }: Pick<Notice, "event">,
): Promise<void> {
  try {
    await deliverRow(services, keyOfEvent(organization, event), organization);
  } catch (error) {
    services.log.warn("notifying members is left to the schedule", { organizationId: organization, error });
  }
}

async function deliverRow(services: Services, key: Key, organization: OrganizationId): Promise<void> {
  const row = await services.table.get(key);
  if (!row) return;
  const { told, event, at, type, title, message, reasonMessage, names } = announcementKind.read(row);
  if (told) return;
  const more = { ...(reasonMessage !== undefined && { reasonMessage }), ...(names && { names }) };
  const news = { event, at, type, title, message, ...more };
  const members = await memberIds(services, organization);
  await inBatches(members, atOnce, (id) => notifyOne(services, id, news));
  await services.table.update(key, markTold, [{ exists: true }]).catch(ignoreFailedCondition);
}

async function notifyOne(services: Services, accountId: string, news: Notice): Promise<void> {
  const { put, when } = putNotification(accountId, news);
  await services.table.put(put, when).catch(ignoreFailedCondition);
}

/** It was done already, or its organization is gone. */
function ignoreFailedCondition(error: unknown): void {
  if (!(error instanceof ConditionFailed)) throw error;
}

/** What is announced and may not have been told everybody. */
export async function undelivered(
  services: Services,
): Promise<{ organizationId: string; announcement: string }[]> {
  const keys = await services.table.findAll(unfinishedAnnouncements);
  return keys.map((key) => ({ organizationId: organizationIn(key.pk), announcement: eventOfKey(key) }));
}

/** Goes on with telling what `undelivered` found. */
export async function deliverLater(
  services: Services,
  organizationId: string,
  announcement: string,
): Promise<void> {
  const organization = organizationOfJob(organizationId);
  await deliverRow(services, announcementKey(organization, announcement), organization);
}
