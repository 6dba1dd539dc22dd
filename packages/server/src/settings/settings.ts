import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import {
  type AccountAddresses,
  accountAddresses,
  addressFields,
} from "@shardwatch/core/adapters/account-addresses";
import type { Secret } from "@shardwatch/core/kit/secret";
import * as z from "zod";
import { type Addresses, addressesOf, addressVariables } from "./addresses.ts";
import { awsAccount, commaList, emails, logForm, mailFrom, onOff, smtpUrl, webAddress } from "./fields.ts";
import { readVariables, type Variables, wrongSettings } from "./read.ts";
import { type SignInSettings, signInFaults, signInOf, signInVariables } from "./sign-in.ts";
import { readStorage, type StorageSettings } from "./storage.ts";
import { type IsTrusted, readProxies } from "./trusted-proxies.ts";

/** Without a path, everything of the origin is meant. */
const receivers = commaList.pipe(
  z.array(
    webAddress.transform((address) => {
      const { origin, pathname } = new URL(address);
      return `${origin}${pathname.replace(/\/+$/, "")}`;
    }),
  ),
);

/** Every environment variable that the server reads, but for those in `storage.ts`. */
const environment = z.object({
  ...addressVariables,
  ...signInVariables,
  TRUSTED_PROXIES: commaList.default([]),
  ANONYMOUS_REQUESTS_PER_MINUTE: z.coerce
    .number({ error: "must be a number of requests" })
    .int("must be a whole number")
    .min(0, "must be 0 or more")
    .default(600),
  WEB_DIST: z.string().default(fileURLToPath(new URL("../../../web/dist", import.meta.url))),
  SUPER_ADMIN_EMAILS: emails.default([]),
  ...addressFields(webAddress.optional()),
  ELASTICACHE: onOff.default("off"),
  AWS_REGION: z.string().default("us-east-1"),
  AWS_ACCOUNT_ID: awsAccount.optional(),
  ROLE_TEMPLATE_URL: webAddress.optional(),
  WEBHOOK_ORIGINS: receivers.default([]),
  SMTP_URL: smtpUrl.optional(),
  MAIL_FROM: mailFrom.optional(),
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
  SHARDWATCH_LOG: logForm.default("json"),
});

export interface ServerSettings extends StorageSettings, Addresses, SignInSettings {
  isTrustedProxy: IsTrusted;
  /** Whether any proxy is trusted. */
  hasTrustedProxies: boolean;
  /** API requests a minute of one address without a session or a right agent key; 0: any number. */
  anonymousRequestsPerMinute: number;
  /** Folder of the built web application. */
  webDist: string;
  superAdminEmails: string[];
  /** The configuration file, as an absolute path; undefined without one. */
  configurationFile: string | undefined;
  accountAddresses: AccountAddresses;
  /** Whether AWS accounts can be connected. */
  elastiCache: boolean;
  awsRegion: string;
  awsAccountId: string | undefined;
  roleTemplateUrl: string | undefined;
  /** Origins of receivers in the operator's own network, which webhooks may reach although they are private. */
  webhookOrigins: string[];
  /** A mail server, and the sender of mails; undefined where no mails are sent. */
  mail: { url: Secret; from: string } | undefined;
  /** What is not set is not shown. */
  supportEmail: string | undefined;
  links: Record<"terms" | "privacy" | "documentation" | "agentReleases", string | undefined>;
  /** How long requests are still taken after the signal to stop, in seconds. */
  stopDelaySeconds: number;
  log: "pretty" | "json";
}

/**
 * Reads the environment variables; empty ones count as not set.
 * @throws StartFailure with one line for each wrong variable, starting with its name
 */
export function readSettings(variables: Variables): ServerSettings {
  const read = readVariables(environment, variables, signInFaults(variables));
  const storage = readStorage(variables);
  const { addresses, faults: addressFaults } = addressesOf(read);
  const { signIn, faults: betweenFaults } = signInOf(read, variables, addresses.webUrl);
  const proxies = readProxies(read.TRUSTED_PROXIES);
  const { SMTP_URL: url, MAIL_FROM: from } = read;
  const faults = [...addressFaults, ...betweenFaults];
  if ("wrong" in proxies)
    faults.push(`TRUSTED_PROXIES: must be addresses and networks such as 10.0.0.0/8, not "${proxies.wrong}"`);
  // A mail server refuses a made-up sender, but only when the first mail is due.
  if (url !== undefined && from === undefined) faults.push("MAIL_FROM: is required with SMTP_URL");
  if (read.ELASTICACHE === "on" && read.AWS_ACCOUNT_ID === undefined)
    faults.push("AWS_ACCOUNT_ID: is required with ELASTICACHE=on, so that roles of your own are refused");
  if (faults.length > 0) throw wrongSettings(faults);
  return {
    ...storage,
    ...addresses,
    ...signIn,
    isTrustedProxy: "isTrusted" in proxies ? proxies.isTrusted : () => false,
    hasTrustedProxies: read.TRUSTED_PROXIES.length > 0,
    anonymousRequestsPerMinute: read.ANONYMOUS_REQUESTS_PER_MINUTE,
    webDist: resolve(read.WEB_DIST),
    superAdminEmails: read.SUPER_ADMIN_EMAILS,
    configurationFile: read.SHARDWATCH_CONFIG === undefined ? undefined : resolve(read.SHARDWATCH_CONFIG),
    accountAddresses: accountAddresses(read),
    elastiCache: read.ELASTICACHE === "on",
    awsRegion: read.AWS_REGION,
    awsAccountId: read.AWS_ACCOUNT_ID,
    roleTemplateUrl: read.ROLE_TEMPLATE_URL,
    webhookOrigins: read.WEBHOOK_ORIGINS,
    mail: url !== undefined && from !== undefined ? { url, from } : undefined,
    supportEmail: read.SUPPORT_EMAIL,
    links: {
      terms: read.TERMS_URL,
      privacy: read.PRIVACY_URL,
      documentation: read.DOCUMENTATION_URL,
      agentReleases: read.AGENT_RELEASES_URL,
    },
    stopDelaySeconds: read.STOP_DELAY_SECONDS,
    log: read.SHARDWATCH_LOG,
  };
}
