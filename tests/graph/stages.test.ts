import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { webConfig } from "@shardwatch/core/contract/config";
import { pageHeaders } from "@shardwatch/core/contract/page-headers";
import { readOpenId } from "@shardwatch/core/provider-session/settings";
import { readEnvironment } from "@shardwatch/functions/environment";
import { readSettings } from "@shardwatch/local/settings";
import { expect, test } from "vitest";
import { bundleFolder, lambdas } from "../../scripts/lib/bundle.mjs";
import { openIdSettings, optionalSettings, requiredSettings } from "./evaluate/cases.ts";
import { evaluated, functionsOf, resourceOf, resourcesOf } from "./graph.ts";

const { production, preview, everySetting } = evaluated;

test("OPS12 one command deploys the web application, the API, the workers with their queues, the schedule, the table, the key and the alarms", () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
  expect(scripts["deploy"]).toBe("sst deploy");
  for (const stage of [production, preview, everySetting]) {
    expect(stage.refused).toBeUndefined();
    expect(Object.keys(functionsOf(stage)).toSorted()).toEqual(Object.keys(lambdas).toSorted());
    for (const type of [
      "dynamodb/table:Table",
      "kms/key:Key",
      "apigatewayv2/api:Api",
      "cloudfront/distribution:Distribution",
      "sqs/queue:Queue",
      "scheduler/schedule:Schedule",
      "cloudwatch/metricAlarm:MetricAlarm",
    ])
      expect(resourcesOf(stage, `aws:${type}`), type).not.toEqual([]);
    expect(resourceOf(stage, "command:local:Command").inputs).toMatchObject({
      create: "node scripts/build-site.mjs",
      update: "node scripts/build-site.mjs",
    });
    expect(stage.app.home).toBe("aws");
  }
});

test("the deployment makes the functions' bundles itself, so that none of an earlier day is deployed", () => {
  // The evaluation has removed those that were there.
  for (const name of Object.keys(lambdas))
    expect(existsSync(join(bundleFolder, name, "index.mjs"))).toBe(true);
});

test("SEC24 production is protected from the end of its stage, and keeps its data; previews leave nothing", () => {
  expect(production.app).toMatchObject({ protect: true, removal: "retain" });
  expect(preview.app).toMatchObject({ protect: false, removal: "remove" });
});

test("OPS19 without its settings a deployment stops with the names of all that are missing", () => {
  expect(evaluated.noSetting.refused).toBe(`To deploy, set ${Object.keys(requiredSettings).join(", ")}`);
  expect(evaluated.noAccount.refused).toBe("To deploy, set AWS_ACCOUNT_ID");
});

test("OPS19 a deployment with values that cannot work stops with all of them, and a variable without a value counts as not set", () => {
  expect(evaluated.wrongSettings.refused?.split("; ")).toEqual([
    "TERMS_URL must be an address such as https://example.com, not /terms",
    "SHARDWATCH_DOMAIN must be a domain in small letters, without https://, not https://shardwatch.example",
    "ELASTICACHE must be on or off, not true",
    "PROVIDER_VOUCHES_FOR_EMAILS must be on or off, not yes",
    "PROVIDER_COOKIE must be letters, digits and _, not my-session",
    "REPORT_CONCURRENCY must be a number of calls at a time, or off, not 0",
    "FLEET_CONCURRENCY must be a number of calls at a time, or off, not some",
    "METRICS_CONCURRENCY must be a number of calls at a time, or off, not -1",
    "MCP_CONCURRENCY must be a number of calls at a time, or off, not many",
    "RULES_CONCURRENCY must be a number of calls at a time, or off, not 1.5",
    "ALARM_EMAIL must be one email, not nobody",
    "MAIL_FROM must be an email, or a name and <an email>, not alerts",
    "SUPER_ADMIN_EMAILS must be emails, separated by commas, not ann@shardwatch.example;bob@shardwatch.example",
    "PROVIDER_CSRF_COOKIE and PROVIDER_CSRF_HEADER must be set together",
  ]);
  // The evaluated preview has every optional variable without a value.
  expect(preview.refused).toBeUndefined();
  expect(functionsOf(preview)["api"]?.variables).toMatchObject({
    ELASTICACHE: "off",
    PROVIDER_COOKIE: "JSESSIONID",
    VERSION: "unknown",
  });
  expect(configOf(preview).feedbackFormUrl).toBeNull();
});

test("AWS19 a deployment into another account than the named one stops, before anything is made", () => {
  const { refused, resources } = evaluated.otherAccount;
  expect(refused).toBe(
    "AWS_ACCOUNT_ID is 210987654321, but the credentials are those of the account 123456789012",
  );
  expect(resources.filter(({ type }) => type.startsWith("aws:"))).toEqual([]);
});

/** `config.json` of a stage. */
const configOf = (stage: typeof production) => {
  const { environment } = resourceOf(stage, "command:local:Command").inputs as {
    environment: { WEB_CONFIG: string };
  };
  return webConfig.parse(JSON.parse(environment.WEB_CONFIG));
};

test("API04 the API is at api. of the domain, and at its own port on one machine; the functions get a complete configuration, and production and previews know which they are", () => {
  for (const [stage, environment, domain] of [
    [production, "production", "shardwatch.example"],
    [preview, "preview", "pr-7.shardwatch.example"],
  ] as const) {
    for (const { variables } of Object.values(functionsOf(stage)))
      expect(readEnvironment(variables)).toMatchObject({
        ENVIRONMENT: environment,
        WEB_ORIGIN: `https://${domain}`,
      });
    expect(resourceOf(stage, "aws:apigatewayv2/domainName:DomainName").inputs).toMatchObject({
      domainName: `api.${domain}`,
      domainNameConfiguration: { securityPolicy: "TLS_1_2" },
    });
    expect(stage.outputs).toMatchObject({ webUrl: `https://${domain}`, apiUrl: `https://api.${domain}` });
  }
  expect(readSettings({})).toMatchObject({
    webUrl: "http://localhost:5173",
    apiUrl: "http://localhost:3001",
  });
});

