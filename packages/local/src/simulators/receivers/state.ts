import * as z from "zod";
import { choiceOf } from "../faults.ts";

/** How a receiver answers: the first is the usual way. */
export const receiverFaults = {
  works: "Answers 200",
  slow: "Answers late",
  hanging: "Takes the message and never answers",
  endless: "Answers 200 with a text that never ends",
  "500": "Answers 500",
  "410": "Answers 410: it is gone",
  "429": "Answers 429 with Retry-After",
  redirect: "Redirects to the receiver named elsewhere",
} as const;
export type ReceiverFault = keyof typeof receiverFaults;

export interface ReceiverSettings {
  fault: ReceiverFault;
  /** How late an answer is with "slow". */
  delayMs: number;
  /** The value of Retry-After with "429", in seconds. */
  retryAfter: number;
  /** The secret that signatures are verified with; "" for none. */
  secret: string;
}

export const receiverSettings = z
  .strictObject({
    fault: choiceOf(receiverFaults),
    delayMs: z.coerce.number().int().min(0).max(600_000),
    retryAfter: z.coerce.number().int().min(0).max(1_000_000),
    secret: z.string().trim().max(200),
  })
  .partial();

/** A message as it arrived. */
export interface Arrival {
  /** Unix epoch in milliseconds. */
  at: number;
  headers: Record<string, string>;
  body: string;
  answered: ReceiverFault;
}

export interface ReceiverState extends ReceiverSettings {
  name: string;
  /** The newest first. */
  arrivals: Arrival[];
}

/** Bounds for what somebody sends who wants to fill the memory. */
const mostReceivers = 100;
const mostArrivals = 50;

/** The receivers on one machine. One begins with its first message or its first setting. */
export function createReceivers(now: () => number) {
  const receivers = new Map<string, ReceiverState>();

  /** Undefined when there are too many. */
  function receiver(name: string): ReceiverState | undefined {
    const known = receivers.get(name);
    if (known || receivers.size >= mostReceivers) return known;
    const usual = { fault: "works", delayMs: 5_000, retryAfter: 60, secret: "" } as const;
    const made: ReceiverState = { name, ...usual, arrivals: [] };
    receivers.set(name, made);
    return made;
  }

  function take(to: ReceiverState, headers: Record<string, string>, body: string): void {
    to.arrivals = [{ at: now(), headers, body, answered: to.fault }, ...to.arrivals].slice(0, mostArrivals);
  }

  return { receiver, take, all: () => [...receivers.values()] };
}

export type Receivers = ReturnType<typeof createReceivers>;
