import { createIdentityProvider } from "@shardwatch/core/adapters/identity/provider";
import type { IdentityProvider } from "@shardwatch/core/ports/identity";
import { readOpenId } from "@shardwatch/core/provider-session/settings";
import type { SignIn } from "./compose.ts";
import { type Environment, requireSettings } from "./environment.ts";
import { type OpenIdFoundation, openIdIdentity } from "./openid-port.ts";
import { originsOf } from "./origins.ts";

/** Who people are: a user of Redis Cloud, or of an OpenID provider. */
function identityOf(settings: Environment, foundation: OpenIdFoundation): IdentityProvider {
  const { openId, PROVIDER_API_URL: apiUrl, PROVIDER_COOKIE, PROVIDER_VOUCHES_FOR_EMAILS } = settings;
  if (openId) {
    const { webOrigin, apiOrigin } = originsOf(settings);
    const addresses = { webOrigin, apiUrl: apiOrigin, secure: settings.ENVIRONMENT !== "local" };
    return openIdIdentity(openId, addresses, foundation);
  }
  requireSettings(settings, ["PROVIDER_API_URL"]);
  const vouchesForEmails = PROVIDER_VOUCHES_FOR_EMAILS === "on";
  return createIdentityProvider({ apiUrl, cookieName: PROVIDER_COOKIE, vouchesForEmails });
}

/** For the function that signs people in. */
export const signIn: SignIn = { identityOf, readOpenId };
