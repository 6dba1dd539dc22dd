import { passkeyPlaceOf } from "@shardwatch/core/contract/people/passkey-place";
import { createOwnIdentity } from "@shardwatch/core/own-sign-in/own-identity";
import type { IdentityProvider } from "@shardwatch/core/ports/identity";
import type { Foundation, SignIn } from "./compose.ts";
import { originsOf } from "./environment.ts";
import { noIdentity } from "./external-ports.ts";

/**
 * The identity port for people who are known here alone.
 * @param isSecure whether cookies are for https only
 */
export const ownIdentity = (
  { webOrigin, isSecure: secure }: { webOrigin: string; isSecure: boolean },
  foundation: Foundation,
): IdentityProvider =>
  createOwnIdentity({ ...foundation, secure, passkeys: passkeyPlaceOf(webOrigin) === "works" });

/** For the function whose ways in are our own. Where people sign in at a provider, it answers 404. */
export const ownSignIn: SignIn = {
  identityOf: (settings, foundation) =>
    settings.SIGN_IN === "links"
      ? ownIdentity({ ...originsOf(settings), isSecure: settings.ENVIRONMENT !== "local" }, foundation)
      : noIdentity(settings),
};
