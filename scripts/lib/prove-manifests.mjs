import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { debianMirrors } from "./apt.mjs";
import { missingDebianTools, unpackRelease } from "./debian.mjs";
import { root } from "./paths.mjs";
import { run } from "./run.mjs";

/** The first release whose kubectl patches a manifest as ours need it. That of Debian 12 is older. */
const oldest = "1.29";

const folder = join(root, "node_modules/.cache/shardwatch-kubectl");
const fetched = join(folder, "bin", "kubectl");

/** @returns {string | undefined} the machine's own kubectl, else that of Debian 13, unpacked beside the system */
function findKubectl() {
  if (isNewEnough("kubectl")) return "kubectl";
  if (existsSync(fetched)) return fetched;
  const lacking = missingDebianTools();
  if (lacking.length > 0) {
    console.error(`Install kubectl ${oldest} or newer, or ${lacking.join(" and ")} to fetch it from Debian.`);
    return undefined;
  }
  const release = {
    name: "kubectl",
    suites: ["trixie"],
    packages: ["kubectl"],
    needed: /^(libc6|kubectl)_/,
    programs: /^kubectl$/,
  };
  console.log("fetching kubectl ...");
  unpackRelease(release, debianMirrors().main, folder);
  return fetched;
}

/** @param {string} kubectl */
function isNewEnough(kubectl) {
  const { stdout } = spawnSync(kubectl, ["version", "--client"], { encoding: "utf8", timeout: 60_000 });
  const version = /v(\d+\.\d+)/.exec(stdout ?? "")?.[1];
  return version !== undefined && version.localeCompare(oldest, "en", { numeric: true }) >= 0;
}

/**
 * Compares the manifests with what kubectl makes of them.
 * @returns {Promise<boolean>} whether they are the same
 */
export async function proveManifests() {
  const kubectl = findKubectl();
  if (kubectl === undefined) return false;
  const args = ["run", "--project=proof", "--reporter=verbose", "tests/deploy/kustomize.proof.ts"];
  return (await run("vitest", args, { SHARDWATCH_KUBECTL: kubectl })) === 0;
}
