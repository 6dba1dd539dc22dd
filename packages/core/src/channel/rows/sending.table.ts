import type { OrganizationId } from "../../access/scope.ts";
import type { SkipReason } from "../../contract/channel/words.ts";
import { second } from "../../kit/time.ts";
import type { Condition } from "../../table/expression.ts";
import { expiresAt } from "../../table/schema.ts";
import type { Write } from "../../table/table.ts";
import { channelKey, deliveryKey, dueKey } from "./channel.keys.ts";
import { channelKind, type ChannelRow } from "./channel.table.ts";
import { type Attempt, type Delivery, deliveryKept, deliveryKind, packEvent } from "./delivery.table.ts";
import type { ChannelEvent } from "../messages/message.ts";
import { mayProbe } from "../delivery/probe.ts";
import type { Judgement, NextStep } from "../delivery/schedule.ts";

/*
 * What the worker that sends changes in the rows of deliveries and channels. All of them are updates: a row that was
 * deleted in between does not come back. Times are Unix epochs in milliseconds.
 */

/** Longer than an attempt takes. */
export const leaseTime = 60 * second;

/** How many attempts are remembered; a person can ask for any number. */
const rememberedAttempts = 20;

/** At most two deliveries of a webhook are sent at a time: each takes one of these. */
export const slots = ["sendingOne", "sendingTwo"] as const;
export type Slot = (typeof slots)[number];

/** A change of one row. */
export type Update = Extract<Write, { update: unknown }>;
type Named = Pick<Delivery, "channelId" | "id">;

const indexed = ["gsi1pk", "gsi1sk"];

/** Nobody has it. */
const free = (now: number): Condition[] => [
  ...deliveryKind.equals({ state: "queued" }),
  { attribute: deliveryKind.attribute.leaseUntil, absentOr: "<", value: now },
];

/** Nobody has it, and its due time is the one that was read. */
const untouched = ({ due }: Pick<Delivery, "due">, now: number): Condition[] => [
  ...deliveryKind.equals({ due }),
  ...free(now),
];

/** Takes a delivery. Fails when another worker has it, or had it since it was read. */
export const takeDelivery = (
  organization: OrganizationId,
  delivery: Named & Pick<Delivery, "due">,
  until: number,
  now: number,
): Update => ({
  update: deliveryKey(organization, delivery.channelId, delivery.id),
  change: { set: deliveryKind.changes({ leaseUntil: until }) },
  when: untouched(delivery, now),
});

/** Sets another time for the next attempt. Fails as `takeDelivery` does. */
export const postponeDelivery = (
  organization: OrganizationId,
  delivery: Named & Pick<Delivery, "due" | "sealingSince">,
  due: number,
  now: number,
): Update => ({
  update: deliveryKey(organization, delivery.channelId, delivery.id),
  change: {
    set: {
      ...deliveryKind.changes({ due, sealingSince: delivery.sealingSince }),
      ...dueKey(due, delivery.id),
    },
  },
  when: untouched(delivery, now),
});

/** Ends a delivery without sending it. Fails as `takeDelivery` does. */
export const skipDelivery = (
  organization: OrganizationId,
  delivery: Named & Pick<Delivery, "due">,
  why: SkipReason,
  now: number,
): Update => ({ ...skip(organization, delivery, why), when: untouched(delivery, now) });

/** The same for one that is in a summary, whatever its due time is by now. Fails when a worker has it. */
export const skipSummarized = (organization: OrganizationId, delivery: Named, now: number): Update => ({
  ...skip(organization, delivery, "summarized"),
  when: free(now),
});

const skip = (
  organization: OrganizationId,
  delivery: Named,
  why: SkipReason,
): Pick<Update, "update" | "change"> => ({
  update: deliveryKey(organization, delivery.channelId, delivery.id),
  change: {
    set: deliveryKind.changes({ state: "skipped", why }),
    remove: [...indexed, deliveryKind.attribute.due, deliveryKind.attribute.leaseUntil],
  },
});

interface EndedAttempt {
  attempts: readonly Attempt[];
  next: NextStep;
  /** Accounts that need no mail of this delivery any more. */
  done?: string[];
  /** What the other side calls the message. */
  posted?: string | undefined;
  /** Until when the lease was taken: nobody else may have taken it since. Undefined where none is needed. */
  lease: number | undefined;
}

