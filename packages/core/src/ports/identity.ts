import type { Role } from "../contract/people/roles.ts";
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
  /** Whether nobody but a copied link says that the email is theirs. */
  isUnverified?: true;
  /** The roles that the provider's groups give; absent where roles are given here. */
  roles?: readonly Role[] | undefined;
  /** Names of the person's groups; absent where the provider has no groups. */
  groups?: readonly string[] | undefined;
}

/** What is wrong with a provider that answers, but not as it should. It says nothing about the person. */
export type ProviderFault =
  /** It refuses Shardwatch itself: the client's id, its secret, or how it is sent. */
  | "clientRefused"
  /** It says more about the person than can be taken, mostly groups. */
  | "tooLarge"
  /** Its answer is none of OpenID Connect, or an unexpected one. */
  | "unusable";

/** The provider could not be asked. `fault`: absent where it did not answer. Nobody is signed out for that reason. */
export interface Unavailable {
  outcome: "unavailable";
  reason: string;
  fault?: ProviderFault | undefined;
}

export type IdentityAnswer =
  /**
   * `generation`: that of the account's sessions when the person signed in. Absent where the provider keeps its
   * sessions itself. `accountId`: the account that they signed in to, where that is known.
   */
  | { outcome: "known"; identity: Identity; generation?: number; accountId?: string }
  /** This session is not, or no longer, valid. `asked`: whether it cost the provider a call. */
  | { outcome: "refused"; asked: boolean }
  | Unavailable;

/** How a session at the provider ended. */
export interface SignedOut {
  /** Whether it cost the provider a call. */
  asked: boolean;
  /** Where the browser continues to end it; undefined where the provider has no such page. */
  continueAt?: string | undefined;
}

/** The provider that people sign in with. */
export interface IdentityProvider {
  /** Name of the provider's session cookie. */
  cookieName: string;
  /** Asks the provider who a session belongs to. Never throws; waits a bounded time. */
  whoIs(session: Secret): Promise<IdentityAnswer>;
  /** Tries to end a provider session. Never throws; waits a bounded time. */
  signOut(session: Secret): Promise<SignedOut>;
  /**
   * How long the browser keeps the session, in milliseconds; it may end before. Absent where the provider sets its own
   * cookie.
   */
  sessionLifetime?: number;
  /** Present where the browser is sent to the provider and back. */
  redirect?: RedirectSignIn;
  /** Whether people are known here alone, by links and passkeys. */
  isOwn?: true;
}

/** Signing in by a redirect to the provider and back. Its methods never throw, and wait a bounded time. */
export interface RedirectSignIn {
  /** Name of the cookie with the attempt, which is between start and end of one sign-in. */
  attemptCookieName: string;
  /** How long an attempt is valid, in milliseconds. */
  attemptLifetime: number;
  /** @param returnTo the path of the web application to open at the end */
  start(returnTo: string): Promise<RedirectStart>;
  /**
   * @param query what the provider has added to our address
   * @param former the browser's session of an earlier sign-in, which is forgotten
   */
  finish(query: URLSearchParams, attempt: Secret | undefined, former?: Secret): Promise<RedirectEnd>;
  /** Remembers the generation of the account's sessions in a new session. Throws unavailable. */
  remember(session: Secret, generation: number): Promise<void>;
}

export type RedirectStart = { outcome: "ready"; address: string; attempt: Secret } | Unavailable;

export type RedirectEnd =
  | { outcome: "signedIn"; session: Secret; returnTo: string }
  /** `asked`: whether it cost the provider a call. */
  | { outcome: "refused"; fault: RedirectFault; reason: string; asked: boolean }
  | Unavailable;

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
