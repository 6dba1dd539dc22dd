import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { productNode, root } from "./paths.mjs";
import { runSilently } from "./run.mjs";

/** @typedef {{ version?: string, link?: boolean, optional?: boolean, os?: string[], cpu?: string[] }} LockEntry */

/**
 * @param {string} file
 * @returns {Record<string, LockEntry>}
 */
function lockedPackages(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).packages : {};
}

/**
 * Names of packages that are locked but not installed in that version. Compared by content: times of files
 * change by a checkout. Optional packages may be missing where they do not run.
 * @param {Record<string, LockEntry>} wanted
 * @param {Record<string, LockEntry>} installed
 * @returns {string[]}
 */
export function missingPackages(wanted, installed) {
  return Object.entries(wanted)
    .filter(([path]) => path.includes("node_modules/"))
    .filter(([path, want]) => {
      const have = installed[path];
      return have === undefined ? !want.optional : !want.link && have.version !== want.version;
    })
    .map(([path]) => path.replace(/^node_modules\//, ""));
}

/**
 * Installs what the lock file asks for, when something of it is missing. npm's own output is shown only when
 * it fails.
 * @returns {Promise<boolean>} whether everything is there now
 */
export async function installPackages() {
  const wanted = lockedPackages(join(root, "package-lock.json"));
  const missing = missingPackages(wanted, lockedPackages(join(root, "node_modules", ".package-lock.json")));
  if (missing.length === 0 && existsSync(productNode)) return true;
  console.log(`Installing packages (${missing.length} missing or of another version) ...`);
  const quiet = ["--no-audit", "--no-fund"];
  const clean = await runSilently("npm", ["ci", ...quiet]);
  // npm ci refuses a lock file that lacks optional packages of other platforms; npm install adds them and
  // takes the locked versions of everything else.
  const { code, output } =
    clean.code === 0 ? clean : await runSilently("npm", ["install", "--no-save", ...quiet]);
  if (code === 0 && existsSync(productNode)) return true;
  console.error(clean.code === 0 ? output : `${clean.output}${output}`);
  console.error(
    code === 0
      ? "npm ended well, but node_modules/.bin/node is missing: install scripts seem to be switched off. " +
          "Allow them (npm config set ignore-scripts false) and run npm ci."
      : `The packages could not be installed: npm ended with code ${code}. ` +
          "It needs npm 10 or newer and a way to the npm registry.",
  );
  return false;
}
