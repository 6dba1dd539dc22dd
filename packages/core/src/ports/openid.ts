import type { Secret } from "../kit/secret.ts";
import type { Unavailable } from "./identity.ts";

/** What a provider says of a person: the claims of the ID token, and those of the userinfo endpoint. */
export type Claims = Readonly<Record<string, unknown>>;

/** What a provider gives for a sign-in, or for its renewal. */
export interface OpenIdGrant {
  claims: Claims;
  /** Those of them that were in the last ID token. A renewal may come without one. */
  tokenClaims: Claims;
  /** Absent when the provider gave none: then it cannot be asked again. */
  refreshToken: Secret | undefined;
  /** Names the session when the person signs out at the provider. */
  idToken: Secret | undefined;
  /** How long the access token is valid, in milliseconds; undefined when the provider does not say. */
  validFor: number | undefined;
}

export type OpenIdAnswer =
  | { outcome: "granted"; grant: OpenIdGrant }
  /**
   * `denied`: the provider sent the person back with an error instead of a code. `asked`: whether it cost the
   * provider a call.
   */
  | { outcome: "refused"; denied: boolean; reason: string; asked: boolean }
  /** `refreshToken`: replaces the former one although the rest of the renewal failed. */
  | (Unavailable & { refreshToken?: Secret });

/** The values that bind the provider's answer to one attempt. */
export interface AttemptValues {
  state: string;
  nonce: string;
  /** The code verifier of PKCE (RFC 7636). */
  verifier: string;
}

/** One provider of OpenID Connect. Nothing here throws, and everything waits a bounded time. */
export interface OpenIdClient {
  issuer: string;
  /** The provider's page to sign in at. */
  begin(attempt: AttemptValues): Promise<{ outcome: "ready"; address: string } | Unavailable>;
  /** Exchanges the code in the query for a grant. */
  redeem(query: URLSearchParams, attempt: AttemptValues): Promise<OpenIdAnswer>;
  /** @param before the claims of the last ID token, for a renewal without one. The subject must be the same. */
  renew(refreshToken: Secret, before: Claims): Promise<OpenIdAnswer>;
  /** Tries to make the token useless. */
  revoke(refreshToken: Secret): Promise<void>;
  /** The provider's page that ends its session; undefined when it has none, or cannot be asked. */
  endAddress(idToken: Secret | undefined): Promise<string | undefined>;
}
