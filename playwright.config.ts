import { availableParallelism } from "node:os";
import { defineConfig } from "@playwright/test";
import { chromiumArguments, chromiumPath } from "./scripts/lib/browser.mjs";

const executablePath = chromiumPath();

export default defineConfig({
  testDir: "tests/e2e",
  testMatch: "**/*.test.ts",
  outputDir: "test-results",
  globalSetup: "./tests/e2e/global-setup.ts",
  // These only end a test that hangs. A loaded machine takes many times as long as a quiet one.
  timeout: 180_000,
  expect: { timeout: 60_000 },
  fullyParallel: false,
  // A browser and a product take turns: three workers keep two cores busy.
  workers: Math.ceil(1.5 * availableParallelism()),
  retries: 0,
  forbidOnly: true,
  reporter: [["list"]],
  use: {
    browserName: "chromium",
    locale: "en-US",
    timezoneId: "UTC",
    actionTimeout: 60_000,
    // A trace records every test, also those that pass, for a sixth more CPU. A failure leaves a screenshot and the page's
    // text; `npx playwright test <file> --trace on` runs it again with a trace.
    trace: "off",
    screenshot: "only-on-failure",
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      args: chromiumArguments,
    },
  },
});
