import * as z from "zod";
import { typedName } from "../typed-text.ts";
import { longestPasskeyName } from "./passkey-limits.ts";

/** Bytes as base64url without padding. */
const base64url = (most: number) =>
  z
    .string()
    .max(most, `must be no more than ${most} characters long`)
    .regex(/^[\w-]+$/, "must be base64url");

/** At most 1,023 bytes (Web Authentication Level 3, section 4, "Credential ID"). */
const credentialId = base64url(1_364);
const credentialType = z.literal("public-key");
const challenge = z.string().describe("32 bytes as base64url; the browser has it in a cookie, too");
const timeout = z.number().describe("How long the person has, in milliseconds");
const userVerification = z.literal("preferred");

/*
 * The questions and the answers are the JSON forms of Web Authentication Level 3, section 5.1, as far as we use them.
 */

/** What a browser asks its authenticators, to sign somebody in. They know whom. */
export const passkeyQuestion = z.object({ challenge, timeout, rpId: z.string(), userVerification });
export type PasskeyQuestion = z.infer<typeof passkeyQuestion>;

const clientDataJSON = base64url(4_096);

export const passkeyAnswer = z.object({
  id: credentialId,
  rawId: credentialId,
  type: credentialType,
  response: z.object({
    clientDataJSON,
    authenticatorData: base64url(4_096),
    signature: base64url(8_192),
    userHandle: base64url(88).optional(),
  }),
});
export type PasskeyAnswer = z.infer<typeof passkeyAnswer>;

/** What a browser asks an authenticator, to make a passkey. */
export const newPasskeyQuestion = z.object({
  challenge,
  timeout,
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: credentialType, alg: z.number() })),
  excludeCredentials: z
    .array(z.object({ type: credentialType, id: z.string() }))
    .describe("The passkeys that the person has. An authenticator with one of them makes no second one"),
  authenticatorSelection: z.object({
    residentKey: z.literal("required"),
    requireResidentKey: z.literal(true),
    userVerification,
  }),
  attestation: z.literal("none"),
});
export type NewPasskeyQuestion = z.infer<typeof newPasskeyQuestion>;

export const newPasskeyAnswer = z.object({
  id: credentialId,
  rawId: credentialId,
  type: credentialType,
  response: z.object({
    clientDataJSON,
    attestationObject: base64url(16_384),
    transports: z
      .array(z.string().regex(/^[a-z-]{1,20}$/, "must be a transport, such as internal"))
      .max(10, "must be at most 10 transports")
      .optional(),
  }),
});
export type NewPasskeyAnswer = z.infer<typeof newPasskeyAnswer>;

const passkeyName = z
  .string({ error: "Name is required" })
  .trim()
  .min(1, "Name is required")
  .max(longestPasskeyName, `Name must be no more than ${longestPasskeyName} characters long`)
  .superRefine(typedName("Name"));

export const newPasskey = z.object({
  name: passkeyName.optional().describe('Without it the browser names it, such as "Chrome on macOS"'),
  answer: newPasskeyAnswer,
});
export type NewPasskey = z.infer<typeof newPasskey>;

export const passkeyChange = z.object({ name: passkeyName });
export type PasskeyChange = z.infer<typeof passkeyChange>;

export const passkey = z.object({
  id: z.string(),
  name: z.string(),
  host: z.string().describe("The host of the web application that it was made for"),
  worksHere: z.boolean().describe("Whether it signs in at the web application's present address"),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable().describe("Null: it has signed nobody in"),
});
export type Passkey = z.infer<typeof passkey>;

export const passkeyList = z.object({ passkeys: z.array(passkey) });
