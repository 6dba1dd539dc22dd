import { defineConfig } from "@playwright/test";
import { chromiumPath } from "./scripts/lib/browser.mjs";

const executablePath = chromiumPath();

export default defineConfig({
  testDir: "tests/e2e",
  testMatch: "**/*.test.ts",
  outputDir: "test-results",
  globalSetup: "./tests/e2e/global-setup.ts",
  timeout: 60_000,
  expect: { timeout: 10_000 },
  fullyParallel: false,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  reporter: [["list"]],
  use: {
    browserName: "chromium",
    locale: "en-US",
    timezoneId: "UTC",
    actionTimeout: 10_000,
    trace: "retain-on-failure",
    screenshot: "only-on-failure",
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      // Chromium refuses its sandbox to root, and small machines have a small /dev/shm.
      args: ["--no-sandbox", "--disable-dev-shm-usage"],
    },
  },
});
