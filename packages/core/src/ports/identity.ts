import type { Secret } from "../kit/secret.ts";

/** A person as the provider describes them. */
export interface Identity {
  /** The provider's own id of the user, digits. */
  redisCloudId: string;
  email: string;
  firstName: string;
  lastName: string;
  company: string | undefined;
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
  /** Tries to end a provider session. Never throws; waits a bounded time. */
  signOut(session: Secret): Promise<void>;
}
