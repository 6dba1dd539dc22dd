import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromiumPath } from "./browser.mjs";
import { findEngines } from "./engines.mjs";
import { run } from "./run.mjs";

/**
 * Whether a program is on the PATH.
 * @param {string} program
 * @param {string} [question] that it answers at once
 */
export function has(program, question = "--version") {
  return spawnSync(program, [question], { stdio: "ignore" }).error === undefined;
}

/**
 * Installs packages of the system, where we may.
 * @param {readonly string[]} names of Debian's packages
 */
export async function installFromSystem(names) {
  if (process.getuid?.() !== 0 || !has("apt-get")) return;
  console.log(`Installing ${names.join(" and ")} from the system's packages ...`);
  const quiet = { DEBIAN_FRONTEND: "noninteractive" };
  await run("apt-get", ["update", "-qq"], quiet);
  await run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...names], quiet);
}

/**
 * Whether Playwright has downloaded a Chromium of its own.
 * @returns {Promise<boolean>}
 */
async function playwrightHasChromium() {
  const { chromium } = await import("playwright-core");
  return existsSync(chromium.executablePath());
}

/** What `npm run test:all` needs beside that: packages of Debian, which name their programs. */
const programsOfAll = ["prometheus", "prometheus-alertmanager", "prometheus-redis-exporter"];

/**
 * Debian packages that the tests need and this machine does not have.
 * @param {boolean} all whether `npm run test:all` is about to run
 * @returns {Promise<string[]>}
 */
async function missingTools(all) {
  const missing = all ? programsOfAll.filter((program) => !has(program)) : [];
  if (chromiumPath() === undefined && !(await playwrightHasChromium())) missing.push("chromium");
  if (findEngines().length === 0) missing.push("redis-server");
  return missing;
}

/**
 * Installs what the tests need from the system's packages where we may, else says how.
 * @param {boolean} all whether `npm run test:all` is about to run
 * @returns {Promise<boolean>} whether the tests have what they need
 */
export async function installTools(all) {
  const missing = await missingTools(all);
  if (missing.length === 0) return true;
  await installFromSystem(missing);
  const still = await missingTools(all);
  if (still.length === 0) return true;
  console.error(
    `The tests need ${still.join(" and ")}. Install with:\n` +
      (has("apt-get")
        ? `  sudo apt-get update && sudo apt-get install -y ${still.join(" ")}`
        : `  your system's package manager: ${still.join(" ")}; or set CHROMIUM_PATH to a Chromium that you have`),
  );
  return false;
}
