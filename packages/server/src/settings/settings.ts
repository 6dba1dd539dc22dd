import { resolve } from "node:path";
import { nearest } from "@shardwatch/core/kit/suggest";
import { type OpenIdReading, openIdVariables, readOpenId } from "@shardwatch/core/provider-session/settings";
import { sharedOrganizationOf } from "@shardwatch/core/provider-session/shared-organization";
import * as z from "zod";
import { addressesOf, addressVariables } from "./addresses.ts";
import { commaList, webAddress } from "./fields.ts";
import { productOf, productVariables } from "./product.ts";
import { readVariables, type Variables, wrongSettings } from "./read.ts";
import { readStorage } from "./storage.ts";
import { readProxies } from "./trusted-proxies.ts";

/** Without a path, everything of the origin is meant. */
const receivers = commaList.pipe(
  z.array(
    webAddress.transform((address) => {
      const { origin, pathname } = new URL(address);
      return `${origin}${pathname.replace(/\/+$/, "")}`;
    }),
  ),
);

/** Environment variables that only the server reads; others are in `addresses.ts`, `product.ts` and `storage.ts`. */
const environment = z.object({
  ...addressVariables,
  ...productVariables,
  PROVIDER_CSRF_COOKIE: z.string().optional(),
  PROVIDER_CSRF_HEADER: z.string().optional(),
  TRUSTED_PROXIES: commaList.default([]),
  ANONYMOUS_REQUESTS_PER_MINUTE: z.coerce
    .number({ error: "must be a number of requests" })
    .int("must be a whole number")
    .min(0, "must be 0 or more")
    .default(600),
  ROLE_TEMPLATE_URL: webAddress.optional(),
  WEBHOOK_ORIGINS: receivers.default([]),
  SUPPORT_EMAIL: z.email({ error: "must be an email" }).optional(),
  TERMS_URL: webAddress.optional(),
  PRIVACY_URL: webAddress.optional(),
  DOCUMENTATION_URL: webAddress.optional(),
  AGENT_RELEASES_URL: webAddress.optional(),
  SHARDWATCH_CONFIG: z.string().optional(),
  STOP_DELAY_SECONDS: z.coerce
    .number({ error: "must be a number of seconds" })
    .int("must be a whole number")
    .min(0, "must be 0 or more")
    .max(60, "must be at most 60")
    .default(0),
});

const consoleUrl = "https://console.aws.amazon.com";

export type ServerSettings = ReturnType<typeof readSettings>;

/**
 * Reads the environment variables; empty ones count as not set.
 * @throws StartFailure with one line for each wrong variable, starting with its name
 */
export function readSettings(variables: Variables) {
  const { openId, ownSignIn, faults: signInFaults } = readSignIn(variables);
  const read = readVariables(environment, variables, signInFaults);
  const storage = readStorage(variables);
  const { addresses, faults } = addressesOf(read);
  const { webUrl, apiUrl } = addresses;
  const { PROVIDER_CSRF_COOKIE: cookie, PROVIDER_CSRF_HEADER: header, ROLE_TEMPLATE_URL: templateUrl } = read;
  const proxies = readProxies(read.TRUSTED_PROXIES);
  if ((cookie === undefined) !== (header === undefined))
    faults.push("PROVIDER_CSRF_COOKIE: must be set with PROVIDER_CSRF_HEADER");
  if ("wrong" in proxies)
    faults.push(`TRUSTED_PROXIES: must be addresses and networks such as 10.0.0.0/8, not "${proxies.wrong}"`);
  // A mail server refuses a made-up sender, but only when the first mail is due.
  if (read.SMTP_URL !== undefined && read.MAIL_FROM === undefined)
    faults.push("MAIL_FROM: is required with SMTP_URL");
  if (read.ELASTICACHE === "on" && read.AWS_ACCOUNT_ID === undefined)
    faults.push("AWS_ACCOUNT_ID: is required with ELASTICACHE=on, so that roles of your own are refused");
  if (faults.length > 0) throw wrongSettings(faults);
  // Where people have no Redis Cloud account, nothing but ourselves is called.
  const product = productOf(read, {
    providerApiUrl: webUrl,
    providerSiteUrl: webUrl,
    marketingSiteUrl: webUrl,
  });
  return {
    ...storage,
    ...addresses,
    ...product,
    mailsLinks: product.mail !== undefined,
    environment: "production" as const,
    openId,
    ownSignIn,
    sharedOrganization: sharedOrganizationOf(openId, ownSignIn),
    providerCsrf: cookie !== undefined && header !== undefined ? { cookie, header } : undefined,
    isTrustedProxy: "isTrusted" in proxies ? proxies.isTrusted : () => false,
    /** Whether any proxy is trusted. */
    hasTrustedProxies: read.TRUSTED_PROXIES.length > 0,
    /** API requests a minute of one address without a session or a right agent key; 0: any number. */
    anonymousRequestsPerMinute: read.ANONYMOUS_REQUESTS_PER_MINUTE,
    /** The configuration file, as an absolute path; undefined without one. */
    configurationFile: read.SHARDWATCH_CONFIG === undefined ? undefined : resolve(read.SHARDWATCH_CONFIG),
    quickCreate: templateUrl === undefined ? undefined : { consoleUrl, templateUrl },
    /** Receivers in the operator's own network may be reached although they are private. */
    webhookAddresses: {
      ownDomains: [webUrl, apiUrl].map((address) => new URL(address).hostname),
      letThrough: read.WEBHOOK_ORIGINS,
    },
    supportEmail: read.SUPPORT_EMAIL,
    links: {
      terms: read.TERMS_URL,
      privacy: read.PRIVACY_URL,
      documentation: read.DOCUMENTATION_URL,
      agentReleases: read.AGENT_RELEASES_URL,
    },
    /** How long requests are still taken after the signal to stop, in seconds. */
    stopDelaySeconds: read.STOP_DELAY_SECONDS,
  };
}

/** Needed where people sign in with a Redis Cloud account. */
const ofRedisCloud = ["PROVIDER_API_URL", "PROVIDER_SITE_URL", "MARKETING_SITE_URL"];

interface SignInReading extends OpenIdReading {
  ownSignIn: boolean;
}

/**
 * How people sign in, and one line for each variable that is missing or wrong for it. Without any, they are known here
 * alone.
 */
function readSignIn(variables: Variables): SignInReading {
  const { openId, faults: ofOpenId } = readOpenId(variables);
  const faults = [...misspelt(variables), ...ofOpenId];
  const missing = ofRedisCloud.filter((name) => !variables[name]);
  if (openId !== undefined || faults.length > 0) return { openId, ownSignIn: false, faults };
  if (missing.length === ofRedisCloud.length) return { openId, ownSignIn: true, faults };
  const others = ofRedisCloud.filter((name) => variables[name]).join(" and ");
  return { openId, ownSignIn: false, faults: missing.map((name) => `${name}: is required with ${others}`) };
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
