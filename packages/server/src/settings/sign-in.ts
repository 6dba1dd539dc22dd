import * as z from "zod";
import { cookieName, onOff, webAddress, withoutSlash } from "./fields.ts";

/** Environment variables about who people are: the Redis Cloud account. */
export const signInVariables = {
  PROVIDER_API_URL: webAddress,
  PROVIDER_SITE_URL: webAddress,
  MARKETING_SITE_URL: webAddress,
  FEEDBACK_FORM_URL: webAddress.optional(),
  PROVIDER_COOKIE: cookieName.default("JSESSIONID"),
  PROVIDER_VOUCHES_FOR_EMAILS: onOff.default("off"),
  PROVIDER_CSRF_COOKIE: z.string().optional(),
  PROVIDER_CSRF_HEADER: z.string().optional(),
};

const schema = z.object(signInVariables);

/** How people sign in. */
export interface SignInSettings {
  providerApiUrl: string;
  providerSiteUrl: string;
  marketingSiteUrl: string;
  feedbackFormUrl: string | null;
  providerCookie: string;
  vouchesForEmails: boolean;
  providerCsrf: { cookie: string; header: string } | undefined;
}

/** The settings, and one line for each fault between them. */
export function signInOf(read: z.output<typeof schema>): { signIn: SignInSettings; faults: string[] } {
  const { PROVIDER_CSRF_COOKIE: cookie, PROVIDER_CSRF_HEADER: header } = read;
  const signIn = {
    providerApiUrl: withoutSlash(read.PROVIDER_API_URL),
    providerSiteUrl: withoutSlash(read.PROVIDER_SITE_URL),
    marketingSiteUrl: withoutSlash(read.MARKETING_SITE_URL),
    feedbackFormUrl: read.FEEDBACK_FORM_URL ?? null,
    providerCookie: read.PROVIDER_COOKIE,
    vouchesForEmails: read.PROVIDER_VOUCHES_FOR_EMAILS === "on",
    providerCsrf: cookie !== undefined && header !== undefined ? { cookie, header } : undefined,
  };
  const isHalf = (cookie === undefined) !== (header === undefined);
  return { signIn, faults: isHalf ? ["PROVIDER_CSRF_COOKIE: must be set with PROVIDER_CSRF_HEADER"] : [] };
}
