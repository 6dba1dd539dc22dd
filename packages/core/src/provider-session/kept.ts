import { Secret } from "../kit/secret.ts";
import type { Claims, OpenIdGrant } from "../ports/openid.ts";
import { type ClaimRules, neededClaims } from "./person.ts";
import { seal, unseal } from "./sealed.ts";

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
