import { createIdentityProvider } from "@shardwatch/core/adapters/provider";
import type { IdentityProvider } from "@shardwatch/core/ports/identity";
import type { Environment } from "./environment.ts";

/** The identity provider, for the functions that people call. */
export const identityOf = (settings: Environment): IdentityProvider =>
  createIdentityProvider({
    apiUrl: settings.PROVIDER_API_URL,
    cookieName: settings.PROVIDER_COOKIE,
    vouchesForEmails: settings.PROVIDER_VOUCHES_FOR_EMAILS === "on",
  });
