import type { Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import type { Job } from "../../contract/job.ts";
import { sha256 } from "../../kit/hash.ts";
import { newId } from "../../kit/ids.ts";
import type { Write } from "../../table/table.ts";
import { type DeliveryName, membersId } from "../rows/channel.keys.ts";
import { type NewDelivery, putDelivery } from "../rows/delivery.table.ts";

/*
 * A message to a channel is written in the transaction of its cause, and delivered afterwards. Until it is finished, an
 * index has it by the time of its next attempt.
 */

/**
 * The id of a message: the same for the same channel, content and time. Ids sort by time.
 * @param what all that makes the message another one, as JSON
 */
export const deliveryId = (channelId: string, what: unknown, at: number): string =>
  newId("delivery", at, sha256(JSON.stringify([channelId, what])));

/** Queues a message. The write belongs to the transaction of its cause, and fails when the message exists. */
export const putInQueue = (organization: OrganizationId, delivery: NewDelivery): Write =>
  putDelivery(organization, delivery);

/** A job that hands a message over. */
export type DeliveryJob = Extract<Job, { kind: "deliver" } | { kind: "notifyMembers"; deliveryId: string }>;

/** The job that hands a message over. The worker that reaches other servers has nothing to do with members. */
export const jobOf = ({ channelId, ...name }: DeliveryName): DeliveryJob =>
  channelId === membersId ? { kind: "notifyMembers", ...name } : { kind: "deliver", channelId, ...name };

/** Has a message sent at once. It never throws: the schedule finds in the next minute what the queue does not get. */
export async function sendSoon({ queue, log }: Services, name: DeliveryName): Promise<void> {
  try {
    await queue.send([jobOf(name)]);
  } catch (error) {
    log.warn("a message is left to the schedule", { channelId: name.channelId, error });
  }
}
