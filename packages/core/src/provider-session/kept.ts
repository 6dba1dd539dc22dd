import { Secret } from "../kit/secret.ts";
import type { Claims, OpenIdGrant } from "../ports/openid.ts";
import { type ClaimRules, neededClaims } from "./person.ts";
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const nonceBytes = 12;
const tagBytes = 16;

/** Another key than the hash that finds the row, from the same secret. */
const keyOf = (secret: Secret) =>
  Buffer.from(hkdfSync("sha256", secret.reveal(), "", "shardwatch provider session", 32));

/**
 * AES-256-GCM with a key that only the browser's cookie gives. The table alone opens nothing, and the functions
 * that serve people need no right to a vault.
 */
function seal(text: Secret, secret: Secret): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv("aes-256-gcm", keyOf(secret), nonce);
  const sealed = Buffer.concat([cipher.update(text.reveal(), "utf8"), cipher.final()]);
  return Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString("base64");
}

/** Throws an error for a text that was sealed with another secret. */
function unseal(sealed: string, secret: Secret): Secret {
  const bytes = Buffer.from(sealed, "base64");
  const options = { authTagLength: tagBytes };
  const decipher = createDecipheriv("aes-256-gcm", keyOf(secret), bytes.subarray(0, nonceBytes), options);
  decipher.setAuthTag(bytes.subarray(-tagBytes));
  const text = decipher.update(bytes.subarray(nonceBytes, -tagBytes));
  return new Secret(Buffer.concat([text, decipher.final()]).toString());
}

/** What is kept of a grant, in the sealed part of the row. */
export type Kept = Pick<OpenIdGrant, "claims" | "tokenClaims" | "refreshToken" | "idToken">;

interface Stored {
  claims: Claims;
  tokenClaims: Claims;
  refreshToken?: string | undefined;
  idToken?: string | undefined;
}

/** It goes into an address at the end, and servers refuse very long ones. The provider can do without. */
const longestIdToken = 4_000;

/** The sealed part of the row, for the browser with this secret. */
export function sealKept(
  { claims, tokenClaims, refreshToken, idToken }: Kept,
  rules: ClaimRules,
  secret: Secret,
) {
  const id = idToken?.reveal();
  const stored: Stored = {
    claims: neededClaims(claims, rules),
    tokenClaims: neededClaims(tokenClaims, rules),
    refreshToken: refreshToken?.reveal(),
    idToken: id !== undefined && id.length <= longestIdToken ? id : undefined,
  };
  return seal(new Secret(JSON.stringify(stored)), secret);
}

/** Throws an error when the browser's secret does not open it. */
export function openKept(sealed: string, secret: Secret): Kept {
  const { claims, tokenClaims, refreshToken, idToken } = JSON.parse(
    unseal(sealed, secret).reveal(),
  ) as Stored;
  const optional = (text: string | undefined) => (text === undefined ? undefined : new Secret(text));
  return { claims, tokenClaims, refreshToken: optional(refreshToken), idToken: optional(idToken) };
}
