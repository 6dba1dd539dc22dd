import type { Role } from "../contract/roles.ts";
import type { Secret } from "../kit/secret.ts";

/** A person as the provider describes them. */
export interface Identity {
  /**
   * The provider's own id of the user: digits of Redis Cloud, or issuer and subject of an OpenID provider. It
   * has the name under which rows and the API have known it since before there were OpenID providers.
   */
  redisCloudId: string;
  email: string;
  firstName: string;
  lastName: string;
  company: string | undefined;
  /** The roles that the provider's groups give; absent where roles are given here. */
  roles?: readonly Role[] | undefined;
  /** Names of the person's groups; absent where the provider has no groups. */
  groups?: readonly string[] | undefined;
}

export type IdentityAnswer =
  | { outcome: "known"; identity: Identity }
  /** The provider answers that this session is not, or no longer, valid. */
  | { outcome: "refused" }
  /** The provider could not be asked. Nobody is signed out for that reason. */
  | { outcome: "unavailable"; reason: string };

/** The provider that people sign in with. */
export interface IdentityProvider {
  /** Name of the provider's session cookie. */
  cookieName: string;
  /** Asks the provider who a session belongs to. Never throws; waits a bounded time. */
  whoIs(session: Secret): Promise<IdentityAnswer>;
  /**
   * Tries to end a provider session. Never throws; waits a bounded time. Returns the address where the browser
   * continues to end it, where the provider has one.
   */
  signOut(session: Secret): Promise<string | undefined>;
  /** Absent where the browser signs in at the provider without us. */
  redirect?: RedirectSignIn;
}

/** Signing in by a redirect to the provider and back. Its methods never throw, and wait a bounded time. */
export interface RedirectSignIn {
  /** Name of the cookie with the attempt, which is between start and end of one sign-in. */
  attemptCookieName: string;
  /** How long an attempt is valid, in milliseconds. */
  attemptLifetime: number;
  /** How long the browser keeps the provider's session, in milliseconds. The provider may end it before. */
  sessionLifetime: number;
  /** @param returnTo the path of the web application to open at the end */
  start(returnTo: string): Promise<RedirectStart>;
  /**
   * @param query what the provider has added to our address
   * @param former the browser's session of an earlier sign-in, which is forgotten
   */
  finish(query: URLSearchParams, attempt: Secret | undefined, former?: Secret): Promise<RedirectEnd>;
}

export type RedirectStart =
  | { outcome: "ready"; address: string; attempt: Secret }
  | { outcome: "unavailable"; reason: string };

export type RedirectEnd =
  | { outcome: "signedIn"; session: Secret; returnTo: string }
  | { outcome: "refused"; fault: RedirectFault; reason: string }
  | { outcome: "unavailable"; reason: string };

/** Why a sign-in by redirect is refused. */
export type RedirectFault =
  /** This browser did not begin this sign-in, or too long ago. */
  | "notBegun"
  /** The person or the provider said no. */
  | "denied"
  /** The provider's answer is not one for this sign-in, or was used before. */
  | "invalid"
  | "noEmail"
  | "unverifiedEmail"
  /** No group of the person gives access. */
  | "noGroup";
