import type { Services } from "../../access/context.ts";
import { organizationOfJob } from "../../access/scope.trusted.ts";
import type { OrganizationId } from "../../access/scope.ts";
import type { SkipReason } from "../../contract/channel/words.ts";
import { day, minute, second } from "../../kit/time.ts";
import { find as findOrganization } from "../../organization/organization.ts";
import { type DeliveryName, deliveryKey } from "../rows/channel.keys.ts";
import { find } from "../channels.ts";
import { type Delivery, readDelivery } from "../rows/delivery.table.ts";
import { fractionOf } from "./fraction.ts";
import { isSealedBefore } from "../seal-anew.ts";
import type { ChannelSender } from "../sending/sender.ts";
import { senderOf } from "../sending/senders.ts";
import { postponeDelivery, skipDelivery } from "../rows/sending.table.ts";
import { siblingsOf } from "./siblings.ts";
import { isMade, type Sendable } from "./attempt.ts";
import type { DeliveryAction } from "./action.ts";

/** A wait of at most this goes through the queue. A longer one is found by the schedule in its minute. */
const throughQueue = minute;
/** How long a delivery waits whose channel is busy: from this to its double. */
const busyWait = 5 * second;
/** A message waits at most this long for its channel to be sealed anew. Then the attempt fails and is counted. */
const longestSealing = day;
/** The longest wait between two looks whether it is. */
const sealingWait = 10 * minute;

/**
 * Tries to send one message. Safe to repeat at any time. A lease keeps others from it for a minute, and what is not due,
 * finished or deleted is left alone. The message itself may arrive twice when a worker dies, with the same id.
 */
export async function deliverMessage(services: Services, name: DeliveryName): Promise<void> {
  const organization = organizationOfJob(name.organizationId);
  const [row, channel] = await Promise.all([
    services.table.get(deliveryKey(organization, name.channelId, name.deliveryId)),
    find(services, organization, name.channelId),
  ]);
  const stored = row && readDelivery(row);
  const now = services.clock.now();
  if (!stored || stored.event.type === "notice" || !isDue(stored, now)) return;
  const delivery = { ...stored, event: stored.event };
  if (!channel) return await skip(services, organization, delivery, "gone");
  const sender = senderOf(channel.kind);
  if (!sender) return;
  if (channel.off !== undefined) return await skip(services, organization, delivery, "off");
  const sending = { channel, delivery, sender, siblings: [] };
  const byHealth = sender.actionByHealth?.(channel, delivery, now);
  if (byHealth) return await follow(services, organization, sending, byHealth);
  if (sender.isBusy?.(channel, now)) return await waitForSlot(services, organization, delivery);
  const until = await sender.waitsUntil?.(services, organization, { channel, delivery, now });
  if (until !== undefined) return await postpone(services, organization, delivery, until);
  if (isSealedBefore(channel, now) && now < (delivery.sealingSince ?? now) + longestSealing)
    return await waitForSealing(services, organization, delivery);
  const [siblings, owner] = await Promise.all([
    siblingsOf(services, organization, delivery),
    findOrganization(services, organization),
  ]);
  // Of an organization that is being deleted nothing is sent any more. Its rows go with it.
  if (!owner) return;
  const action = sender.actionBySiblings(delivery, siblings, now);
  await follow(services, organization, { ...sending, siblings }, action);
}

interface Sending extends Omit<Sendable, "whole"> {
  sender: ChannelSender;
}

async function follow(
  services: Services,
  organization: OrganizationId,
  { sender, ...sendable }: Sending,
  action: DeliveryAction,
): Promise<void> {
  const { delivery } = sendable;
  if (action.step === "skip") return await skip(services, organization, delivery, action.why);
  if (action.step === "wait") return await postpone(services, organization, delivery, action.until);
  const result = await sender.send(services, organization, { ...sendable, whole: action.whole });
  if (result === "busy") return await waitForSlot(services, organization, delivery);
  if (result !== "ended") await queueAgain(services, organization, delivery, result.due);
}

/** Different waits, so that those who wait do not come back together. */
async function waitForSlot(
  services: Services,
  organization: OrganizationId,
  delivery: Delivery,
): Promise<void> {
  const wait = Math.round(busyWait * (1 + fractionOf(services.random)));
  await postpone(services, organization, delivery, services.clock.now() + wait);
}

/**
 * Has the channel sealed anew and tries again later. Nothing was sent, so no attempt is counted. The waits grow with the
 * time that has passed, so that a queue that is behind does not get a job every few seconds.
 */
async function waitForSealing(
  services: Services,
  organizationId: OrganizationId,
  delivery: Delivery,
): Promise<void> {
  const now = services.clock.now();
  const { channelId: id, sealingSince = now } = delivery;
  await services.queue.send([{ kind: "sealAnew", organizationId, id }]);
  const wait = Math.min(sealingWait, Math.max(busyWait, now - sealingSince));
  const due = now + Math.round(wait * (1 + fractionOf(services.random)));
  await postpone(services, organizationId, { ...delivery, sealingSince }, due);
}

const isDue = ({ state, due = 0, leaseUntil = 0 }: Delivery, now: number): boolean =>
  state === "queued" && due <= now && leaseUntil < now;

async function skip(
  services: Services,
  organization: OrganizationId,
  delivery: Delivery,
  why: SkipReason,
): Promise<void> {
  await isMade(services, skipDelivery(organization, delivery, why, services.clock.now()));
}

async function postpone(
  services: Services,
  organization: OrganizationId,
  delivery: Delivery,
  due: number,
): Promise<void> {
  const write = postponeDelivery(organization, delivery, due, services.clock.now());
  if (await isMade(services, write)) await queueAgain(services, organization, delivery, due);
}

/** Queues the next attempt when it is so soon that the schedule would be late. The index has it in any case. */
async function queueAgain(
  { queue, clock }: Services,
  organizationId: OrganizationId,
  { channelId, id: deliveryId }: Delivery,
  due: number,
): Promise<void> {
  const wait = due - clock.now();
  if (wait > throughQueue) return;
  const delaySeconds = Math.max(0, Math.ceil(wait / second));
  await queue.send([{ kind: "deliver", organizationId, channelId, deliveryId }], { delaySeconds });
}
