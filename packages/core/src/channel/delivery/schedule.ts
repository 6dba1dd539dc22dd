import { day, hour, minute, second } from "../../kit/time.ts";
import type { WebhookAnswer } from "../../ports/webhooks.ts";

/** The wait before each attempt, in milliseconds. Ten attempts take three days, three and a half hours. */
export const waits = [
  0,
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
] as const;

/** Of a chat, and of what keeps a state of incidents: nothing old is sent there, so it is tried each hour. */
const chatWaits = [0, 5 * second, minute, 5 * minute, 15 * minute, 30 * minute] as const;

/** The wait before an attempt, by how many there were. Undefined where there is none any more. */
export type WaitBefore = (attempts: number) => number | undefined;
export const tenAttempts: WaitBefore = (attempts) => waits[attempts];
export const hourly: WaitBefore = (attempts) => chatWaits[attempts] ?? hour;

/** Each wait is up to this share shorter or longer, so that what failed together is not repeated together. */
const spread = 0.2;
/** The longest wait that a receiver can ask for. */
export const longestWait = 24 * hour;
/** How long a channel waits at least after an answer by which the receiver is overloaded. */
const rest = minute;
const overloaded: readonly number[] = [429, 502, 504];
/** From this many failures in succession on, only the oldest delivery is tried. */
export const circuitOpensAt = 5;
/** A channel is switched off when nothing succeeded for so long. */
export const failingLimit = 5 * day;
/** How long a dead delivery is kept for a person to retry. */
export const deadKept = 30 * day;

/** How a channel's last attempts ended. Times are Unix epochs in milliseconds. */
export interface ChannelHealth {
  /** In succession, over all deliveries. */
  failures: number;
  /** Time of the first of them; null when the last attempt succeeded. */
  failingSince: number | null;
  /** Nothing is sent before. */
  pausedUntil: number;
}

export const healthy: ChannelHealth = { failures: 0, failingSince: null, pausedUntil: 0 };

export type NextStep =
  | { state: "sent" }
  | { state: "queued"; due: number }
  /** It is not tried again unless a person asks for it. */
  | { state: "dead"; expires: number };

export interface Judgement {
  delivery: NextStep;
  health: ChannelHealth;
  /** Why the channel is switched off; undefined when it stays on. */
  switchOff: "gone" | "failing" | "refused" | undefined;
}

/**
 * What an answer means. "again": perhaps it is taken later. "never": not this message. "gone" and "refused": none any more,
 * because the receiver is gone, or because it does not accept us.
 */
export type Verdict = "sent" | "again" | "never" | "gone" | "refused";

/** What an answer means by its status alone. */
export function verdictOf(answer: WebhookAnswer): Verdict {
  const status = answer.outcome === "answered" ? answer.status : 0;
  if (status >= 200 && status < 300) return "sent";
  return status === 410 ? "gone" : "again";
}

export interface EndedAttempt {
  answer: WebhookAnswer;
  /** Of this delivery, this one included. */
  attempts: number;
  health: ChannelHealth;
  now: number;
  /** From 0 to below 1. */
  random: number;
  /** What the answer means, where the kind of the channel knows better than its status. */
  verdict?: Verdict | undefined;
  waitBefore?: WaitBefore | undefined;
}

/** Decides what follows an attempt: for the delivery, and for its channel. */
export function judge({
  answer,
  attempts,
  health,
  now,
  random,
  verdict = verdictOf(answer),
  waitBefore = tenAttempts,
}: EndedAttempt): Judgement {
  if (verdict === "sent") return { delivery: { state: "sent" }, health: healthy, switchOff: undefined };
  const status = answer.outcome === "answered" ? answer.status : 0;
  const failingSince = health.failingSince ?? now;
  const asked = answer.outcome === "answered" ? waitOf(answer.retryAfter, now) : 0;
  const pause = Math.max(asked, overloaded.includes(status) ? rest : 0);
  const pausedUntil = Math.max(health.pausedUntil, pause > 0 ? now + pause : 0);
  const next = { failures: health.failures + 1, failingSince, pausedUntil };
  const dead = { state: "dead", expires: now + deadKept } as const;
  if (verdict === "gone" || verdict === "refused")
    return { delivery: dead, health: next, switchOff: verdict };
  if (now - failingSince >= failingLimit) return { delivery: dead, health: next, switchOff: "failing" };
  const wait = verdict === "never" ? undefined : waitBefore(attempts);
  if (wait === undefined) return { delivery: dead, health: next, switchOff: undefined };
  const due = Math.max(now + Math.round(wait * (1 - spread + 2 * spread * random)), pausedUntil);
  return { delivery: { state: "queued", due }, health: next, switchOff: undefined };
}

/**
 * Whether a delivery that is due may be tried now. After several failures the oldest unfinished delivery of the
 * channel probes whether the receiver is back. The others wait until it succeeds or is dead.
 */
export const mayTry = (health: ChannelHealth, isOldest: boolean, now: number): boolean =>
  now >= health.pausedUntil && (isOldest || health.failures < circuitOpensAt);

/** The form that RFC 9110 requires of senders. `Date.parse` alone would read "1" as a year. */
const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** The wait that a Retry-After asks for, in milliseconds and at most a day. 0 when there is none that can be read. */
function waitOf(retryAfter: string | undefined, now: number): number {
  const text = retryAfter?.trim() ?? "";
  let wait = 0;
  if (/^\d+$/.test(text)) wait = Number(text) * second;
  else if (httpDate.test(text)) wait = Date.parse(text) - now;
  return wait > 0 ? Math.min(wait, longestWait) : 0;
}
