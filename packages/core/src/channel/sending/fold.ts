import type { Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import { inBatches } from "../../kit/in-batches.ts";
import { hour, second } from "../../kit/time.ts";
import type { Channel } from "../channels.ts";
import { isMade, type Sendable } from "../delivery/attempt.ts";
import { channelTraits, isKnownChannel } from "../../contract/channel/words.ts";
import { beforeDeliveriesOf, siblingsOf } from "../delivery/siblings.ts";
import { joinEvents } from "../messages/joined-summary.ts";
import type { ChannelEvent } from "../messages/message.ts";
import { deliveriesOf } from "../rows/channel.keys.ts";
import { type Delivery, readDelivery } from "../rows/delivery.table.ts";
import { skipSummarized, summarizeDelivery } from "../rows/sending.table.ts";

/*
 * A chat is for what is so now. When nothing has arrived there for hours, one summary takes the place of all that waits,
 * but for what changes a message that is there.
 * Several summaries become one in any case. Each step is safe to repeat: the summary is stored first, in the place of the
 * oldest message, and then the others are skipped.
 */

/** After so long, messages are not sent one by one any more. */
export const summaryAfter = 6 * hour;
const shortly = 5 * second;
/** A channel gets ten messages in five minutes at most. */
const most = 2_000;
/** A message that was written before the first failure can wait, too. */
const earlier = hour;
const atOnce = 10;
/** How many older messages are looked at before one waits for them in any case. */
const mostOlder = 20;

type Foldable = Pick<Sendable, "channel" | "delivery">;

/**
 * Which of the messages that wait are part of a summary. Undefined: a message goes out alone. A test that succeeds makes
 * the channel healthy and the queue no younger, so the age of the message counts too.
 */
function foldedBy(
  { failingSince = Infinity }: Channel,
  { type, createdAt }: Pick<Delivery, "type" | "createdAt">,
  now: number,
) {
  if (type === "test.ping" || type === "notice") return undefined;
  if (now - Math.min(failingSince, createdAt) >= summaryAfter) return "all";
  return type === "incident.summary" ? "summaries" : undefined;
}

/** The others that wait and can become one with this, oldest first. */
async function othersOf(
  { table }: Services,
  organization: OrganizationId,
  { channel, delivery, now }: { channel: Channel; delivery: Delivery; now: number },
): Promise<Delivery<ChannelEvent>[]> {
  const folded = foldedBy(channel, delivery, now);
  if (folded === undefined) return [];
  const since = Math.min(delivery.createdAt, channel.failingSince ?? delivery.createdAt) - earlier;
  const after = beforeDeliveriesOf(organization, channel.id, since);
  const rows = await table.queryFirst(deliveriesOf(organization, channel.id), most, { after });
  return rows
    .map(readDelivery)
    .filter(
      (one): one is Delivery<ChannelEvent> =>
        one.id !== delivery.id &&
        one.state === "queued" &&
        one.event.type !== "notice" &&
        one.event.type !== "test.ping" &&
        (folded === "all" || one.event.type === "incident.summary"),
    );
}

/** Until when a message waits for an older one that takes its place; undefined where there is none. */
export async function waitsForFold(
  services: Services,
  organization: OrganizationId,
  of: { channel: Channel; delivery: Delivery; now: number },
): Promise<number | undefined> {
  if (of.delivery.asked) return undefined;
  const older = (await othersOf(services, organization, of)).filter(({ id }) => id < of.delivery.id);
  if (older.length === 0 || (await isInPlace(services, organization, of.channel, of.delivery)))
    return undefined;
  for (const [index, one] of older.entries())
    if (index === mostOlder || !(await isInPlace(services, organization, of.channel, one)))
      return Math.max(of.now, one.due ?? of.now) + shortly;
  return undefined;
}

/**
 * Whether a message changes another one that is there already. It makes no noise, and without it the other one would go on
 * showing what is over.
 */
async function isInPlace(
  services: Services,
  organization: OrganizationId,
  { kind }: Channel,
  delivery: Delivery,
): Promise<boolean> {
  const { type } = delivery;
  if (!isKnownChannel(kind) || !channelTraits[kind].inPlace) return false;
  if (type === "incident.opened" || type === "incident.summary") return false;
  const siblings = await siblingsOf(services, organization, delivery);
  return siblings.some(({ posted }) => posted !== undefined);
}

/** The message as it goes out: a summary, when it takes the place of others. */
export async function foldQueue(
  services: Services,
  organization: OrganizationId,
  { channel, delivery, lease, now }: Foldable & { lease: number; now: number },
): Promise<Delivery<ChannelEvent>> {
  const all = await othersOf(services, organization, { channel, delivery, now });
  // What another worker is at goes out there.
  const free = all.filter(({ leaseUntil = 0 }) => leaseUntil < now);
  if (free.length === 0 || (await isInPlace(services, organization, channel, delivery))) return delivery;
  const begins = [delivery, ...all].filter(({ type }) => type === "incident.opened");
  const begun = new Set(begins.map(({ incidentId }) => incidentId));
  const others: Delivery<ChannelEvent>[] = [];
  await inBatches(free, atOnce, async (one) => {
    // Where the begin waits too, nothing is there yet.
    const isKept = !begun.has(one.incidentId) && (await isInPlace(services, organization, channel, one));
    if (!isKept) others.push(one);
  });
  if (others.length === 0) return delivery;
  const events = [delivery, ...others].toSorted(byAge).map(({ event }) => event);
  const event = joinEvents(events, services.settings, now);
  if (!(await isMade(services, summarizeDelivery(organization, delivery, event, lease)))) return delivery;
  // One that has just begun to wait for this one is still part of it.
  await inBatches(others, atOnce, async (one) => {
    await isMade(services, skipSummarized(organization, one, now));
  });
  const { incidentId: _, sequence: __, ...rest } = delivery;
  return { ...rest, type: event.type, event };
}

const byAge = (one: Delivery, other: Delivery): number =>
  one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1);
