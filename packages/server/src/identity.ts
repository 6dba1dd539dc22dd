import { createIdentityProvider } from "@shardwatch/core/adapters/provider";
import type { IdentityProvider } from "@shardwatch/core/ports/identity";
import type { SignInSettings } from "./settings/sign-in.ts";

/** Who people are. Only this file and `settings/sign-in.ts` know how they sign in. */
export const identityOf = (settings: SignInSettings): IdentityProvider =>
  createIdentityProvider({
    apiUrl: settings.providerApiUrl,
    cookieName: settings.providerCookie,
    vouchesForEmails: settings.vouchesForEmails,
  });
