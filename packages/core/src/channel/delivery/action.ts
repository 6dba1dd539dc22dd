import type { SkipReason } from "../../contract/channel/words.ts";
import { minute, second } from "../../kit/time.ts";
import type { Channel } from "../channels.ts";
import { healthOf } from "../rows/channel.table.ts";
import type { Delivery } from "../rows/delivery.table.ts";
import { circuitOpensAt, mayTry } from "./schedule.ts";
import { mayProbe } from "./probe.ts";
import type { Sibling } from "./siblings.ts";

/** What is to be done with a delivery now. Times are Unix epochs in milliseconds. */
export type DeliveryAction =
  | {
      step: "send";
      /** Whether the message says when it began too, because nothing was sent before the end. */
      whole: boolean;
    }
  | { step: "wait"; until: number }
  | { step: "skip"; why: SkipReason };

/** How long a delivery waits for one before it that a worker is at. */
const shortly = 5 * second;

type Due = Pick<Delivery, "id" | "type" | "createdAt" | "asked">;

/**
 * What the state of a receiver decides about a delivery whose time has come; undefined when it takes it. A person waits
 * for a test, and for what they have asked for. It also shows whether the receiver is back.
 */
export function actionByHealth(
  channel: Channel,
  { id, type, asked }: Due,
  now: number,
): DeliveryAction | undefined {
  if (asked || type === "test.ping") return undefined;
  const health = healthOf(channel);
  const { probeDue = 0 } = channel;
  const isOldest = mayProbe(channel, id, now);
  if (mayTry(health, isOldest, now)) return undefined;
  const afterProbe = health.failures >= circuitOpensAt && !isOldest ? probeDue + minute : 0;
  return { step: "wait", until: Math.max(health.pausedUntil, afterProbe, now + shortly) };
}

/** What other messages about the same incident decide. */
export type ActionBySiblings = (delivery: Due, siblings: readonly Sibling[], now: number) => DeliveryAction;

/**
 * All of them go out, in their order: for programs, which keep state. An end before its begin would stay open there.
 */
export const inOrder: ActionBySiblings = (delivery, siblings, now) => {
  const first = siblings.find((one) => isBefore(one, delivery) && one.state === "queued");
  if (!first) return { step: "send", whole: false };
  return { step: "wait", until: Math.max(now, first.due ?? now) + shortly };
};

/** In their order, and only the last one when the incident is over: for people. */
export const inOrderUntilOver: ActionBySiblings = (delivery, siblings, now) => {
  if (delivery.type === "incident.resolved")
    return endOf(
      siblings.filter((one) => isBefore(one, delivery)),
      now,
    );
  if (siblings.some(({ type }) => type === "incident.resolved")) return { step: "skip", why: "over" };
  return inOrder(delivery, siblings, now);
};

/**
 * The newest state alone, for what shows the state of an incident: an older message would say what is not so any more. An
 * end that nothing came before says when it began, too.
 */
export const newestOnly: ActionBySiblings = (delivery, siblings, now) => {
  const before = siblings.filter((one) => isBefore(one, delivery));
  if (before.length < siblings.length) return { step: "skip", why: "newer" };
  const action = endOf(before, now);
  return action.step === "send" && delivery.type !== "incident.resolved"
    ? { ...action, whole: false }
    : action;
};

const isBefore = (one: Sibling, { id, createdAt }: Due): boolean =>
  one.createdAt < createdAt || (one.createdAt === createdAt && one.id < id);

/** The message of an end. What was not sent before is in it, and is not sent any more. */
function endOf(before: readonly Sibling[], now: number): DeliveryAction {
  // What a worker is at may be sent the next moment.
  if (before.some(({ state, leaseUntil = 0 }) => state === "queued" && leaseUntil > now))
    return { step: "wait", until: now + shortly };
  const wasSent = before.some(({ state }) => state === "sent");
  return { step: "send", whole: before.length > 0 && !wasSent };
}
