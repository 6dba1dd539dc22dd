import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of the project itself, which is never changed. */
export const root = fileURLToPath(new URL("../..", import.meta.url));

/** A copy of the project, linked to its own packages. */
export function copyProject(): string {
  const folder = mkdtempSync(join(tmpdir(), "shardwatch-faults-"));
  const everyFile = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const listed = execFileSync("git", everyFile, { cwd: root }).toString().split("\0");
  for (const path of listed.filter((each) => each !== "" && existsSync(join(root, each))))
    cpSync(join(root, path), join(folder, path));
  const [own, all] = ["node_modules/@shardwatch", "node_modules"];
  mkdirSync(join(folder, own), { recursive: true });
  const link = (path: string) => symlinkSync(join(root, path), join(folder, path));
  for (const entry of readdirSync(join(root, all)))
    if (entry !== "@shardwatch" && !/^\.(vite|cache)/.test(entry)) link(join(all, entry));
  // The history, of which a test takes the release before.
  if (existsSync(join(root, ".git"))) link(".git");
  // SST's own components, where they are installed.
  if (existsSync(join(root, ".sst"))) link(".sst");
  for (const name of readdirSync(join(root, own))) {
    // Links to the project itself would bypass the planted fault.
    symlinkSync(join(folder, "packages", name), join(folder, own, name));
    const nested = join("packages", name, all);
    if (existsSync(join(root, nested))) link(nested);
  }
  return folder;
}
