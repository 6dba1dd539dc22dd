import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { aptIn, keyring, output, source } from "./apt.mjs";

/**
 * Packages of a Debian release, unpacked without root and without installing them. `needed` are the packages whose files
 * the programs need, and `programs` those that get a script.
 * @typedef {{
 *   name: string,
 *   suites: readonly string[],
 *   packages: readonly string[],
 *   needed?: RegExp,
 *   programs?: RegExp,
 * }} Release
 */

/** Packages whose files a server needs: itself, its libraries and Lua modules. Others only help to install it. */
const ofServers = /^(lib|lua|redis|valkey|redict)/;

/**
 * What this machine lacks of the programs and keys that the other functions need.
 * @returns {string[]}
 */
export function missingDebianTools() {
  const programs = ["apt-get", "dpkg-deb"];
  const missing = programs.filter((program) => spawnSync(program, ["--version"]).error !== undefined);
  return existsSync(keyring) ? missing : [...missing, keyring];
}

/**
 * Downloads packages with all that they depend on, and unpacks them beside the system. apt works in a folder of its own:
 * the machine's packages and settings stay as they are.
 * @param {Release} release whose last suite has the packages
 * @param {string} mirror
 * @param {string} folder the result: `root` with the files, `bin` with a script for each program
 */
export function unpackRelease(release, mirror, folder) {
  const { suites, packages, needed = ofServers, programs = /-(server|cli)$/ } = release;
  const work = `${folder}.new`;
  const apt = join(work, "apt");
  rmSync(work, { recursive: true, force: true });
  const get = aptIn(
    apt,
    suites.map((suite) => source(mirror, suite)),
  );
  get(["update"]);
  get(["install", "--download-only", "-y", "--no-install-recommends", "-t", `${suites.at(-1)}`, ...packages]);
  const archives = join(apt, "archives");
  for (const file of readdirSync(archives).filter((name) => needed.test(name) && name.endsWith(".deb")))
    output("dpkg-deb", ["-x", join(archives, file), join(work, "root")]);
  rmSync(apt, { recursive: true });
  rmSync(folder, { recursive: true, force: true });
  renameSync(work, folder);
  writeScripts(folder, programs);
}

/**
 * A program of another release needs that release's C library, so its own loader starts it. The script replaces itself,
 * so that its process id is the program's.
 * @param {string} folder
 * @param {RegExp} programs
 */
function writeScripts(folder, programs) {
  const root = join(folder, "root");
  const libraries = ["lib", "usr/lib"].flatMap((path) => list(join(root, path), /-linux-gnu/));
  const [loader] = libraries.flatMap((path) => list(path, /^ld-linux.*\.so\.\d$/));
  if (!loader) throw new Error("the packages have no loader");
  mkdirSync(join(folder, "bin"));
  for (const program of list(join(root, "usr/bin"), programs))
    writeFileSync(
      join(folder, "bin", basename(program)),
      `#!/bin/sh\nexec '${loader}' --library-path '${libraries.join(":")}' '${program}' "$@"\n`,
      { mode: 0o755 },
    );
}

/**
 * @param {string} folder
 * @param {RegExp} pattern
 * @returns {string[]} the paths of the entries whose names match
 */
function list(folder, pattern) {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names.filter((name) => pattern.test(name)).map((name) => join(folder, name));
}
