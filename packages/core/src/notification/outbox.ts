import type { Services } from "../access/context.ts";
import { organizationOfJob } from "../access/scope.job.ts";
import type { OrganizationId } from "../access/scope.ts";
import { inBatches } from "../kit/in-batches.ts";
import { memberIds } from "../organization/members.ts";
import { ConditionFailed } from "../table/errors.ts";
import { type Key, organizationIn } from "../table/keys.ts";
import type { Write } from "../table/table.ts";
import { outboxKind, keyOfEvent, markDelivered, putOutboxMessage } from "./outbox.table.ts";
import { outboxKey, eventOfKey, undeliveredMessages } from "./notification.keys.ts";
import { type Notice, putNotification } from "./notification.table.ts";

export type { Notice };

/*
 * A message to all members is written in the transaction that causes it, and delivered afterwards. If the
 * delivery fails, the schedule retries it. Each member receives a message once, however often it is
 * delivered.
 */

const atOnce = 10;

/**
 * Notifies one person. The write belongs to the transaction that causes it, which fails when the person was
 * notified before.
 */
export function notify(accountId: string, notice: Notice): Write {
  return putNotification(accountId, notice);
}

/**
 * Writes a message to all members. The write belongs to the transaction that causes it. Call `deliver`
 * afterwards.
 */
export function putInOutbox(organization: OrganizationId, notice: Notice): Write {
  return putOutboxMessage(organization, notice);
}

/**
 * Delivers a message to every member. It never throws: a failure is logged, and the schedule retries the
 * delivery.
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
  const { delivered, event, at, type, title, message, reasonMessage, names, incidentId } =
    outboxKind.read(row);
  if (delivered) return;
  const notice = { event, at, type, title, message, reasonMessage, names, incidentId };
  const members = await memberIds(services, organization);
  await inBatches(members, atOnce, (id) => notifyOne(services, id, notice));
  await services.table.update(key, markDelivered, [{ exists: true }]).catch(ignoreFailedCondition);
}

async function notifyOne(services: Services, accountId: string, notice: Notice): Promise<void> {
  const { put, when } = putNotification(accountId, notice);
  await services.table.put(put, when).catch(ignoreFailedCondition);
}

/** The row was written already, or its organization is deleted. */
function ignoreFailedCondition(error: unknown): void {
  if (!(error instanceof ConditionFailed)) throw error;
}

/** Messages that some members may not have received yet. */
export async function undelivered(
  services: Services,
): Promise<{ organizationId: string; announcement: string }[]> {
  const keys = await services.table.findAll(undeliveredMessages);
  return keys.map((key) => ({ organizationId: organizationIn(key.pk), announcement: eventOfKey(key) }));
}

/** Delivers a message that `undelivered` found. */
export async function deliverLater(
  services: Services,
  organizationId: string,
  announcement: string,
): Promise<void> {
  const organization = organizationOfJob(organizationId);
  await deliverRow(services, outboxKey(organization, announcement), organization);
}
