import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import {
  type AccountAddresses,
  accountAddresses,
  addressFields,
} from "@shardwatch/core/adapters/account-addresses";
import type { Secret } from "@shardwatch/core/kit/secret";
import { type OpenIdSettings, readOpenId } from "@shardwatch/core/provider-session/settings";
import { StartFailure } from "@shardwatch/server/machine/failure";
import {
  awsAccount,
  cookieName,
  emails,
  logForm,
  mailFrom,
  onOff,
  port,
  smtpUrl,
  webAddress,
  withoutSlash,
} from "@shardwatch/server/settings/fields";
import { readVariables, wrongSettings } from "@shardwatch/server/settings/read";
import * as z from "zod";

/** Every environment variable that the local run reads. */
const environment = z.object({
  WEB_PORT: port(5173),
  API_PORT: port(3001),
  PROVIDER_PORT: port(3002),
  SHARDWATCH_DATA: z.string().default(".shardwatch"),
  WEB_DIST: z.string().default(fileURLToPath(new URL("../../web/dist", import.meta.url))),
  SUPER_ADMIN_EMAILS: emails.optional(),
  PROVIDER_API_URL: webAddress.optional(),
  PROVIDER_SITE_URL: webAddress.optional(),
  MARKETING_SITE_URL: webAddress.optional(),
  FEEDBACK_FORM_URL: webAddress.optional(),
  ...addressFields(webAddress.optional()),
  PROVIDER_COOKIE: cookieName.default("JSESSIONID"),
  PROVIDER_VOUCHES_FOR_EMAILS: onOff.default("off"),
  ELASTICACHE: onOff.default("on"),
  AWS_SIMULATED: onOff.default("on"),
  AWS_REGION: z.string().default("us-east-1"),
  AWS_ACCOUNT_ID: awsAccount.optional(),
  SMTP_URL: smtpUrl.optional(),
  MAIL_FROM: mailFrom.default("Shardwatch <shardwatch@localhost>"),
  SHARDWATCH_SEED: onOff.default("on"),
  SHARDWATCH_PAST: onOff.default("on"),
  SHARDWATCH_REDIS: onOff.default("on"),
  SHARDWATCH_LOG: logForm.default("pretty"),
});

export interface LocalSettings {
  webPort: number;
  apiPort: number;
  providerPort: number;
  /** Absolute path of the folder that keeps everything. */
  dataFolder: string;
  /** Folder of the built web application. */
  webDist: string;
  superAdminEmails: string[];
  webUrl: string;
  apiUrl: string;
  providerApiUrl: string;
  providerSiteUrl: string;
  marketingSiteUrl: string;
  /** Null where there is no feedback form. */
  feedbackFormUrl: string | null;
  accountAddresses: AccountAddresses;
  /** Whether AWS accounts can be connected. */
  elastiCache: boolean;
  /** Address of the simulated AWS; null for the real one, with the credentials that the SDK finds. */
  awsUrl: string | null;
  awsRegion: string;
  /** Our own account there, where it is known. */
  awsAccountId: string | undefined;
  /** Sign-in by OpenID Connect; undefined where people sign in with a Redis Cloud account. */
  openId: OpenIdSettings | undefined;
  /** Name of the provider's session cookie. */
  providerCookie: string;
  /** Whether every email of the provider counts although its answers do not say that it is verified. */
  providerVouchesForEmails: boolean;
  /** Whether the provider is our simulator. */
  simulateProvider: boolean;
  /** Where the simulators are; null when the real provider takes their place. */
  simulatorUrl: string | null;
  /** A mail server with its password; null for the simulator's inbox. */
  smtpUrl: Secret | null;
  /** The sender of mails. */
  mailFrom: string;
  /** Whether the demo data is written. */
  seed: boolean;
  /** Whether the demo data has thirteen months of past. */
  past: boolean;
  /** Whether a real Redis with a real agent is started, where there is a redis-server. */
  redis: boolean;
  log: "pretty" | "json";
}

/**
 * Reads the environment variables; empty ones count as not set.
 * @throws StartFailure with one line for each wrong variable, starting with its name
 */
export function readSettings(variables: NodeJS.ProcessEnv): LocalSettings {
  const { openId, faults } = readOpenId(variables);
  const { WEB_PORT, API_PORT, PROVIDER_PORT, PROVIDER_API_URL, PROVIDER_SITE_URL, ...rest } = readVariables(
    environment,
    variables,
  );
  if (faults.length > 0) throw wrongSettings(faults);
  const simulateProvider = PROVIDER_API_URL === undefined;
  refuseSharedPorts({ WEB_PORT, API_PORT, PROVIDER_PORT });
  refuseMailWithoutSender(variables);
  const simulator = `http://localhost:${PROVIDER_PORT}`;
  return {
    webPort: WEB_PORT,
    apiPort: API_PORT,
    providerPort: PROVIDER_PORT,
    dataFolder: resolve(rest.SHARDWATCH_DATA),
    webDist: resolve(rest.WEB_DIST),
    // Nobody can sign in as a demo person where real people sign in.
    superAdminEmails: rest.SUPER_ADMIN_EMAILS ?? (openId ? [] : ["super@example.com"]),
    webUrl: `http://localhost:${WEB_PORT}`,
    apiUrl: `http://localhost:${API_PORT}`,
    providerApiUrl: withoutSlash(PROVIDER_API_URL ?? `${simulator}/api/v1`),
    providerSiteUrl: withoutSlash(PROVIDER_SITE_URL ?? simulator),
    marketingSiteUrl: withoutSlash(rest.MARKETING_SITE_URL ?? `${simulator}/marketing`),
    feedbackFormUrl: rest.FEEDBACK_FORM_URL ?? (simulateProvider ? `${simulator}/feedback` : null),
    accountAddresses: accountAddresses(
      rest,
      (source, usual) => `${simulator}/${source}${new URL(usual).pathname}`,
    ),
    elastiCache: rest.ELASTICACHE === "on",
    awsUrl: rest.AWS_SIMULATED === "on" ? `${simulator}/aws` : null,
    awsRegion: rest.AWS_REGION,
    awsAccountId: rest.AWS_ACCOUNT_ID,
    openId,
    providerCookie: rest.PROVIDER_COOKIE,
    providerVouchesForEmails: rest.PROVIDER_VOUCHES_FOR_EMAILS === "on",
    simulateProvider,
    simulatorUrl: simulateProvider ? simulator : null,
    smtpUrl: rest.SMTP_URL ?? null,
    mailFrom: rest.MAIL_FROM,
    seed: rest.SHARDWATCH_SEED === "on" && openId === undefined,
    past: rest.SHARDWATCH_PAST === "on",
    redis: rest.SHARDWATCH_REDIS === "on",
    log: rest.SHARDWATCH_LOG,
  };
}

/** A real mail server refuses a sender of "localhost", but only when the first mail is due. */
function refuseMailWithoutSender({ SMTP_URL, MAIL_FROM }: NodeJS.ProcessEnv) {
  if (SMTP_URL && !MAIL_FROM)
    throw new StartFailure("The configuration is wrong.\nMAIL_FROM: is required with SMTP_URL");
}

function refuseSharedPorts(ports: Record<string, number>) {
  const owners = new Map<number, string>();
  for (const [name, number] of Object.entries(ports)) {
    const owner = owners.get(number);
    if (owner)
      throw new StartFailure(
        `The configuration is wrong.\n${name}: must differ from ${owner}, both are ${number}`,
      );
    owners.set(number, name);
  }
}
