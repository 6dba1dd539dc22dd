import { randomBytes } from "node:crypto";
import { Webhook, WebhookVerificationError } from "standardwebhooks";
import { expect, test } from "vitest";
import { Secret } from "../kit/secret.ts";
import { minute } from "../kit/time.ts";
import { messageId, newSigningSecret, signingSecrets, signWebhook } from "./sign.ts";

const random = { bytes: (count: number) => randomBytes(count) };
const secret = newSigningSecret(random);
const id = messageId("inc_1 3", "chn_1");
const body = JSON.stringify({ type: "test.ping", data: { name: 'ünï "cøde" 😀 \u2028' } });

const sign = (secrets: readonly Secret[] = [secret], now = Date.now()) =>
  signWebhook({ id, body, secrets, now });
/** What a receiver does that has the public library and one secret. */
const verify = (headers: Record<string, string>, text = body, known = secret) =>
  new Webhook(known.reveal()).verify(text, headers);

test("CHN02 a secret is whsec_ and 32 random bytes", () => {
  const bytes = Buffer.from(secret.reveal().slice("whsec_".length), "base64");
  expect(secret.reveal()).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(bytes).toHaveLength(32);
  expect(newSigningSecret(random).reveal()).not.toBe(secret.reveal());
});

test("CHN02 the public library accepts our signature and reads the body", () => {
  expect(verify(sign())).toEqual(JSON.parse(body));
});

test("CHN02 the public library makes the same signature", () => {
  const now = Date.now();
  const signature = new Webhook(secret.reveal()).sign(id, new Date(now), body);
  expect(sign([secret], now)["webhook-signature"]).toBe(signature);
});

test("CHN02 an altered body, id, time or secret is refused", () => {
  const headers = sign();
  const later = String(Number(headers["webhook-timestamp"]) + 1);
  const faults: [headers: Record<string, string>, text: string, known: Secret][] = [
    [headers, body.replace("ping", "pong"), secret],
    [headers, `${body} `, secret],
    [{ ...headers, "webhook-id": messageId("inc_1 4", "chn_1") }, body, secret],
    [{ ...headers, "webhook-timestamp": later }, body, secret],
    [{ ...headers, "webhook-signature": "v1," }, body, secret],
    [headers, body, newSigningSecret(random)],
  ];
  for (const [given, text, known] of faults)
    expect(() => verify(given, text, known)).toThrow(
      new WebhookVerificationError("No matching signature found"),
    );
});

test("CHN02 an old time is refused, so an attempt signs its own time", () => {
  expect(() => verify(sign([secret], Date.now() - 6 * minute))).toThrow("Message timestamp too old");
  expect(() => verify(sign([secret], Date.now() + 6 * minute))).toThrow("Message timestamp too new");
  expect(verify(sign([secret], Date.now() - 4 * minute))).toEqual(JSON.parse(body));
});

test("CHN02 two attempts of a message have one id and two signatures", () => {
  const [first, second] = [sign([secret], 1_795_290_366_999), sign([secret], 1_795_290_371_000)];
  expect(first["webhook-timestamp"]).toBe("1795290366");
  expect(second["webhook-id"]).toBe(first["webhook-id"]);
  expect(second["webhook-signature"]).not.toBe(first["webhook-signature"]);
});

test("CHN02 during a rotation receivers with the new and with the old secret accept, afterwards only the new", () => {
  const [now, next] = [Date.now(), newSigningSecret(random)];
  const former = { secret, until: now + 1 };
  const during = sign(signingSecrets(next, former, now), now);
  expect(during["webhook-signature"].split(" ")).toHaveLength(2);
  for (const known of [next, secret]) expect(verify(during, body, known)).toEqual(JSON.parse(body));
  const after = sign(signingSecrets(next, former, now + 1), now);
  expect(verify(after, body, next)).toEqual(JSON.parse(body));
  expect(() => verify(after, body, secret)).toThrow(WebhookVerificationError);
  expect(signingSecrets(next, undefined, now)).toEqual([next]);
});

test("CHN02 the id is the same for an event and channel, and has no dot", () => {
  expect(id).toMatch(/^msg_[0-9a-z]{20}$/);
  expect(messageId("inc_1 3", "chn_1")).toBe(id);
  const others = [
    messageId("inc_1 3", "chn_2"),
    messageId("inc_1 4", "chn_1"),
    messageId("inc_2 3", "chn_1"),
  ];
  expect(new Set([id, ...others]).size).toBe(4);
});

test("CHN02 nothing is signed with an id or a secret of a wrong form, and the error has no secret", () => {
  for (const wrong of ["msg_1.2", "", "msg 1", "msg_1\r\nx: y"])
    expect(() => signWebhook({ id: wrong, body, secrets: [secret], now: 0 })).toThrow(RangeError);
  expect(() => sign([])).toThrow(RangeError);
  for (const text of ["", "whsec_", "whsec_c2hvcnQ=", secret.reveal().slice(6)]) {
    expect(() => sign([new Secret(text)])).toThrow(RangeError);
    expect(() => sign([new Secret(text)])).toThrow('a signing secret has 32 bytes after "whsec_"');
  }
});
