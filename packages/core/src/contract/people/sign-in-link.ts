import * as z from "zod";
import { passkeyPlaces } from "./passkey-place.ts";

/** The secret of a link: 32 bytes as base64url. */
const token = z.string().regex(/^[\w-]{43}$/, "must be the end of a sign-in link, 43 characters");

export const linkQuestion = z.object({ token });

export const linkInput = z.object({
  token,
  email: z
    .email("must be an email")
    .max(254)
    .optional()
    .describe("Who the first person is; only for a link without an email"),
});

/** Who wants a sign-in link by mail. */
export const mailedLinkInput = z.object({ email: z.email("must be an email").max(254) });

/** What a link is for, before it is used. */
export const signInLink = z.object({
  email: z.string().nullable().describe("Whom it signs in; null for the first link of an installation"),
  expiresAt: z.iso.datetime(),
});
export type SignInLink = z.infer<typeof signInLink>;

export const signedInByLink = z.object({
  passkeys: z.enum(passkeyPlaces).describe("Whether browsers make passkeys here, or why not"),
  hasPasskey: z.boolean().describe("Whether the person has one that works here"),
});
export type SignedInByLink = z.infer<typeof signedInByLink>;

/** A link that was made for somebody else to use. It is shown once. */
export const madeLink = z.object({ url: z.url(), expiresAt: z.iso.datetime() });
export type MadeLink = z.infer<typeof madeLink>;
