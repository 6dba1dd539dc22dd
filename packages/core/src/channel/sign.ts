import { createHmac } from "node:crypto";
import { sha256 } from "../kit/hash.ts";
import { derivedId } from "../kit/ids.ts";
import { Secret } from "../kit/secret.ts";
import type { Random } from "../ports/random.ts";

/*
 * Signatures of Standard Webhooks 1.0.0:
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 * To sign is one HMAC, so the library `standardwebhooks` is for the tests only, which verify with it. The ed25519
 * signatures of the format are not offered.
 */

const prefix = "whsec_";
const secretBytes = 32;

/** A new secret, as the receiver's library takes it: "whsec_" and 32 bytes in base64. */
export const newSigningSecret = (random: Random): Secret =>
  new Secret(prefix + Buffer.from(random.bytes(secretBytes)).toString("base64"));

/** A secret that was replaced, and the time until which it signs too, Unix epoch in milliseconds. */
export interface FormerSecret {
  secret: Secret;
  until: number;
}

/** The secrets that sign now, the current one first. During a rotation there are two. */
export const signingSecrets = (current: Secret, former: FormerSecret | undefined, now: number): Secret[] =>
  former && now < former.until ? [current, former.secret] : [current];

/** The id of an event for a channel. It is the same at every attempt, so that receivers can drop repetitions. */
export const messageId = (event: string, channel: string): string =>
  derivedId("message", sha256(`${channel} ${event}`));

export interface UnsignedMessage {
  /** From `messageId`. */
  id: string;
  /** Exactly the text that is sent. */
  body: string;
  /** At least one. The receiver may know any of them. */
  secrets: readonly Secret[];
  /** Time of this attempt, Unix epoch in milliseconds. Receivers refuse what is more than five minutes old. */
  now: number;
}

type SignatureHeaders = Record<"webhook-id" | "webhook-timestamp" | "webhook-signature", string>;

/**
 * The headers that prove a message. They are made anew for every attempt, because the time is signed.
 * Throws RangeError for an id that the format does not allow, or a secret that is none.
 */
export function signWebhook({ id, body, secrets, now }: UnsignedMessage): SignatureHeaders {
  // A dot would make two pairs of id and time look alike.
  if (!/^[\w-]+$/.test(id)) throw new RangeError("a message's id has letters, digits, _ and -");
  if (secrets.length === 0) throw new RangeError("a message needs a secret");
  const timestamp = String(Math.floor(now / 1_000));
  const signed = `${id}.${timestamp}.${body}`;
  const signatures = secrets.map((secret) => {
    const digest = createHmac("sha256", keyOf(secret)).update(signed).digest("base64");
    return `v1,${digest}`;
  });
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures.join(" "),
  };
}

function keyOf(secret: Secret): Buffer {
  const text = secret.reveal();
  const key = Buffer.from(text.slice(prefix.length), "base64");
  // An empty key would sign with something that everybody knows.
  if (!text.startsWith(prefix) || key.length !== secretBytes)
    throw new RangeError(`a signing secret has ${secretBytes} bytes after "${prefix}"`);
  return key;
}
