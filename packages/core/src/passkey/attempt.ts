import { createHmac } from "node:crypto";
import type { Services } from "../access/context.ts";
import { sameDigest } from "../kit/hash.ts";
import { Secret } from "../kit/secret.ts";
import { minute } from "../kit/time.ts";
import { tryWrite } from "../table/errors.ts";
import { attemptSecretIn, attemptSecretKey, attemptSecretRow } from "./attempt.table.ts";

/** How long a person has to answer, in milliseconds. */
export const attemptLifetime = 10 * minute;

/*
 * The cookie is `<secret>.<time>.<seal>`. The challenge follows from all of it by a one-way function, so nothing is stored
 * for somebody who only begins. The seal is made with a secret of this installation. Without it, a browser could make the
 * challenge of a later day itself, and keep the answer for then.
 */

/** The secret of the seals, which is made at the first attempt. */
async function sealingSecret({ table, random }: Services): Promise<string> {
  const found = attemptSecretIn(await table.get(attemptSecretKey));
  if (found !== undefined) return found;
  const made = Buffer.from(random.bytes(32)).toString("base64url");
  if (await tryWrite(table.put(attemptSecretRow(made), [{ exists: false }]))) return made;
  return attemptSecretIn(await table.get(attemptSecretKey)) ?? made;
}

const hmac = (key: string, text: string) => createHmac("sha256", key).update(text).digest("base64url");

/** The cookie of an attempt that begins. */
export async function beginAttempt(services: Services): Promise<Secret> {
  const secret = Buffer.from(services.random.bytes(32)).toString("base64url");
  const attempt = `${secret}.${services.clock.now()}`;
  return new Secret(`${attempt}.${hmac(await sealingSecret(services), attempt)}`);
}

/** When an attempt began; undefined for one that has ended, or that we have not begun. */
export async function beganAt(services: Services, cookie: Secret): Promise<number | undefined> {
  const [, attempt, time, seal] = /^([\w-]{43}\.(\d{1,15}))\.([\w-]{43})$/.exec(cookie.reveal()) ?? [];
  if (attempt === undefined || seal === undefined) return undefined;
  if (!sameDigest(seal, hmac(await sealingSecret(services), attempt))) return undefined;
  return services.clock.now() - Number(time) <= attemptLifetime ? Number(time) : undefined;
}

/**
 * The challenge of an attempt, 32 bytes as base64url.
 * @param purpose an answer for one is none for another
 */
export const challengeOf = (attempt: Secret, purpose: string): string => hmac(attempt.reveal(), purpose);
