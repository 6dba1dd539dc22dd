import { nearest } from "@shardwatch/core/kit/suggest";
import { type OpenIdSettings, openIdVariables, readOpenId } from "@shardwatch/core/provider-session/settings";
import * as z from "zod";
import { cookieName, onOff, webAddress, withoutSlash } from "./fields.ts";
import type { Variables } from "./read.ts";

/** Environment variables about who people are: the Redis Cloud account. Those of OpenID Connect are in `readOpenId`. */
export const signInVariables = {
  PROVIDER_API_URL: webAddress.optional(),
  PROVIDER_SITE_URL: webAddress.optional(),
  MARKETING_SITE_URL: webAddress.optional(),
  FEEDBACK_FORM_URL: webAddress.optional(),
  PROVIDER_COOKIE: cookieName.default("JSESSIONID"),
  PROVIDER_VOUCHES_FOR_EMAILS: onOff.default("off"),
  PROVIDER_CSRF_COOKIE: z.string().optional(),
  PROVIDER_CSRF_HEADER: z.string().optional(),
};

const schema = z.object(signInVariables);

/** How people sign in. */
export interface SignInSettings {
  /** Undefined where people sign in with a Redis Cloud account. */
  openId: OpenIdSettings | undefined;
  providerApiUrl: string;
  providerSiteUrl: string;
  marketingSiteUrl: string;
  feedbackFormUrl: string | null;
  providerCookie: string;
  vouchesForEmails: boolean;
  providerCsrf: { cookie: string; header: string } | undefined;
}

/** Needed unless people have an OpenID provider. */
const ofRedisCloud = ["PROVIDER_API_URL", "PROVIDER_SITE_URL", "MARKETING_SITE_URL"] as const;

/** One line for each variable that is missing or wrong for the chosen kind of sign-in. */
export function signInFaults(variables: Variables): string[] {
  const { openId, faults: ofOpenId } = readOpenId(variables);
  const faults = [...misspelt(variables), ...ofOpenId];
  if (openId !== undefined || faults.length > 0) return faults;
  return ofRedisCloud
    .filter((name) => !variables[name])
    .map((name) => `${name}: is required, or OIDC_ISSUER for sign-in at an OpenID provider`);
}

/**
 * A misspelt group would let everybody in. Names that are near to none are left alone: Kubernetes sets variables for
 * each service of a namespace, such as OIDC_SERVICE_HOST.
 */
function misspelt(variables: Variables): string[] {
  return Object.keys(variables)
    .filter(
      (name) => name.startsWith("OIDC_") && variables[name] && !openIdVariables.some((one) => one === name),
    )
    .flatMap((name) => {
      const meant = nearest(name, openIdVariables);
      return meant === undefined ? [] : [`${name}: is no setting; did you mean ${meant}?`];
    });
}

/**
 * The settings, and one line for each fault between them.
 * @param webUrl takes the place of Redis Cloud's addresses where people have an OpenID provider
 */
export function signInOf(
  read: z.output<typeof schema>,
  variables: Variables,
  webUrl: string,
): { signIn: SignInSettings; faults: string[] } {
  const { PROVIDER_CSRF_COOKIE: cookie, PROVIDER_CSRF_HEADER: header } = read;
  const { openId } = readOpenId(variables);
  const address = (name: (typeof ofRedisCloud)[number]) => withoutSlash(read[name] ?? webUrl);
  const signIn = {
    openId,
    providerApiUrl: address("PROVIDER_API_URL"),
    providerSiteUrl: address("PROVIDER_SITE_URL"),
    marketingSiteUrl: address("MARKETING_SITE_URL"),
    feedbackFormUrl: read.FEEDBACK_FORM_URL ?? null,
    providerCookie: read.PROVIDER_COOKIE,
    vouchesForEmails: read.PROVIDER_VOUCHES_FOR_EMAILS === "on",
    providerCsrf: cookie !== undefined && header !== undefined ? { cookie, header } : undefined,
  };
  const isHalf = (cookie === undefined) !== (header === undefined);
  return {
    signIn,
    faults: isHalf ? ["PROVIDER_CSRF_COOKIE: must be set with PROVIDER_CSRF_HEADER"] : [],
  };
}
