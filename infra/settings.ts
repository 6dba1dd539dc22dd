/** A setting that a deployment cannot do without. Throws an error that names it. */
export function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`To deploy, set ${name}`);
  return value;
}

const {
  SUPER_ADMIN_EMAILS = "",
  SHARDWATCH_VERSION = "unknown",
  PROVIDER_COOKIE = "JSESSIONID",
  PROVIDER_VOUCHES_FOR_EMAILS = "off",
  ELASTICACHE = "off",
  REDIS_CLOUD_API_URL = "https://api.redislabs.com/v1",
} = process.env;

export const isProduction = $app.stage === "production";

/** The web application is at this domain, the API at api.<domain>. */
export const domain = isProduction
  ? required("SHARDWATCH_DOMAIN")
  : `${$app.stage}.${required("SHARDWATCH_DOMAIN")}`;

/** The account that this goes into. Only where customers' accounts are read does anything depend on it. */
export const awsAccountId = ELASTICACHE === "on" ? required("AWS_ACCOUNT_ID") : undefined;

/** What every function reads at its start. */
export const environment = {
  ENVIRONMENT: isProduction ? "production" : "preview",
  WEB_ORIGIN: `https://${domain}`,
  PROVIDER_API_URL: required("PROVIDER_API_URL"),
  PROVIDER_COOKIE,
  PROVIDER_VOUCHES_FOR_EMAILS,
  REDIS_CLOUD_API_URL,
  ELASTICACHE,
  ...(awsAccountId !== undefined && { AWS_ACCOUNT_ID: awsAccountId }),
  SUPER_ADMIN_EMAILS,
  VERSION: SHARDWATCH_VERSION,
};
