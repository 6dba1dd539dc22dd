// `npm run engines`: fetches servers of other versions from Debian's releases into .engines, for the agent's tests.
// Needs apt-get, dpkg-deb and Debian's keyring, but not root. What a release does not have is left out.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { debianMirrors } from "./lib/apt.mjs";
import { missingDebianTools, unpackRelease } from "./lib/debian.mjs";
import { engineFolder, findEngines } from "./lib/engines.mjs";

/** Later suites depend on packages of the earlier ones. */
const releases = [
  { name: "bullseye", suites: ["bullseye"], packages: ["redis-server"] },
  { name: "bookworm", suites: ["bookworm"], packages: ["redis-server"] },
  { name: "bookworm-backports", suites: ["bookworm", "bookworm-backports"], packages: ["valkey-server"] },
  { name: "trixie", suites: ["trixie"], packages: ["redis-server", "valkey-server"] },
  { name: "sid", suites: ["sid"], packages: ["redis-server", "valkey-server", "redict-server"] },
  { name: "experimental", suites: ["sid", "experimental"], packages: ["redis-server"] },
];

if (process.argv.length > 2) {
  console.error("npm run engines takes no arguments. It downloads 400 MB into .engines.");
  process.exit(2);
}
const lacking = missingDebianTools();
if (lacking.length > 0) {
  console.error(
    `This needs apt, dpkg and the package debian-archive-keyring. Missing: ${lacking.join(", ")}.`,
  );
  process.exit(1);
}
const { main: mirror } = debianMirrors();
let missing = 0;
for (const release of releases) {
  const folder = join(engineFolder, release.name);
  process.stdout.write(`${release.name}: ${release.packages.join(", ")} ... `);
  try {
    unpackRelease(release, mirror, folder);
    console.log("ok");
  } catch (error) {
    missing += 1;
    rmSync(`${folder}.new`, { recursive: true, force: true });
    console.log(`left out: ${error instanceof Error ? error.message.trim().split("\n").at(-1) : error}`);
  }
}
console.log(
  `\nThis machine has:\n${findEngines()
    .map(({ name, server }) => `  ${name}  ${server}\n`)
    .join("")}`,
);
if (missing === releases.length) process.exitCode = 1;
