import { describe, expect, test } from "vitest";
import { readSettings } from "./settings.ts";

const required = {
  PUBLIC_URL: "https://shardwatch.example",
  PROVIDER_API_URL: "https://provider.example/api/v1/",
  PROVIDER_SITE_URL: "https://provider.example",
  MARKETING_SITE_URL: "https://provider.example",
  SUPPORT_EMAIL: "support@example.com",
  TERMS_URL: "https://provider.example/terms",
  PRIVACY_URL: "https://provider.example/privacy",
  DOCUMENTATION_URL: "https://provider.example/docs",
  AGENT_RELEASES_URL: "https://provider.example/agent",
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
    webhookOrigins: [],
    mail: undefined,
    providerApiUrl: "https://provider.example/api/v1",
  });
  expect(settings.isTrustedProxy("127.0.0.1")).toBe(false);
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
    [{ PUBLIC_URL: "" }, "PUBLIC_URL: is required"],
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
    [{ SUPPORT_EMAIL: "nobody" }, 'SUPPORT_EMAIL: must be an email, not "nobody"'],
    [{ STOP_DELAY_SECONDS: "90" }, "STOP_DELAY_SECONDS: must be at most 60"],
    [{ WEBHOOK_ORIGINS: "hooks.example" }, "WEBHOOK_ORIGINS: must be an address"],
  ])("%j", (variables, message) => {
    expect(() => readSettings({ ...required, ...variables })).toThrow(message);
  });

  test("a password is never shown", () => {
    const SMTP_URL = "http://user:hunter2@mail.example";
    expect(() => readSettings({ ...required, SMTP_URL })).toThrow(/^(?!.*hunter2)[^]*SMTP_URL: must be/);
  });
});
