import { expect, test } from "vitest";
import { clientName } from "./client-name.ts";

const webKit = "AppleWebKit/537.36 (KHTML, like Gecko)";

test.each([
  [`Mozilla/5.0 (X11; Linux x86_64) ${webKit} Chrome/142.0.0.0 Safari/537.36`, "Chrome 142 on Linux"],
  [`Mozilla/5.0 (X11; Linux x86_64) ${webKit} HeadlessChrome/142.0.0.0 Safari/537.36`, "Chrome 142 on Linux"],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`,
    "Edge 142 on Windows",
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15",
    "Safari 26 on macOS",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1",
    "Safari 26 on iOS",
  ],
  ["Mozilla/5.0 (Android 16; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0", "Firefox 145 on Android"],
  ["curl/8.14.1", "curl/8.14.1"],
  ["Mozilla/5.0 (compatible; SomeBot)", "Mozilla/5.0 (compatible; SomeBot)"],
  [`Mozilla/5.0 Linux Chrome/1 ${"a".repeat(500)}`, `Mozilla/5.0 Linux Chrome/1 ${"a".repeat(500)}`],
])("AUD01 the audit names the program %s", (header, name) => {
  expect(clientName(header)).toBe(name);
  expect(clientName(name), "again").toBe(name);
});
