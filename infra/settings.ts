import { variables, wrongSettings } from "./variables.ts";

const required = [
  "SHARDWATCH_DOMAIN",
  "PROVIDER_API_URL",
  "PROVIDER_SITE_URL",
  "MARKETING_SITE_URL",
  "SUPPORT_EMAIL",
  "TERMS_URL",
  "PRIVACY_URL",
  "DOCUMENTATION_URL",
  "AGENT_RELEASES_URL",
] as const;

const {
  SUPER_ADMIN_EMAILS = "",
  SHARDWATCH_VERSION = "unknown",
  PROVIDER_COOKIE = "JSESSIONID",
  PROVIDER_VOUCHES_FOR_EMAILS = "off",
  ELASTICACHE = "off",
  REDIS_CLOUD_API_URL = "https://api.redislabs.com/v1",
} = variables;

const missing = [...required, ...(ELASTICACHE === "on" ? ["AWS_ACCOUNT_ID"] : [])].filter(
  (name) => !variables[name],
);
if (missing.length > 0) throw new Error(`To deploy, set ${missing.join(", ")}`);

const wrong = wrongSettings();
if (wrong.length > 0) throw new Error(wrong.join("; "));

/** The settings that a deployment cannot do without. */
export const settings = variables as Record<(typeof required)[number], string>;

export const isProduction = $app.stage === "production";

/** The web application is at this domain, the API at api.<domain>. */
export const domain = isProduction
  ? settings.SHARDWATCH_DOMAIN
  : `${$app.stage}.${settings.SHARDWATCH_DOMAIN}`;

/** Our own account, where customers' accounts are read: they let it in, and its own roles are refused. */
export const awsAccountId = ELASTICACHE === "on" ? variables["AWS_ACCOUNT_ID"] : undefined;

/** What every function reads at its start. */
export const environment = {
  ENVIRONMENT: isProduction ? "production" : "preview",
  WEB_ORIGIN: `https://${domain}`,
  PROVIDER_API_URL: settings.PROVIDER_API_URL,
  PROVIDER_COOKIE,
  PROVIDER_VOUCHES_FOR_EMAILS,
  REDIS_CLOUD_API_URL,
  ELASTICACHE,
  ...(awsAccountId !== undefined && { AWS_ACCOUNT_ID: awsAccountId }),
  SUPER_ADMIN_EMAILS,
  VERSION: SHARDWATCH_VERSION,
};
