import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { bunVersion } from "./targets.ts";
import type { Target } from "./targets.ts";

const cache = fileURLToPath(new URL("../../../node_modules/.cache/shardwatch-bun/", import.meta.url));

/**
 * The runtime's program, if npm has installed it as an optional package. npm does that only for the machine
 * that it runs on. Undefined otherwise.
 */
export function installedRuntime(target: Target): string | undefined {
  try {
    const file = createRequire(import.meta.url).resolve(`${target.runtime}/package.json`);
    const { version } = JSON.parse(readFileSync(file, "utf8")) as { version?: unknown };
    return version === bunVersion ? join(dirname(file), "bin", program(target)) : undefined;
  } catch {
    return undefined; // not installed
  }
}

/**
 * The runtime's program, fetched from the npm registry if it is not here yet. Throws when the download does
 * not match the pinned digest.
 */
export function runtime(target: Target): string {
  const installed = installedRuntime(target);
  if (installed) return installed;
  const folder = join(cache, `${target.name}-${bunVersion}`);
  const file = join(folder, "package", "bin", program(target));
  if (existsSync(file)) return file;
  const fetched = `${folder}.${process.pid}`;
  rmSync(fetched, { recursive: true, force: true });
  mkdirSync(fetched, { recursive: true });
  try {
    console.log(`fetching ${target.runtime} ${bunVersion} ...`);
    const npm = process.platform === "win32" ? "npm.cmd" : "npm";
    const pack = ["pack", `${target.runtime}@${bunVersion}`, "--silent", "--pack-destination", fetched];
    const options = { encoding: "utf8", shell: process.platform === "win32" } as const;
    const archive = join(fetched, execFileSync(npm, pack, options).trim());
    verify(archive, target.integrity);
    execFileSync("tar", ["-xzf", archive, "-C", fetched]);
    rmSync(archive);
    rmSync(folder, { recursive: true, force: true });
    renameSync(fetched, folder);
  } finally {
    rmSync(fetched, { recursive: true, force: true });
  }
  return file;
}

function program(target: Target): string {
  return target.name.startsWith("windows") ? "bun.exe" : "bun";
}

function verify(archive: string, integrity: string): void {
  const digest = `sha512-${createHash("sha512").update(readFileSync(archive)).digest("base64")}`;
  if (digest !== integrity) throw new Error(`${archive} has another digest than the one pinned: ${digest}`);
}
