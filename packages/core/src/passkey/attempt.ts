import { createHmac } from "node:crypto";
import { Secret } from "../kit/secret.ts";
import { minute } from "../kit/time.ts";

/** How long a person has to answer, in milliseconds. */
export const attemptLifetime = 10 * minute;
/** How far the clocks of two replicas may differ. */
const mostAhead = minute;

/*
 * The cookie is `<secret>.<time>`. The challenge follows from all of it by a one-way function. So nothing is stored for
 * somebody who only begins, and a cookie with another time fits no answer.
 */

/**
 * The cookie of an attempt that begins.
 * @param bytes 32 random bytes
 * @param now Unix epoch in milliseconds
 */
export const beginAttempt = (bytes: Uint8Array, now: number): Secret =>
  new Secret(`${Buffer.from(bytes).toString("base64url")}.${now}`);

/** When an attempt began; undefined for one that has ended, or that we have not begun. */
export function beganAt(attempt: Secret, now: number): number | undefined {
  const [, text] = /^[\w-]{43}\.(\d{1,15})$/.exec(attempt.reveal()) ?? [];
  const time = Number(text ?? Number.NaN);
  // Who makes a cookie of their own must not get one that lasts.
  return time <= now + mostAhead && now - time <= attemptLifetime ? time : undefined;
}

/**
 * The challenge of an attempt, 32 bytes as base64url.
 * @param purpose an answer for one is none for another
 */
export const challengeOf = (attempt: Secret, purpose: string): string =>
  createHmac("sha256", attempt.reveal()).update(purpose).digest("base64url");
