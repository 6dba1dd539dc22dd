import { openIdVariables, readOpenId } from "../packages/core/src/provider-session/settings.ts";
import { variables, wrongSettings } from "./variables.ts";

/** Of Redis Cloud's sign-in. An OpenID provider takes its place. */
const ofProvider = ["PROVIDER_API_URL", "PROVIDER_SITE_URL", "MARKETING_SITE_URL"] as const;

const required = [
  "SHARDWATCH_DOMAIN",
  ...ofProvider,
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
  SIGN_IN = "provider",
  INVITE_ANYONE = "off",
  ELASTICACHE = "off",
  REDIS_CLOUD_API_URL = "https://api.redislabs.com/v1",
} = variables;

const hasOpenId = openIdVariables.some((name) => variables[name] !== undefined);

/** Whether people are known here alone. */
export const ownSignIn = SIGN_IN === "links";

/** Whether people are invited by their email alone: always where they have no Redis Cloud account. */
const invitesAnyone = INVITE_ANYONE === "on" || ownSignIn || hasOpenId;

const needed = required.filter(
  (name) => (!hasOpenId && !ownSignIn) || !ofProvider.some((one) => one === name),
);
const missing = [...needed, ...(ELASTICACHE === "on" ? ["AWS_ACCOUNT_ID"] : [])].filter(
  (name) => !variables[name],
);
if (missing.length > 0) throw new Error(`To deploy, set ${missing.join(", ")}`);

const { openId, faults } = readOpenId(variables);
const others = variables["PROVIDER_API_URL"] ?? (hasOpenId ? "OIDC_ISSUER" : undefined);
const wrong = [
  ...wrongSettings(),
  ...faults,
  ...(ownSignIn && others !== undefined ? ["SIGN_IN=links and a provider exclude each other"] : []),
  ...(ownSignIn && SUPER_ADMIN_EMAILS === ""
    ? ["SIGN_IN=links needs SUPER_ADMIN_EMAILS, so that somebody can administer"]
    : []),
];
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

/** Where the browser reaches the sign-in of Redis Cloud; with another way in, nothing but ourselves. */
export const provider = {
  apiUrl: variables["PROVIDER_API_URL"] ?? `https://api.${domain}`,
  siteUrl: variables["PROVIDER_SITE_URL"] ?? `https://${domain}`,
  marketingUrl: variables["MARKETING_SITE_URL"] ?? `https://${domain}`,
};

/** What the button calls the OpenID provider; undefined without one. */
export const openIdName = openId?.name;

/** What only the function reads that signs people in. The secret is encrypted in the state of the deployment. */
export const openIdEnvironment: Record<string, $util.Input<string>> = openId
  ? {
      ...Object.fromEntries(
        openIdVariables.flatMap((name) =>
          name.startsWith("OIDC_CLIENT_SECRET") || variables[name] === undefined
            ? []
            : [[name, variables[name]]],
        ),
      ),
      OIDC_CLIENT_SECRET: $util.secret(openId.clientSecret.reveal()),
    }
  : {};

/** What every function reads at its start. */
export const environment = {
  ENVIRONMENT: isProduction ? "production" : "preview",
  WEB_ORIGIN: `https://${domain}`,
  ...(openId === undefined && !ownSignIn && { PROVIDER_API_URL: provider.apiUrl }),
  ...(ownSignIn && { SIGN_IN }),
  ...(invitesAnyone && { INVITE_ANYONE: "on" }),
  ...(variables["MAIL_FROM"] !== undefined && { MAILS_LINKS: "on" }),
  PROVIDER_COOKIE,
  PROVIDER_VOUCHES_FOR_EMAILS,
  REDIS_CLOUD_API_URL,
  ELASTICACHE,
  ...(awsAccountId !== undefined && { AWS_ACCOUNT_ID: awsAccountId }),
  SUPER_ADMIN_EMAILS,
  VERSION: SHARDWATCH_VERSION,
};
