import * as z from "zod";
import { managedBy } from "../people/managed.ts";
import { revision } from "../revision.ts";
import { typedName } from "../typed-text.ts";
import { longestTokenName, mostNetworks, tokenLife, tokenOverlap } from "./limits.ts";
import { allScopes } from "./scopes.ts";

export const tokenScope = z.enum(allScopes);

const name = z
  .string({ error: "Name is required" })
  .trim()
  .min(1, "Name is required")
  .max(longestTokenName, `Name must be no more than ${longestTokenName} characters long`)
  .superRefine(typedName("Name"));

const scopes = z
  .array(tokenScope)
  .min(1, "choose at least one")
  .max(allScopes.length)
  .transform((chosen) => allScopes.filter((scope) => chosen.includes(scope)))
  .describe("What it may do");

/** The API checks that each is an address or a network. A shorter check here would be a second opinion. */
const networks = z
  .array(z.string().trim().max(50, "must be no more than 50 characters long"))
  .max(mostNetworks, `must be at most ${mostNetworks}`)
  .describe('Where it may be used from, such as "192.0.2.0/24"; none for everywhere');

export const tokenInput = z.object({
  name,
  scopes,
  networks: networks.default([]),
  expiresInDays: z
    .int()
    .min(tokenLife.least)
    .max(tokenLife.most)
    .default(tokenLife.usual)
    .describe("How long it works"),
});
export type TokenInput = z.infer<typeof tokenInput>;

/** The end of a token never moves: who needs it longer makes another one. */
export const tokenChange = z.object({ name, scopes, networks });
export type TokenChange = z.infer<typeof tokenChange>;

export const token = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(tokenScope),
  networks: z.array(z.string()).describe("Where it may be used from; none for everywhere"),
  createdAt: z.iso.datetime(),
  createdBy: z.string().describe("Id of the account. The token outlives it"),
  managedBy,
  expiresAt: z.iso.datetime(),
  lastUsed: z
    .object({
      at: z.iso.datetime().describe("To the hour"),
      network: z.string().nullable(),
      client: z.string().nullable().describe("What the program calls itself"),
      former: z.boolean().describe("Whether with the former secret"),
    })
    .nullable()
    .describe("Null when never used"),
  rotation: z
    .object({ formerSecretEndsAt: z.iso.datetime() })
    .nullable()
    .describe("While two secrets work; null otherwise"),
  revision,
});
export type ApiToken = z.infer<typeof token>;

export const tokenList = z.object({ tokens: z.array(token) });

export const tokenRotation = z.object({
  overlapHours: z
    .int()
    .min(tokenOverlap.none)
    .max(tokenOverlap.most)
    .default(tokenOverlap.usual)
    .describe("How long the former secret keeps working; with 0 it ends at once"),
});
export type TokenRotation = z.infer<typeof tokenRotation>;

/** The answer to creating or rotating a token: the only time that it is shown whole. */
export const createdToken = token.extend({
  secret: z.string().describe("sw_<id>_<secret><checksum>; cannot be shown again"),
});
export type CreatedToken = z.infer<typeof createdToken>;
