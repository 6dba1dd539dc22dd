import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "./paths.mjs";
import { run } from "./run.mjs";

/** The release before this one. Each release notes its commit there. */
const { version, commit } = JSON.parse(readFileSync(join(root, "scripts/lib/last-release.json"), "utf8"));

/**
 * Runs the release before on data of this one, and this one again.
 * @returns {Promise<boolean>} whether nothing was lost
 */
export async function proveDowngrade() {
  if (spawnSync("git", ["cat-file", "-e", `${commit}^{commit}`], { cwd: root }).status !== 0) {
    console.error(`This clone has no commit ${commit}, which is ${version}. Fetch the whole history first.`);
    return false;
  }
  const folder = mkdtempSync(join(tmpdir(), "shardwatch-former-"));
  try {
    const archive = execFileSync("git", ["archive", commit, "packages", "package.json"], {
      cwd: root,
      maxBuffer: 2 ** 28,
    });
    execFileSync("tar", ["-x", "-C", folder], { input: archive });
    linkPackages(folder);
    return (await run("vitest", ["run", "tests/server/downgrade.test.ts"], { FORMER_RELEASE: folder })) === 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Gives the former release its own packages, and those of others that this one has installed.
 * @param {string} folder
 */
function linkPackages(folder) {
  const installed = join(root, "node_modules");
  const own = join(folder, "node_modules", "@shardwatch");
  mkdirSync(own, { recursive: true });
  for (const name of readdirSync(join(folder, "packages")))
    symlinkSync(join(folder, "packages", name), join(own, name));
  for (const name of readdirSync(installed))
    if (name !== "@shardwatch") symlinkSync(join(installed, name), join(folder, "node_modules", name));
}
