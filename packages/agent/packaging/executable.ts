import { execFileSync } from "node:child_process";
import { runtime } from "./runtime.ts";
import { ownTarget } from "./targets.ts";
import type { Target } from "./targets.ts";

/**
 * Makes one executable of the bundle and the target's runtime. Files in its working directory (.env,
 * bunfig.toml) do not affect it. One machine makes those of all systems. Node's would need a runtime and a signing tool
 * for each system.
 */
export function buildExecutable(bundle: string, target: Target, file: string): void {
  const own = ownTarget();
  if (!own)
    throw new Error(`Bun has no runtime for ${process.platform}-${process.arch}, so it cannot build here`);
  const args = [
    "build",
    bundle,
    "--compile",
    `--target=${target.target}`,
    `--compile-executable-path=${runtime(target)}`,
    "--no-compile-autoload-dotenv",
    "--no-compile-autoload-bunfig",
    `--outfile=${file}`,
  ];
  execFileSync(runtime(own), args, { stdio: ["ignore", "ignore", "inherit"] });
}
