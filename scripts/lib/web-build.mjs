import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { root } from "./paths.mjs";
import { run } from "./run.mjs";

const built = join(root, "packages/web/dist/index.html");
/** What the built application depends on. */
const sources = [
  "packages/web/src",
  "packages/web/public",
  "packages/web/index.html",
  "packages/web/vite",
  "packages/web/vite.config.ts",
  "packages/web/package.json",
  "packages/core/src/contract",
  "packages/core/src/kit",
  "package-lock.json",
].map((path) => join(root, path));

/**
 * When something below a path was last changed, in milliseconds.
 * @param {string} path
 * @returns {number}
 */
function lastChange(path) {
  if (!existsSync(path)) return 0;
  const { mtimeMs } = statSync(path);
  if (!statSync(path).isDirectory()) return mtimeMs;
  return readdirSync(path).reduce((latest, name) => Math.max(latest, lastChange(join(path, name))), mtimeMs);
}

/** @returns {boolean} whether the built web application is older than what it is built from */
export function webIsStale() {
  const builtAt = existsSync(built) ? statSync(built).mtimeMs : -1;
  return sources.some((path) => lastChange(path) > builtAt);
}

/** @returns {Promise<number>} the exit code of the build */
export async function buildWeb() {
  const config = ["--config", "packages/web/vite.config.ts", "--logLevel", "warn"];
  // Tests build it, too, and in their environment Vite would take libraries as developers have them.
  return await run("vite", ["build", "packages/web", ...config], { NODE_ENV: "production" });
}
