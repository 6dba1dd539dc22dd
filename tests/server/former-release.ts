import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The release before this one. Each release notes its commit there. */
const { version, commit } = JSON.parse(readFileSync(join(root, "scripts/lib/last-release.json"), "utf8")) as {
  version: string;
  commit: string;
};

/** Whether this clone has the release before. If not, it says in a line what is not proven. */
export function hasFormerRelease(): boolean {
  const isThere = spawnSync("git", ["cat-file", "-e", `${commit}^{commit}`], { cwd: root }).status === 0;
  if (!isThere)
    console.warn(
      `NOT PROVEN: a downgrade to ${version} (SLF07), because this clone has no commit ${commit}. Run git fetch --unshallow.`,
    );
  return isThere;
}

/** The files of the release before, in a folder that is removed at the end of the test. */
export function formerRelease(): string {
  const folder = mkdtempSync(join(tmpdir(), "shardwatch-former-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const archive = execFileSync("git", ["archive", commit, "packages", "package.json"], {
    cwd: root,
    maxBuffer: 2 ** 28,
  });
  execFileSync("tar", ["-x", "-C", folder], { input: archive });
  linkPackages(folder);
  return folder;
}

/** Gives the former release its own packages, and those of others that this one has installed. */
function linkPackages(folder: string): void {
  const installed = join(root, "node_modules");
  const own = join(folder, "node_modules", "@shardwatch");
  mkdirSync(own, { recursive: true });
  for (const name of readdirSync(join(folder, "packages")))
    symlinkSync(join(folder, "packages", name), join(own, name));
  for (const name of readdirSync(installed))
    if (name !== "@shardwatch") symlinkSync(join(installed, name), join(folder, "node_modules", name));
}
