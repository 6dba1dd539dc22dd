import { createIdentityProvider } from "@shardwatch/core/adapters/identity/provider";
import type { IdentityProvider } from "@shardwatch/core/ports/identity";
import { type OpenIdFoundation, openIdIdentity } from "@shardwatch/functions/openid-port";
import type { Addresses } from "./settings/addresses.ts";
import type { SignInSettings } from "./settings/sign-in.ts";

/** Who people are: users of an OpenID provider, or of Redis Cloud. */
export function identityOf(
  { openId, webUrl: webOrigin, apiUrl, isSecure: secure, ...settings }: SignInSettings & Addresses,
  foundation: OpenIdFoundation,
): IdentityProvider {
  if (openId) return openIdIdentity(openId, { webOrigin, apiUrl, secure }, foundation);
  return createIdentityProvider({
    apiUrl: settings.providerApiUrl,
    cookieName: settings.providerCookie,
    vouchesForEmails: settings.vouchesForEmails,
  });
}
