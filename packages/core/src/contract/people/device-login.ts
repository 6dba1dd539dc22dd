import * as z from "zod";
import { typedName } from "../typed-text.ts";
import { allScopes } from "../token/scopes.ts";
import { tokenScope } from "../token/token.ts";
import { codeLetters, usualScopes } from "./personal-session-limits.ts";

const longestClient = 80;

const scopes = z
  .array(tokenScope)
  .min(1, "choose at least one")
  .max(allScopes.length)
  .transform((chosen) => allScopes.filter((scope) => chosen.includes(scope)));

/** "wdjb mjht" as "WDJB-MJHT". A person types it as they like. */
const code = z
  .string()
  .max(40, "must be like WDJB-MJHT")
  .transform((text) => text.toUpperCase().replace(/[^A-Z]/g, ""))
  .refine((letters) => new RegExp(`^[${codeLetters}]{8}$`).test(letters), "must be like WDJB-MJHT")
  .transform((letters) => `${letters.slice(0, 4)}-${letters.slice(4)}`);

export const deviceLoginInput = z.object({
  client: z
    .string()
    .trim()
    .min(1, "is required")
    .max(longestClient, `must be no more than ${longestClient} characters long`)
    .superRefine(typedName("client"))
    .describe("The program and its host, as the person will see them: shardwatch on laptop"),
  scopes: scopes.default([...usualScopes]).describe("What it asks for. The person decides"),
});
export type DeviceLoginInput = z.infer<typeof deviceLoginInput>;

export const startedDeviceLogin = z.object({
  deviceCode: z.string().describe("The program's secret, for POST /device-logins/token"),
  userCode: z.string().describe("What the person compares"),
  verificationUrl: z.string().describe("Where the person signs in and allows it"),
  verificationUrlComplete: z.string().describe("The same with the code"),
  expiresInSeconds: z.int(),
  intervalSeconds: z.int().describe("How long to wait between two calls"),
});
export type StartedDeviceLogin = z.infer<typeof startedDeviceLogin>;

export const deviceCode = z.object({ deviceCode: z.string().max(100) });

export const grantedSession = z.object({
  id: z.string(),
  secret: z.string().describe("Sent as a bearer. It is shown once"),
  scopes: z.array(tokenScope),
  expiresAt: z.iso.datetime(),
  email: z.string().describe("Of the person whose session it is"),
  organization: z.string().describe("Its name"),
});
export type GrantedSession = z.infer<typeof grantedSession>;

export const userCode = z.object({ code });

/** A request to sign in, as its person sees it. */
export const deviceLogin = z.object({
  code: z.string(),
  client: z.string(),
  network: z.string().nullable().describe("Where it asks from"),
  isElsewhere: z.boolean().describe("Whether that is another network than the person's"),
  scopes: z.array(tokenScope).describe("What it asks for"),
  requestedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
});
export type DeviceLogin = z.infer<typeof deviceLogin>;

export const deviceDecision = z.discriminatedUnion("allow", [
  z.object({ code, allow: z.literal(true), scopes: scopes.describe("What it may do") }),
  z.object({ code, allow: z.literal(false) }),
]);
export type DeviceDecision = z.infer<typeof deviceDecision>;

export const personalSession = z.object({
  id: z.string(),
  client: z.string(),
  scopes: z.array(tokenScope),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  lastUsed: z
    .object({ at: z.iso.datetime().describe("To the hour"), network: z.string().nullable() })
    .nullable()
    .describe("Null when never used"),
});
export type PersonalSession = z.infer<typeof personalSession>;

export const personalSessionList = z.object({ sessions: z.array(personalSession) });
