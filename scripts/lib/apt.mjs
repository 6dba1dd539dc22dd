import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fetched } from "./unreachable.mjs";

/** Keys with which apt verifies the index of a release. The index has the hash of each package. */
export const keyring = "/usr/share/keyrings/debian-archive-keyring.gpg";
const quarterHour = 900_000;

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {string} [cwd]
 * @returns {string} its output
 */
export function output(command, args, cwd) {
  return execFileSync(command, args, {
    encoding: "utf8",
    timeout: quarterHour,
    stdio: ["ignore", "pipe", "pipe"],
    cwd,
  });
}

/**
 * The mirrors that this machine's apt uses for Debian and for its security updates, else the public ones.
 * @returns {{ main: string, security: string }}
 */
export function debianMirrors() {
  const format = "$(ORIGIN) $(LABEL) $(REPO_URI)";
  const targets = output("apt-get", ["indextargets", "--format", format, "Created-By: Packages"]);
  const main = /^Debian Debian (\S+)$/m.exec(targets)?.[1];
  const security = /^Debian Debian-Security (\S+)$/m.exec(targets)?.[1];
  return {
    main: main ?? "http://deb.debian.org/debian",
    security: security ?? "http://deb.debian.org/debian-security",
  };
}

/** @param {string} mirror @param {string} suite */
export const source = (mirror, suite) => `deb [signed-by=${keyring}] ${mirror} ${suite} main\n`;

/**
 * An apt that works in a folder of its own: the machine's packages and settings stay as they are.
 * @param {string} folder
 * @param {readonly string[]} sources lines of sources.list
 * @param {string} [architecture] as Debian names it; this machine's unless given
 * @returns {(args: readonly string[], cwd?: string) => string} runs apt-get; throws Unreachable
 */
export function aptIn(folder, sources, architecture) {
  for (const part of ["lists/partial", "archives/partial"])
    mkdirSync(join(folder, part), { recursive: true });
  writeFileSync(join(folder, "sources.list"), sources.join(""));
  writeFileSync(join(folder, "status"), "");
  const options = Object.entries({
    "Dir::State": folder,
    "Dir::State::status": join(folder, "status"),
    "Dir::Cache": folder,
    "Dir::Etc::SourceList": join(folder, "sources.list"),
    "Dir::Etc::SourceParts": "/dev/null",
    "Dir::Etc::Preferences": "/dev/null",
    "Dir::Etc::PreferencesParts": "/dev/null",
    "Acquire::Languages": "none",
    // A machine may allow these for repositories of its own.
    "Acquire::AllowInsecureRepositories": "false",
    "Acquire::AllowWeakRepositories": "false",
    "Acquire::AllowDowngradeToInsecureRepositories": "false",
    "APT::Get::AllowUnauthenticated": "false",
    "APT::Sandbox::User": "root",
    "Debug::NoLocking": "1",
    ...(architecture && { "APT::Architecture": architecture, "APT::Architectures": architecture }),
  }).flatMap(([name, value]) => ["-o", `${name}=${value}`]);
  return (args, cwd) =>
    fetched("Debian's packages", () => output("apt-get", [...options, "-qq", ...args], cwd));
}