test("OPS03 one build serves every stage, with the stage's configuration beside it", () => {
  expect([production, preview].map(configOf)).toMatchObject([
    { environment: "production", apiUrl: "https://api.shardwatch.example" },
    { environment: "preview", apiUrl: "https://api.pr-7.shardwatch.example" },
  ]);
});

test("SLF01 sign-in by OpenID Connect needs no address of Redis Cloud's, and only the functions that sign people in know the client's secret", () => {
  const { openId } = evaluated;
  expect(openId.refused).toBeUndefined();
  const config = configOf(openId);
  expect(config.openId).toEqual({ name: openIdSettings.OIDC_NAME });
  expect(pageHeaders(config)["content-security-policy"]).toMatch(
    /connect-src 'self' https:\/\/api\.shardwatch\.example https:\/\/shardwatch\.example;/,
  );
  const functions = functionsOf(openId);
  const knowing = ["api", "openid"];
  for (const name of knowing) expect(functions[name]?.variables).toMatchObject(openIdSettings);
  for (const [name, { variables }] of Object.entries(functions)) {
    if (!knowing.includes(name)) expect(JSON.stringify(variables)).not.toMatch("the-secret-of-the-client");
    expect(variables["PROVIDER_API_URL"]).toBeUndefined();
    const read = readEnvironment(variables, knowing.includes(name) ? readOpenId : undefined);
    if (knowing.includes(name))
      expect(read.openId).toMatchObject({ organization: "Example", vouchesForEmails: false });
  }
});

test("AMD21 sign-in by links needs no provider, and somebody who administers", () => {
  const { ownSignIn, wrongOwnSignIn } = evaluated;
  expect(ownSignIn.refused).toBeUndefined();
  expect(configOf(ownSignIn).ownSignIn).toEqual({ passkeys: "works" });
  for (const { variables } of Object.values(functionsOf(ownSignIn)))
    expect(readEnvironment(variables)).toMatchObject({ SIGN_IN: "links", PROVIDER_API_URL: "" });
  expect(wrongOwnSignIn.refused).toMatch(
    /SIGN_IN=links and a provider exclude[^]*SIGN_IN=links needs SUPER_ADMIN/,
  );
});

test("SLF01 a deployment whose sign-in cannot work stops with the names of all settings that are wrong", () => {
  const lines = evaluated.wrongOpenId.refused?.split("; ").map((line) => line.split(":")[0]);
  expect(lines).toEqual(
    expect.arrayContaining([
      "OIDC_ISSUER",
      "OIDC_CLIENT_ID",
      "OIDC_CLIENT_SECRET",
      "OIDC_SCOPES",
      "OIDC_GROUPS_ADMIN",
      "PROVIDER_API_URL",
    ]),
  );
});

test("OVR07 no stage offers demo data", () => {
  for (const stage of [production, preview, everySetting])
    expect(Object.keys(configOf(stage).features)).toEqual(["elasticache"]);
});

test("OPS01 every setting of the web application and of the functions can be set", () => {
  const config = configOf(everySetting);
  // The three ways to sign in exclude each other.
  expect([...Object.keys(config), "openId", "ownSignIn"].toSorted()).toEqual(
    Object.keys(webConfig.shape).toSorted(),
  );
  expect(config).toMatchObject({
    providerCsrf: {
      cookie: optionalSettings.PROVIDER_CSRF_COOKIE,
      header: optionalSettings.PROVIDER_CSRF_HEADER,
    },
    feedbackFormUrl: optionalSettings.FEEDBACK_FORM_URL,
    inviteAnyone: true,
    mailsLinks: true,
    features: { elasticache: true },
    awsAccountId: optionalSettings.AWS_ACCOUNT_ID,
    quickCreate: { templateUrl: optionalSettings.ROLE_TEMPLATE_URL },
  });
  for (const { variables } of Object.values(functionsOf(everySetting)))
    expect(variables).toMatchObject({
      PROVIDER_COOKIE: optionalSettings.PROVIDER_COOKIE,
      PROVIDER_VOUCHES_FOR_EMAILS: "on",
      REDIS_CLOUD_API_URL: optionalSettings.REDIS_CLOUD_API_URL,
      SUPER_ADMIN_EMAILS: optionalSettings.SUPER_ADMIN_EMAILS,
      INVITE_ANYONE: "on",
      MAILS_LINKS: "on",
      ELASTICACHE: "on",
      AWS_ACCOUNT_ID: optionalSettings.AWS_ACCOUNT_ID,
      VERSION: optionalSettings.SHARDWATCH_VERSION,
    });
});

test("OPS19 docs/deploying.md names every setting of a deployment, and no other", () => {
  const rows = readFileSync("docs/deploying.md", "utf8").matchAll(/^\| (`[A-Z_]+`(?:, `[A-Z_]+`)*) +\|/gm);
  const named = [...rows].flatMap(([, names = ""]) => names.replaceAll("`", "").split(", "));
  const settings = { ...requiredSettings, ...optionalSettings, SIGN_IN: "links" };
  expect(named.toSorted()).toEqual(Object.keys(settings).toSorted());
});
