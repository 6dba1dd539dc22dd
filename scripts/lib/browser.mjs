import { existsSync } from "node:fs";

const candidates = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
];

/**
 * The Chromium for the browser tests: CHROMIUM_PATH, else one of the system's packages.
 * Undefined when there is none; Playwright then looks for its own.
 * @returns {string | undefined}
 */
export function chromiumPath() {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen) return chosen;
  return candidates.find((path) => existsSync(path));
}
