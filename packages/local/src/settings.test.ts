import { describe, expect, test } from "vitest";
import { readSettings } from "./settings.ts";

test("without variables everything is on this machine and at its documented port", () => {
  expect(readSettings({})).toMatchObject({
    webUrl: "http://localhost:5173",
    apiUrl: "http://localhost:3001",
    providerApiUrl: "http://localhost:3002/api/v1",
    providerSiteUrl: "http://localhost:3002",
    marketingSiteUrl: "http://localhost:3002/marketing",
    feedbackFormUrl: "http://localhost:3002/feedback",
    simulateProvider: true,
    superAdminEmails: ["super@example.com"],
    dataFolder: expect.stringMatching(/\/\.shardwatch$/),
  });
});

test("an address of the real provider takes the simulator's place", () => {
  const settings = readSettings({ PROVIDER_API_URL: "https://provider.example/api/v1/" });
  expect(settings.simulateProvider).toBe(false);
  expect(settings.providerApiUrl).toBe("https://provider.example/api/v1");
  expect(settings.feedbackFormUrl).toBeNull();
});

test("super admins are a list in any case and spacing; an empty variable counts as not set", () => {
  const { superAdminEmails, webPort } = readSettings({
    SUPER_ADMIN_EMAILS: " One@Example.com, two@example.com ,",
    WEB_PORT: "",
  });
  expect(superAdminEmails).toEqual(["one@example.com", "two@example.com"]);
  expect(webPort).toBe(5173);
});

describe("OPS19 a wrong setting stops the start with a message naming it", () => {
  test.each([
    [{ WEB_PORT: "abc" }, 'WEB_PORT: must be a port number, not "abc"'],
    [{ API_PORT: "70000" }, 'API_PORT: must be a port number from 1 to 65535, not "70000"'],
    [
      { PROVIDER_API_URL: "provider" },
      'PROVIDER_API_URL: must be an address that starts with http:// or https://, not "provider"',
    ],
    [
      { SUPER_ADMIN_EMAILS: "nobody" },
      'SUPER_ADMIN_EMAILS: must be emails, separated by commas, not "nobody"',
    ],
    [{ SHARDWATCH_SEED: "maybe" }, 'SHARDWATCH_SEED: must be "on" or "off", not "maybe"'],
    [{ WEB_PORT: "4000", API_PORT: "4000" }, "API_PORT: must differ from WEB_PORT, both are 4000"],
  ])("%j", (variables, message) => {
    expect(() => readSettings(variables)).toThrow(message);
  });

  test("all of them at once", () => {
    expect(() => readSettings({ WEB_PORT: "x", SHARDWATCH_REDIS: "y" })).toThrow(
      /WEB_PORT.*\nSHARDWATCH_REDIS/,
    );
  });
});
