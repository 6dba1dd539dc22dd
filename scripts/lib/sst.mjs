import { spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { root, toolEnvironment } from "./paths.mjs";

/*
 * SST unpacks the source of its components into .sst/platform and installs their packages: 300 MB that are no part of
 * our lock file. It needs the registry once for each version of SST.
 */

/** Only an installation that hangs takes so long. */
const deadlineMs = 1_800_000;

/**
 * Names what is installed: written last, so that an installation that was interrupted is repeated.
 * @param {string} folder of the project
 */
const stampIn = (folder) => join(folder, ".sst", "installed-for-tests");

/**
 * @param {string} folder of the project
 * @returns {string} what the lock file says of SST: its version, and the hash of its package
 */
export function lockedSst(folder) {
  const { packages } = JSON.parse(readFileSync(join(folder, "package-lock.json"), "utf8"));
  const { version, integrity } = packages["node_modules/sst"];
  return `${version} ${integrity}`;
}

/**
 * @param {string} folder of the project
 * @returns {boolean} whether its components are installed, of the SST that the lock file names
 */
export function sstIsInstalled(folder) {
  const stamp = stampIn(folder);
  const there = existsSync(stamp) && existsSync(join(folder, ".sst/platform/node_modules/@pulumi/aws"));
  return there && readFileSync(stamp, "utf8") === lockedSst(folder);
}

/**
 * With npm alone, without the tools that only a deployment needs, and without telemetry. These packages are no part
 * of our lock file: they run no code at their installation, and see no credentials of AWS.
 * @param {NodeJS.ProcessEnv} environment
 * @returns {NodeJS.ProcessEnv}
 */
export function environmentOfInstallation(environment) {
  const names = Object.keys(environment).filter((name) => !name.startsWith("AWS_"));
  return {
    ...Object.fromEntries(names.map((name) => [name, environment[name]])),
    SST_SKIP_DEPENDENCY_CHECK: "true",
    SST_NO_BUN: "1",
    SST_TELEMETRY_DISABLED: "1",
    npm_config_ignore_scripts: "true",
    npm_config_audit: "false",
    npm_config_fund: "false",
  };
}

/**
 * Installs SST's components in the background, after everything else that wants the machine.
 * @returns {Promise<string | undefined>} why they could not be installed
 */
export async function installSst() {
  if (sstIsInstalled(root)) return undefined;
  const child = spawn("sst", ["install", "--stage", "test"], {
    cwd: root,
    env: environmentOfInstallation(toolEnvironment()),
    stdio: ["ignore", "pipe", "pipe"],
    timeout: deadlineMs,
  });
  /** @type {Promise<number>} */
  const ended = new Promise((resolve) => {
    child.once("error", () => resolve(127));
    child.once("close", (code) => resolve(code ?? 1));
  });
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  const [code, ...said] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  if (code === 0) {
    writeFileSync(stampIn(root), lockedSst(root));
    return undefined;
  }
  return (
    `${said.join("").trim()}\nSST's components could not be installed: sst install ended with code ${code}. ` +
    "It needs a way to the npm registry once, as npm ci does. Without them nothing says what would be deployed."
  );
}
