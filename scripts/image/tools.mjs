import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { aptIn, debianMirrors, output, source } from "../lib/apt.mjs";
import { missingDebianTools } from "../lib/debian.mjs";
import { root } from "../lib/paths.mjs";

/** Programs of others that unpack an image and run it, with their places in Debian's packages. */
const programs = { umoci: "usr/bin/umoci", runc: "usr/sbin/runc" };

const folder = join(root, "node_modules/.cache/shardwatch-images/tools");

/**
 * The paths of the programs: those of this machine, else from Debian's packages, unpacked beside the system.
 * @returns {{ umoci: string, runc: string }}
 * @throws Error that says what to install
 */
export function findTools() {
  const names = /** @type {(keyof typeof programs)[]} */ (Object.keys(programs));
  const isThere = (/** @type {string} */ name) => spawnSync(name, ["--version"]).error === undefined;
  const missing = names.filter((name) => !isThere(name) && !existsSync(join(folder, programs[name])));
  if (missing.length > 0) fetchPackages(missing);
  const [umoci, runc] = names.map((name) => (isThere(name) ? name : join(folder, programs[name])));
  return { umoci: `${umoci}`, runc: `${runc}` };
}

/** @param {readonly string[]} names */
function fetchPackages(names) {
  const codename = /^VERSION_CODENAME=(\w+)$/m.exec(release())?.[1];
  if (missingDebianTools().length > 0 || codename === undefined)
    throw new Error(`Install ${names.join(" and ")} from your system's packages.`);
  console.log(`fetching ${names.join(" and ")} ...`);
  rmSync(folder, { recursive: true, force: true });
  const archives = join(folder, "packages");
  mkdirSync(archives, { recursive: true });
  // Their libraries are those of this machine, so the packages have to be of its release.
  const get = aptIn(join(folder, "apt"), [source(debianMirrors().main, codename)]);
  get(["update"]);
  get(["download", ...names], archives);
  for (const file of readdirSync(archives)) output("dpkg-deb", ["-x", join(archives, file), folder]);
  rmSync(join(folder, "apt"), { recursive: true });
}

const release = () => (existsSync("/etc/os-release") ? readFileSync("/etc/os-release", "utf8") : "");
