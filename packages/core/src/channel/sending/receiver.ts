import type { Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import { Problem } from "../../kit/problem.ts";
import type { WebhookAnswer } from "../../ports/webhooks.ts";
import { tryWrite } from "../../table/errors.ts";
import { retryOnConflict } from "../../table/retry-on-conflict.ts";
import { deliveryKey } from "../rows/channel.keys.ts";
import { type ChannelRow, healthOf } from "../rows/channel.table.ts";
import { find } from "../channels.ts";
import { readDelivery } from "../rows/delivery.table.ts";
import { fractionOf } from "../delivery/fraction.ts";
import {
  deadKept,
  healthy,
  type Judgement,
  judge,
  type Verdict,
  type WaitBefore,
} from "../delivery/schedule.ts";
import { endAttempt, endSending, leaseTime, slots, takeDelivery, takeSlot } from "../rows/sending.table.ts";
import { attemptOf, type Sendable, type AttemptResult, resultOf } from "../delivery/attempt.ts";
import { actionByHealth } from "../delivery/action.ts";
import { foldQueue, waitsForFold } from "./fold.ts";
import type { ChannelSender } from "./sender.ts";

/** What a try to hand over a message came to. */
export interface Posted {
  answer: WebhookAnswer;
  /** What the answer means, where its status does not say it. */
  verdict?: Verdict;
  /** What the other side calls the message; it is kept for the next message about the incident. */
  posted?: string | undefined;
}

/** Opens what is sealed of a channel, and posts a message. */
export type Post = (services: Services, sendable: Sendable) => Promise<Posted>;

interface Options {
  waitBefore?: WaitBefore;
  /** Whether one summary takes the place of messages that are too old, and of other summaries. */
  folds?: boolean;
}

/** Sends to a receiver of the customer's, at most two messages of one channel at a time. It may fail its channel. */
export const receiver = (
  post: Post,
  { waitBefore, folds = false }: Options = {},
): Omit<ChannelSender, "actionBySiblings"> => ({
  actionByHealth,
  isBusy: (channel, now) => freeSlots(channel, now).length === 0,
  ...(folds && { waitsUntil: waitsForFold }),
  send: async (services, organization, { channel, ...rest }) => {
    const now = services.clock.now();
    const lease = now + leaseTime;
    if (!(await take(services, organization, { channel, delivery: rest.delivery, lease, now })))
      return "busy";
    const delivery = folds
      ? await foldQueue(services, organization, { channel, delivery: rest.delivery, lease, now })
      : rest.delivery;
    const done = await post(services, { ...rest, channel, delivery }).catch(notOpened);
    return await end(services, organization, { channel, delivery, lease, at: now, waitBefore, ...done });
  },
});

/** The vault was busy, and the job is repeated. Or what is sealed does not open; the error may hold parts of it. */
function notOpened(error: unknown): Posted {
  if (error instanceof Problem) throw error;
  const reason = "the channel's address or secret can't be opened";
  return { answer: { outcome: "refused", reason, milliseconds: 0 } };
}

const freeSlots = (channel: ChannelRow, now: number) => slots.filter((slot) => (channel[slot] ?? 0) < now);

interface Taken extends Pick<Sendable, "channel" | "delivery"> {
  lease: number;
  now: number;
}

/** Takes the delivery together with a slot. Of two that want the same slot, one takes the other. */
async function take(
  { table }: Services,
  organization: OrganizationId,
  { channel, delivery, lease, now }: Taken,
): Promise<boolean> {
  for (const slot of freeSlots(channel, now)) {
    const both = [
      takeDelivery(organization, delivery, lease, now),
      takeSlot(organization, channel.id, slot, lease, now),
    ];
    if (await tryWrite(table.transact(both))) return true;
  }
  return false;
}

interface Ended extends Pick<Sendable, "channel" | "delivery">, Posted {
  waitBefore: WaitBefore | undefined;
  lease: number;
  /** When the attempt began, Unix epoch in milliseconds. */
  at: number;
}

/** Judges by the channel as it is now: another delivery may have ended in between. */
async function end(
  services: Services,
  organization: OrganizationId,
  { channel, delivery, answer, verdict, posted, waitBefore, lease, at }: Ended,
): Promise<AttemptResult> {
  const attempts = [...delivery.attempts, attemptOf(answer, at)];
  const random = fractionOf(services.random);
  return await retryOnConflict(async () => {
    const [row, fresh] = await Promise.all([
      services.table.get(deliveryKey(organization, channel.id, delivery.id)),
      find(services, organization, channel.id),
    ]);
    // Deleted, or another worker has it because this one took too long.
    if (!row || readDelivery(row).leaseUntil !== lease) return "ended";
    const now = services.clock.now();
    const health = fresh ? healthOf(fresh) : healthy;
    const judged = judge({ answer, attempts: attempts.length, health, now, random, verdict, waitBefore });
    const judgement = delivery.type === "test.ping" ? onlyOnce(judged, now) : judged;
    const next = judgement.delivery;
    await services.table.transact([
      endAttempt(organization, delivery, { attempts, next, posted, lease }),
      ...(fresh
        ? [endSending(organization, { channel: fresh, deliveryId: delivery.id, judgement, lease, now })]
        : []),
    ]);
    return resultOf(next);
  });
}

/** A person looks at the outcome of a test, and tries again. */
const onlyOnce = (judgement: Judgement, now: number): Judgement =>
  judgement.delivery.state === "queued"
    ? { ...judgement, delivery: { state: "dead", expires: now + deadKept } }
    : judgement;
