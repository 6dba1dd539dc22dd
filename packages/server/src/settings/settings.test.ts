import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { webConfig } from "@shardwatch/core/contract/config";
import { describe, expect, test } from "vitest";
import { webConfigOf } from "../web/app.ts";
import { readSettings } from "./settings.ts";

const required = {
  PUBLIC_URL: "https://shardwatch.example",
  PROVIDER_API_URL: "https://provider.example/api/v1/",
  PROVIDER_SITE_URL: "https://provider.example",
  MARKETING_SITE_URL: "https://provider.example",
};
/** The same for people of an OpenID provider. */
const byOpenId = {
  PUBLIC_URL: "https://shardwatch.example",
  OIDC_ISSUER: "https://id.example",
  OIDC_CLIENT_ID: "shardwatch",
  OIDC_CLIENT_SECRET: "hunter2",
  SUPER_ADMIN_EMAILS: "ada@example.com",
};
const pages = {
  SUPPORT_EMAIL: "support@example.com",
  TERMS_URL: "https://company.example/terms",
  PRIVACY_URL: "https://company.example/privacy",
  DOCUMENTATION_URL: "https://company.example/docs",
  AGENT_RELEASES_URL: "https://company.example/agent",
};

test("SLF03 what must be set is little: one address, loopback, nobody trusted, the embedded database", () => {
  const settings = readSettings(required);
  expect(settings).toMatchObject({
    webUrl: "https://shardwatch.example",
    apiUrl: "https://shardwatch.example/api",
    apiPrefix: "/api",
    isSecure: true,
    bind: "127.0.0.1",
    port: 8080,
    dataFolder: "/var/lib/shardwatch",
    vaultKeyFile: "/var/lib/shardwatch/vault.key",
    hasOwnKeyFile: false,
    table: undefined,
    elastiCache: false,
    superAdminEmails: [],
    webhookAddresses: { letThrough: [] },
    mail: undefined,
    providerApiUrl: "https://provider.example/api/v1",
  });
  expect(settings.isTrustedProxy("127.0.0.1")).toBe(false);
});

test("SLF01 SLF03 with an OpenID provider, five variables are enough", () => {
  const settings = readSettings(byOpenId);
  expect(settings).toMatchObject({
    openId: { issuer: "https://id.example", clientId: "shardwatch", organization: "Our organization" },
    superAdminEmails: ["ada@example.com"],
    supportEmail: undefined,
    links: { terms: undefined, privacy: undefined, documentation: undefined, agentReleases: undefined },
  });
  expect(webConfig.safeParse(webConfigOf(settings)).error).toBeUndefined();
});

test("SLF10 AMD21 without any provider people are known here alone, and links that are not set are not shown", () => {
  const settings = readSettings({});
  expect(settings).toMatchObject({
    webUrl: "http://localhost:8080",
    apiUrl: "http://localhost:8080/api",
    openId: undefined,
    ownSignIn: true,
    sharedOrganization: "Our organization",
  });
  const config = webConfigOf(settings);
  expect(webConfig.safeParse(config).error).toBeUndefined();
  expect(config).toMatchObject({ ownSignIn: { passkeys: "works" }, supportEmail: undefined });
  expect(Object.values(config.links).filter((link) => link !== undefined)).toEqual([]);
  for (const provided of [required, byOpenId])
    expect(webConfigOf(readSettings(provided))).not.toHaveProperty("ownSignIn");
});

test.each([
  ["https://shardwatch.example", "works"],
  ["http://localhost:8080", "works"],
  ["http://shardwatch.localhost:8080", "works"],
  ["http://shardwatch.lan:8080", "plainHttp"],
  ["http://192.168.1.20:8080", "ipAddress"],
  ["https://192.168.1.20", "ipAddress"],
  ["https://[fd00::1]", "ipAddress"],
])("SLF10 at %s passkeys: %s", (address, place) => {
  expect(webConfigOf(readSettings({ PUBLIC_URL: address })).ownSignIn).toEqual({ passkeys: place });
});

test("SLF10 with a port alone, people open the product there", () => {
  expect(readSettings({ PORT: "18080" })).toMatchObject({ webUrl: "http://localhost:18080", port: 18080 });
});

test("SLF01 the client's secret comes from a file, and from one place", () => {
  const { OIDC_CLIENT_SECRET: _, ...rest } = byOpenId;
  const file = join(mkdtempSync(join(tmpdir(), "shardwatch-settings-")), "secret");
  writeFileSync(file, "of a file\n");
  const { openId } = readSettings({ ...rest, OIDC_CLIENT_SECRET_FILE: file });
  rmSync(dirname(file), { recursive: true });
  expect(openId?.clientSecret.reveal()).toBe("of a file");
});

test("SLF03 pages of one's own are links", () => {
  expect(webConfigOf(readSettings({ ...required, ...pages }))).toMatchObject({
    supportEmail: "support@example.com",
    links: {
      terms: "https://company.example/terms",
      privacy: "https://company.example/privacy",
      documentation: "https://company.example/docs",
      agentReleases: "https://company.example/agent",
    },
  });
});

