import { accountId } from "./mocks.ts";

/** The required settings of a deployment. */
export const requiredSettings = {
  SHARDWATCH_DOMAIN: "shardwatch.example",
  PROVIDER_API_URL: "https://provider.example/api/v1",
  PROVIDER_SITE_URL: "https://provider.example",
  MARKETING_SITE_URL: "https://www.provider.example",
  SUPPORT_EMAIL: "support@shardwatch.example",
  TERMS_URL: "https://shardwatch.example/terms",
  PRIVACY_URL: "https://shardwatch.example/privacy",
  DOCUMENTATION_URL: "https://docs.shardwatch.example",
  AGENT_RELEASES_URL: "https://releases.shardwatch.example",
};

/** Every other one, with a value that is not its default. */
export const optionalSettings = {
  PROVIDER_COOKIE: "SESSION",
  PROVIDER_VOUCHES_FOR_EMAILS: "on",
  PROVIDER_CSRF_COOKIE: "provider-csrf",
  PROVIDER_CSRF_HEADER: "x-provider-csrf",
  REDIS_CLOUD_API_URL: "https://redis-cloud.example/v1",
  SUPER_ADMIN_EMAILS: "root@shardwatch.example",
  INVITE_ANYONE: "on",
  FEEDBACK_FORM_URL: "https://feedback.example/form",
  ELASTICACHE: "on",
  AWS_ACCOUNT_ID: accountId,
  ROLE_TEMPLATE_URL: "https://templates.s3.amazonaws.com/role.json",
  ALARM_EMAIL: "alarms@shardwatch.example",
  MAIL_FROM: "Shardwatch <alerts@mail.shardwatch.example>",
  REPORT_CONCURRENCY: "250",
  FLEET_CONCURRENCY: "40",
  METRICS_CONCURRENCY: "30",
  MCP_CONCURRENCY: "10",
  RULES_CONCURRENCY: "15",
  RESTORED_TABLE_NAME: "table-of-yesterday",
  SHARDWATCH_VERSION: "1.2.3",
};

export interface Case {
  stage: string;
  settings: Record<string, string>;
}

const { ELASTICACHE, AWS_ACCOUNT_ID, ALARM_EMAIL, MAIL_FROM } = optionalSettings;

/** As in a file of settings where every optional one was left out. */
const withoutValues = Object.fromEntries(Object.keys(optionalSettings).map((name) => [name, ""]));

/** Values that the functions or the web application could not work with. */
const wrongValues = {
  SHARDWATCH_DOMAIN: "https://shardwatch.example",
  TERMS_URL: "/terms",
  ELASTICACHE: "true",
  PROVIDER_VOUCHES_FOR_EMAILS: "yes",
  PROVIDER_COOKIE: "my-session",
  REPORT_CONCURRENCY: "0",
  FLEET_CONCURRENCY: "some",
  METRICS_CONCURRENCY: "-1",
  MCP_CONCURRENCY: "many",
  RULES_CONCURRENCY: "1.5",
  ALARM_EMAIL: "nobody",
  MAIL_FROM: "alerts",
  SUPER_ADMIN_EMAILS: "ann@shardwatch.example;bob@shardwatch.example",
  PROVIDER_CSRF_COOKIE: "provider-csrf",
};

const {
  PROVIDER_API_URL,
  PROVIDER_SITE_URL: _site,
  MARKETING_SITE_URL: _marketing,
  ...withoutProvider
} = requiredSettings;

/** Sign-in at an OpenID provider, which takes the place of Redis Cloud's. */
export const openIdSettings = {
  OIDC_ISSUER: "https://login.example/realms/main",
  OIDC_CLIENT_ID: "shardwatch",
  OIDC_CLIENT_SECRET: "the-secret-of-the-client",
  OIDC_NAME: "Example account",
  OIDC_GROUPS_ADMIN: "data platform",
  OIDC_ORGANIZATION: "Example",
};

/** What is evaluated. The last six are refused. */
export const cases = {
  production: {
    stage: "production",
    settings: { ...requiredSettings, ELASTICACHE, AWS_ACCOUNT_ID, ALARM_EMAIL, MAIL_FROM },
  },
  preview: { stage: "pr-7", settings: { ...requiredSettings, ...withoutValues } },
  everySetting: { stage: "production", settings: { ...requiredSettings, ...optionalSettings } },
  openId: { stage: "production", settings: { ...withoutProvider, ...openIdSettings } },
  ownSignIn: {
    stage: "production",
    settings: { ...withoutProvider, SIGN_IN: "links", SUPER_ADMIN_EMAILS: "root@shardwatch.example" },
  },
  noSetting: { stage: "production", settings: {} },
  noAccount: { stage: "production", settings: { ...requiredSettings, ELASTICACHE } },
  otherAccount: {
    stage: "production",
    settings: { ...requiredSettings, ELASTICACHE, AWS_ACCOUNT_ID: "210987654321" },
  },
  wrongOpenId: {
    stage: "production",
    settings: {
      ...withoutProvider,
      PROVIDER_API_URL,
      OIDC_ISSUER: "http://login.example",
      OIDC_SCOPES: "openid",
    },
  },
  wrongOwnSignIn: { stage: "production", settings: { ...requiredSettings, SIGN_IN: "links" } },
  wrongSettings: { stage: "production", settings: { ...requiredSettings, ...wrongValues } },
} satisfies Record<string, Case>;

export type CaseName = keyof typeof cases;
