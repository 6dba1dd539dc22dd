import { spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";

const build = fileURLToPath(new URL("../../packages/server/build.mjs", import.meta.url));

/** The bundle with the embedded database beside it, in a folder of its own. */
export function bundleIn(folder: string): string {
  const file = join(folder, "app", "shardwatch-server.mjs");
  expect(spawnSync(process.execPath, [build, file]).status).toBe(0);
  const packages = join(folder, "app", "node_modules", "@dynoxide");
  mkdirSync(packages, { recursive: true });
  const database = createRequire(import.meta.url).resolve("@dynoxide/linux-x64/package.json");
  symlinkSync(dirname(database), join(packages, "linux-x64"));
  return file;
}
