import { createHmac, timingSafeEqual } from "node:crypto";

/** How a receiver judges a message by Standard Webhooks 1.0.0, with the secret that it was given. */
export type Verdict =
  | "verified"
  | "not signed"
  | "not signed with this secret"
  | "too old"
  | "no secret given";

export interface SignedMessage {
  headers: Readonly<Record<string, string>>;
  body: string;
  /** When it arrived, Unix epoch in milliseconds. */
  at: number;
}

/** The tolerance that the specification's libraries have, in seconds. */
const tolerance = 5 * 60;

/** Judges a message as at its arrival, so that a secret can be given later. Written from the specification alone. */
export function verify({ headers, body, at }: SignedMessage, secret: string): Verdict {
  if (secret === "") return "no secret given";
  const {
    "webhook-id": id = "",
    "webhook-timestamp": timestamp = "",
    "webhook-signature": signatures = "",
  } = headers;
  if (!id || !/^\d+$/.test(timestamp) || !signatures) return "not signed";
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const expected = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest();
  const isSigned = signatures.split(" ").some((signature) => {
    const [version, value = ""] = signature.split(",");
    const given = Buffer.from(value, "base64");
    return version === "v1" && given.length === expected.length && timingSafeEqual(given, expected);
  });
  if (!isSigned) return "not signed with this secret";
  return Math.abs(Math.floor(at / 1_000) - Number(timestamp)) > tolerance ? "too old" : "verified";
}
