import { createHmac } from "node:crypto";
import { sameDigest } from "../kit/hash.ts";
import { Secret } from "../kit/secret.ts";
import { minute } from "../kit/time.ts";
import type { AttemptValues } from "../ports/openid.ts";

/** How long a person has at the provider's pages, in milliseconds. */
export const attemptLifetime = 10 * minute;

/** One sign-in that has begun. */
export interface Attempt {
  values: AttemptValues;
  returnTo: string;
}

/*
 * The cookie is `<secret>.<time>.<path>`. State, nonce and verifier follow from it by one-way functions, so that
 * nothing is stored for somebody who only begins. The state covers all of the cookie: a changed one, or one
 * whose time has passed, fits no answer of the provider.
 */

/**
 * Begins an attempt.
 * @param bytes 32 random bytes
 * @param now Unix epoch in milliseconds
 */
export function beginAttempt(bytes: Uint8Array, now: number, returnTo: string): Attempt & { cookie: Secret } {
  const path = Buffer.from(returnTo).toString("base64url");
  const cookie = new Secret(`${Buffer.from(bytes).toString("base64url")}.${now}.${path}`);
  return { values: valuesOf(cookie), returnTo, cookie };
}

/** The attempt of this cookie that the provider's answer belongs to; undefined when it belongs to none. */
export function attemptOf(
  cookie: Secret | undefined,
  state: string | null,
  now: number,
): Attempt | undefined {
  const [, time = "", path = ""] = /^[\w-]{43}\.(\d{1,15})\.([\w-]*)$/.exec(cookie?.reveal() ?? "") ?? [];
  if (!cookie || time === "" || now - Number(time) > attemptLifetime) return undefined;
  const values = valuesOf(cookie);
  if (state === null || !sameDigest(state, values.state)) return undefined;
  return { values, returnTo: Buffer.from(path, "base64url").toString() };
}

function valuesOf(cookie: Secret): AttemptValues {
  const derive = (purpose: string) =>
    createHmac("sha256", cookie.reveal()).update(purpose).digest("base64url");
  return { state: derive("state"), nonce: derive("nonce"), verifier: derive("verifier") };
}
