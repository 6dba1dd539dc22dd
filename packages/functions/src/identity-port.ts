import { createOpenIdClient } from "@shardwatch/core/adapters/identity/openid";
import { createIdentityProvider } from "@shardwatch/core/adapters/identity/provider";
import type { IdentityProvider } from "@shardwatch/core/ports/identity";
import { createOpenIdIdentity } from "@shardwatch/core/provider-session/provider-session";
import { type OpenIdSettings, readOpenId } from "@shardwatch/core/provider-session/settings";
import type { Foundation, SignIn } from "./compose.ts";
import { originsOf, requireSettings } from "./environment.ts";
import { openIdPaths } from "./openid-paths.ts";
import { ownIdentity } from "./own-identity-port.ts";

interface Addresses {
  webOrigin: string;
  /** Where the browser reaches the API, without a slash at the end. */
  apiOrigin: string;
  /** Whether cookies are for https only. */
  isSecure: boolean;
}

interface SignInSettings {
  /** Whether people are known here alone, by links and passkeys. */
  ownSignIn: boolean;
  /** Undefined where people sign in with a Redis Cloud account. */
  openId: OpenIdSettings | undefined;
  providerApiUrl: string;
  providerCookie: string;
  vouchesForEmails: boolean;
}

/** Who people are: users of an OpenID provider, or of Redis Cloud, or known here alone. */
export function identityOf(
  { ownSignIn, openId, providerApiUrl: apiUrl, providerCookie: cookieName, vouchesForEmails }: SignInSettings,
  addresses: Addresses,
  foundation: Foundation,
): IdentityProvider {
  if (openId) return openIdIdentity(openId, addresses, foundation);
  if (ownSignIn) return ownIdentity(addresses, foundation);
  return createIdentityProvider({ apiUrl, cookieName, vouchesForEmails });
}

/**
 * The identity port for people of an OpenID provider.
 * @param limits the time for each call to the provider, in milliseconds
 */
export function openIdIdentity(
  settings: OpenIdSettings,
  { webOrigin, apiOrigin, isSecure: secure }: Addresses,
  { table, clock, random, log }: Foundation,
  limits: { deadline?: number } = {},
): IdentityProvider {
  const callbackUrl = `${apiOrigin}${openIdPaths.callback}`;
  const client = createOpenIdClient({ ...settings, callbackUrl, signedOutUrl: `${webOrigin}/`, ...limits });
  // Without the client's secret, which no rule needs.
  const { issuer, groupsClaim, groups, vouchesForEmails } = settings;
  const rules = { issuer, groupsClaim, groups, vouchesForEmails };
  return createOpenIdIdentity({ client, rules, secure, table, clock, random, log });
}

/** For the function that signs people in. */
export const signIn: SignIn = {
  readOpenId,
  identityOf(settings, foundation) {
    const { openId, PROVIDER_API_URL: providerApiUrl, PROVIDER_COOKIE: providerCookie } = settings;
    const ownSignIn = settings.SIGN_IN === "links";
    if (!openId && !ownSignIn) requireSettings(settings, ["PROVIDER_API_URL"]);
    const vouchesForEmails = settings.PROVIDER_VOUCHES_FOR_EMAILS === "on";
    const addresses = { ...originsOf(settings), isSecure: settings.ENVIRONMENT !== "local" };
    const chosen = { ownSignIn, openId, providerApiUrl, providerCookie, vouchesForEmails };
    return identityOf(chosen, addresses, foundation);
  },
};
