import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { debianMirrors } from "./apt.mjs";
import { missingDebianTools, unpackRelease } from "./debian.mjs";
import { root } from "./paths.mjs";
import { run } from "./run.mjs";
import { Unreachable } from "./unreachable.mjs";

/** Git ignores it. */
const folder = join(root, ".providers", "bookworm");

/** What has been unpacked: another list of packages is fetched anew. */
const note = join(folder, "packages");

/**
 * LemonLDAP::NG 2.16 and Glewlwyd 2.7. The portal's package does not depend on the last three modules, but its OpenID
 * Connect needs them.
 */
const release = {
  name: "OpenID providers",
  suites: ["bookworm"],
  packages: [
    "glewlwyd",
    "liblemonldap-ng-portal-perl",
    "libplack-perl",
    "libcrypt-openssl-bignum-perl",
    "libio-string-perl",
    "libstring-random-perl",
  ],
  needed: /^(glewlwyd|lemonldap|lib|perl|zlib1g)/,
  programs: /^(glewlwyd|perl)$/,
};

/** @returns {boolean} whether the programs are there; without them it has said what is missing */
function fetchProviders() {
  const wanted = `${release.suites.at(-1)}: ${release.packages.join(" ")}\n`;
  if (existsSync(note) && readFileSync(note, "utf8") === wanted) return true;
  const lacking = missingDebianTools();
  if (lacking.length > 0) {
    console.error(`Install ${lacking.join(" and ")} to fetch LemonLDAP::NG and Glewlwyd from Debian 12.`);
    return false;
  }
  console.log("fetching LemonLDAP::NG and Glewlwyd ...");
  try {
    unpackRelease(release, debianMirrors().main, folder);
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    console.error(`LemonLDAP::NG and Glewlwyd: ${error.message}`);
    return false;
  }
  writeFileSync(note, wanted);
  return true;
}

/**
 * Has people sign in at real OpenID providers of others.
 * @returns {Promise<boolean>} whether all can
 */
export async function proveProviders() {
  if (!fetchProviders()) return false;
  const args = ["run", "--project=proof", "--reporter=verbose", "tests/providers"];
  return (await run("vitest", args, { SHARDWATCH_PROVIDERS: folder })) === 0;
}
