import type { Services } from "@shardwatch/core/access/context";
import { createOpenIdClient } from "@shardwatch/core/adapters/identity/openid";
import type { IdentityProvider } from "@shardwatch/core/ports/identity";
import { createOpenIdIdentity } from "@shardwatch/core/provider-session/provider-session";
import { openIdPaths } from "./openid-paths.ts";
import type { OpenIdSettings } from "@shardwatch/core/provider-session/settings";

/** What the identity port of an OpenID provider needs of the services. */
export type OpenIdFoundation = Pick<Services, "table" | "clock" | "random" | "log">;

interface Addresses {
  webOrigin: string;
  /** Where the browser reaches the API, without a slash at the end. */
  apiUrl: string;
  /** Whether cookies are for https only. */
  secure: boolean;
  /** For each call to the provider, in milliseconds. */
  deadline?: number;
}

/** The identity port for people of an OpenID provider, on Lambda and on one machine. */
export function openIdIdentity(
  settings: OpenIdSettings,
  { webOrigin, apiUrl, secure, ...limits }: Addresses,
  { table, clock, random, log }: OpenIdFoundation,
): IdentityProvider {
  const { issuer, clientId, clientSecret, clientAuth, scopes, parameters } = settings;
  const { groupsClaim, groups, vouchesForEmails } = settings;
  const client = createOpenIdClient({
    issuer,
    clientId,
    clientSecret,
    clientAuth,
    scopes,
    parameters,
    callbackUrl: `${apiUrl}${openIdPaths.callback}`,
    signedOutUrl: `${webOrigin}/`,
    ...limits,
  });
  const rules = { issuer, groupsClaim, groups, vouchesForEmails };
  return createOpenIdIdentity({ client, rules, secure, table, clock, random, log });
}
