const required = ["SHARDWATCH_DOMAIN", "PROVIDER_API_URL"];
const missing = required.filter((name) => !process.env[name]);
if (missing.length > 0) throw new Error(`To deploy, set ${missing.join(" and ")}`);

const { SHARDWATCH_DOMAIN = "", PROVIDER_API_URL = "", SUPER_ADMIN_EMAILS = "" } = process.env;
const { SHARDWATCH_VERSION = "unknown", PROVIDER_COOKIE = "JSESSIONID" } = process.env;

export const isProduction = $app.stage === "production";

/** The web application is at this domain, the API at api.<domain>. */
export const domain = isProduction ? SHARDWATCH_DOMAIN : `${$app.stage}.${SHARDWATCH_DOMAIN}`;

/** What every function reads at its start. */
export const environment = {
  ENVIRONMENT: isProduction ? "production" : "preview",
  WEB_ORIGIN: `https://${domain}`,
  PROVIDER_API_URL,
  PROVIDER_COOKIE,
  SUPER_ADMIN_EMAILS,
  VERSION: SHARDWATCH_VERSION,
};
