import { existsSync } from "node:fs";

/** The headless shell is the same engine without the windows around it: a third less CPU for a browser test. */
const candidates = [
  "/usr/bin/chromium-headless-shell",
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

/**
 * Features that Chromium switches off. Of several --disable-features the last one counts, and ours comes after
 * Playwright's: so the list repeats Playwright's own (`disabledFeatures` in playwright-core), without those of Edge.
 */
const disabledFeatures = [
  "AimEnabled",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsFirstBalancedModeAutoEnable",
  "HttpsUpgrades",
  "LensOverlay",
  "MediaRouter",
  "NetworkTimeServiceQuerying",
  "OptimizationHints",
  "PaintHolding",
  "PreconnectToSearch",
  "TcpPortRandomizationWin",
  "ThirdPartyStoragePartitioning",
  // The pop-ups of the address bar are web pages, and every new window loads both: 0.9 s of CPU for each test.
  "WebUIOmniboxAimPopup",
  "WebUIOmniboxPopup",
];

/** Arguments with which the browser tests start Chromium. */
export const chromiumArguments = [
  // Chromium refuses its sandbox to root, and small machines have a small /dev/shm.
  "--no-sandbox",
  "--disable-dev-shm-usage",
  // Without a graphics card a process of its own would only emulate one: 7 % of the CPU of a browser test.
  "--disable-gpu",
  `--disable-features=${disabledFeatures.join(",")}`,
];