/** Stores an attempt and what follows, and gives the lease back. Fails when it was lost. */
export function endAttempt(
  organization: OrganizationId,
  { channelId, id }: Named,
  { attempts, next, done, posted, lease }: EndedAttempt,
): Update {
  const { attribute } = deliveryKind;
  const isQueued = next.state === "queued";
  return {
    update: deliveryKey(organization, channelId, id),
    change: {
      set: {
        ...deliveryKind.changes({
          state: next.state,
          attempts: JSON.stringify(attempts.slice(-rememberedAttempts)),
          done,
          posted,
          due: isQueued ? next.due : undefined,
        }),
        ...(isQueued && dueKey(next.due, id)),
        ...(next.state === "dead" && expiresAt(next.expires)),
      },
      remove: [attribute.leaseUntil, attribute.asked, ...(isQueued ? [] : [...indexed, attribute.due])],
    },
    when: deliveryKind.equals({ state: "queued", leaseUntil: lease }),
  };
}

/** Puts a summary in the place of a message. Fails when the lease was lost. */
export const summarizeDelivery = (
  organization: OrganizationId,
  { channelId, id }: Named,
  event: ChannelEvent,
  lease: number,
): Update => ({
  update: deliveryKey(organization, channelId, id),
  change: {
    set: deliveryKind.changes({ type: event.type, event: packEvent(event) }),
    remove: [deliveryKind.attribute.incidentId, deliveryKind.attribute.sequence],
  },
  when: deliveryKind.equals({ state: "queued", leaseUntil: lease }),
});

/** Takes a slot of a channel. Fails when it is taken, or the channel is off or deleted. */
export const takeSlot = (
  organization: OrganizationId,
  channelId: string,
  slot: Slot,
  until: number,
  now: number,
): Update => ({
  update: channelKey(organization, channelId),
  change: { set: channelKind.changes({ [slot]: until }) },
  when: [
    { exists: true },
    ...channelKind.equals({ off: undefined }),
    { attribute: channelKind.attribute[slot], absentOr: "<", value: now },
  ],
});

interface EndedSending {
  /** As the judgement saw it. */
  channel: ChannelRow;
  deliveryId: string;
  judgement: Judgement;
  lease: number;
  now: number;
}

/** Stores how a channel is, and gives its slot back. Fails when somebody has changed its health since. */
export function endSending(
  organization: OrganizationId,
  { channel, deliveryId, judgement, lease, now }: EndedSending,
): Update {
  const { attribute } = channelKind;
  const { health, switchOff, delivery } = judgement;
  const { failures, failingSince, pausedUntil, revision } = channel;
  const isProbe = delivery.state === "queued";
  return {
    update: channelKey(organization, channel.id),
    change: {
      set: channelKind.changes({
        failures: health.failures,
        pausedUntil: health.pausedUntil,
        failingSince: health.failingSince ?? undefined,
        ...(isProbe && probeOf(channel, deliveryId, delivery.due, now)),
        ...(switchOff && channel.off === undefined && { off: switchOff, revision: revision + 1, at: now }),
      }),
      remove: [
        ...slots.filter((slot) => channel[slot] === lease).map((slot) => attribute[slot]),
        ...(health.failingSince === null ? [attribute.failingSince] : []),
        ...(isProbe ? [] : [attribute.probe, attribute.probeDue]),
      ],
    },
    when: channelKind.equals({
      failures,
      failingSince,
      pausedUntil,
      revision,
      sendingOne: channel.sendingOne,
      sendingTwo: channel.sendingTwo,
    }),
  };
}

/**
 * The oldest delivery that failed is the one that is tried while the circuit is open. One that was tried in place of a
 * late one takes its part, so that not all of them are.
 */
function probeOf(channel: ChannelRow, deliveryId: string, due: number, now: number) {
  return mayProbe(channel, deliveryId, now) ? { probe: deliveryId, probeDue: due } : {};
}

/** Makes a delivery due now because a person asks for it. Fails when its state has changed. */
export const retryNow = (
  organization: OrganizationId,
  { channelId, id, state }: Named & Pick<Delivery, "state">,
  now: number,
): Update => ({
  update: deliveryKey(organization, channelId, id),
  change: {
    set: {
      ...deliveryKind.changes({ state: "queued", due: now, asked: true }),
      ...dueKey(now, id),
      ...expiresAt(now + deliveryKept),
    },
    remove: [deliveryKind.attribute.why],
  },
  when: [
    ...deliveryKind.equals({ state }),
    { attribute: deliveryKind.attribute.leaseUntil, absentOr: "<", value: now },
  ],
});
