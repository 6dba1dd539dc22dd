import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import packageJson from "../package.json" with { type: "json" };
import { commandLinePage } from "./page.ts";

const license = fileURLToPath(new URL("../../../LICENSE", import.meta.url));
const bundleName = "shardwatch.cjs";

/**
 * The manifest of the package for npm. It has no dependencies and no scripts, because the bundle needs none. The workspace is
 * private, so that its sources are never published by mistake.
 */
const manifest = {
  name: packageJson.name,
  version: packageJson.version,
  description: "Asks a Shardwatch server about your Redis and Valkey deployments",
  keywords: ["redis", "valkey", "monitoring", "shardwatch"],
  license: "MIT",
  type: "module",
  bin: { shardwatch: bundleName },
  files: [bundleName],
  engines: { node: ">=20.19" },
};

/** The page of the documentation, without links to pages that are not beside it. */
const readme = (): string => commandLinePage().replaceAll(/\[([^\]]+)\]\([^)]*\)/g, "$1");

/**
 * Makes the archive that npm and npx install. Returns its name.
 * @param bundle the bundled command line
 * @param folder takes the archive; a folder in it is used in between
 */
export function packForNpm(bundle: string, folder: string): string {
  const content = join(folder, "npm");
  rmSync(content, { recursive: true, force: true });
  mkdirSync(content, { recursive: true });
  try {
    copyFileSync(bundle, join(content, bundleName));
    chmodSync(join(content, bundleName), 0o755);
    copyFileSync(license, join(content, "LICENSE"));
    writeFileSync(join(content, "README.md"), readme());
    writeFileSync(join(content, "package.json"), `${JSON.stringify(manifest, undefined, 2)}\n`);
    const args = ["pack", "--silent", "--ignore-scripts", "--pack-destination", folder];
    return execFileSync("npm", args, { cwd: content, encoding: "utf8" }).trim();
  } finally {
    rmSync(content, { recursive: true, force: true });
  }
}