test("SLF03 two addresses, and a table elsewhere", () => {
  const table = { TABLE_NAME: "shardwatch", AWS_REGION: "eu-central-1" };
  const api = { PUBLIC_API_URL: "https://api.shardwatch.example/" };
  expect(readSettings({ ...required, ...api, ...table })).toMatchObject({
    apiUrl: "https://api.shardwatch.example",
    apiPrefix: undefined,
    table: { name: "shardwatch", region: "eu-central-1", endpoint: undefined },
  });
});

describe("SLF03 OPS19 a wrong setting stops the start with a message naming it", () => {
  test.each([
    [{ PUBLIC_URL: "shardwatch.example" }, "PUBLIC_URL: must be an address"],
    [{ PUBLIC_URL: "https://shardwatch.example/app" }, "PUBLIC_URL: must have no path"],
    [
      { PUBLIC_API_URL: "http://api.shardwatch.example" },
      "PUBLIC_API_URL: must have the scheme of PUBLIC_URL",
    ],
    [{ PUBLIC_API_URL: "https://shardwatch.example" }, "PUBLIC_API_URL: must have a path"],
    [
      { PUBLIC_API_URL: "https://shardwatch.example/assets" },
      "PUBLIC_API_URL: must not have a path of the web",
    ],
    [{ PUBLIC_API_URL: "https://api.example/v1" }, "PUBLIC_API_URL: must have no path"],
    [{ PUBLIC_API_URL: "https://api.example", API_PORT: "8080" }, "API_PORT: must differ from PORT"],
    [{ PORT: "http" }, 'PORT: must be a port number, not "http"'],
    [
      { TRUSTED_PROXIES: "10.0.0.0/8, all" },
      'TRUSTED_PROXIES: must be addresses and networks such as 10.0.0.0/8, not "all"',
    ],
    [{ TRUSTED_PROXIES: "10.0.0.0/33" }, "TRUSTED_PROXIES: must be"],
    [{ TABLE_NAME: "shardwatch" }, "AWS_REGION: is required with TABLE_NAME"],
    [
      { AWS_ENDPOINT_URL_DYNAMODB: "https://db.example" },
      "TABLE_NAME: is required with AWS_ENDPOINT_URL_DYNAMODB",
    ],
    [{ SMTP_URL: "smtp://mail.example" }, "MAIL_FROM: is required with SMTP_URL"],
    [{ ELASTICACHE: "on" }, "AWS_ACCOUNT_ID: is required with ELASTICACHE=on"],
    [{ PROVIDER_CSRF_COOKIE: "csrf" }, "PROVIDER_CSRF_COOKIE: must be set with PROVIDER_CSRF_HEADER"],
    [
      { ANONYMOUS_REQUESTS_PER_MINUTE: "many" },
      'ANONYMOUS_REQUESTS_PER_MINUTE: must be a number of requests, not "many"',
    ],
    [{ SUPPORT_EMAIL: "nobody" }, 'SUPPORT_EMAIL: must be an email, not "nobody"'],
    [{ STOP_DELAY_SECONDS: "90" }, "STOP_DELAY_SECONDS: must be at most 60"],
    [{ WEBHOOK_ORIGINS: "hooks.example" }, "WEBHOOK_ORIGINS: must be an address"],
    [{ TERMS_URL: "terms" }, "TERMS_URL: must be an address"],
  ])("%j", (variables, message) => {
    expect(() => readSettings({ ...required, ...variables })).toThrow(message);
  });

  test.each([
    [{ OIDC_ISSUER: "" }, "OIDC_ISSUER: is required with OIDC_CLIENT_ID"],
    [{ OIDC_ISSUER: "http://id.example" }, "OIDC_ISSUER: "],
    [{ OIDC_CLIENT_ID: "" }, "OIDC_CLIENT_ID: is required with OIDC_ISSUER"],
    [{ OIDC_CLIENT_SECRET: "" }, "OIDC_CLIENT_SECRET: "],
    [{ OIDC_CLIENT_SECRET_FILE: "/none" }, "OIDC_CLIENT_SECRET"],
    [{ OIDC_SCOPES: "openid" }, "OIDC_SCOPES: must hold openid and email"],
    [{ OIDC_GROUP_REQUIRED: "us" }, "OIDC_GROUP_REQUIRED: is no setting; did you mean OIDC_GROUPS_REQUIRED?"],
    [{ SUPER_ADMIN_EMAILS: "" }, "so that somebody can administer"],
    [
      { PROVIDER_API_URL: "https://provider.example" },
      "PROVIDER_API_URL: must not be set together with OIDC_ISSUER",
    ],
  ])("SLF01 %j", (variables, message) => {
    expect(() => readSettings({ ...byOpenId, ...variables })).toThrow(message);
    expect(() => readSettings({ ...byOpenId, ...variables })).not.toThrow("hunter2");
  });

  test("half of the settings of a provider is a fault, so that nobody is let in by another way", () => {
    const { MARKETING_SITE_URL: _, ...some } = required;
    expect(() => readSettings(some)).toThrow(
      "MARKETING_SITE_URL: is required with PROVIDER_API_URL and PROVIDER_SITE_URL",
    );
  });

  test("a password is never shown", () => {
    const SMTP_URL = "http://user:hunter2@mail.example";
    expect(() => readSettings({ ...required, SMTP_URL })).toThrow(/^(?!.*hunter2)[^]*SMTP_URL: must be/);
  });
});
