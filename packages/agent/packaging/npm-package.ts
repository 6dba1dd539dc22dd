import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readmeBeside } from "./readme.ts";

const agent = fileURLToPath(new URL("..", import.meta.url));
const license = fileURLToPath(new URL("../../../LICENSE", import.meta.url));
const bundleName = "shardwatch-agent.mjs";
const accompanying = ["agent.example.yaml", "THIRD-PARTY-NOTICES.txt"];

/**
 * The manifest of the published package. It has no dependencies, because the bundle holds them, and no scripts, because
 * npm would run them on other people's machines. The workspace is private, so that its sources are never published by
 * mistake. This manifest is not: the archive is what may be published.
 */
function manifest(): object {
  const { name, version } = JSON.parse(readFileSync(join(agent, "package.json"), "utf8")) as {
    name: string;
    version: string;
  };
  return {
    name,
    version,
    description: "Reports Redis and Valkey servers to Shardwatch: it reads INFO, and writes nothing",
    keywords: ["redis", "valkey", "monitoring", "shardwatch"],
    license: "MIT",
    type: "module",
    bin: { "shardwatch-agent": bundleName },
    files: [bundleName, ...accompanying],
    engines: { node: ">=22.2" },
  };
}

/**
 * Makes the archive that npm and npx install. Returns its name.
 * @param bundle the bundled agent
 * @param folder takes the archive; a folder beside it is used in between
 */
export function packForNpm(bundle: string, folder: string): string {
  const content = join(folder, "npm");
  rmSync(content, { recursive: true, force: true });
  mkdirSync(content, { recursive: true });
  try {
    copyFileSync(bundle, join(content, bundleName));
    chmodSync(join(content, bundleName), 0o755);
    for (const file of accompanying) copyFileSync(join(agent, file), join(content, file));
    copyFileSync(license, join(content, "LICENSE"));
    const readme = readFileSync(join(agent, "README.md"), "utf8");
    writeFileSync(join(content, "README.md"), readmeBeside(readme, accompanying));
    writeFileSync(join(content, "package.json"), `${JSON.stringify(manifest(), undefined, 2)}\n`);
    const npm = process.platform === "win32" ? "npm.cmd" : "npm";
    const args = ["pack", "--silent", "--ignore-scripts", "--pack-destination", folder];
    const options = { cwd: content, encoding: "utf8", shell: process.platform === "win32" } as const;
    return execFileSync(npm, args, options).trim();
  } finally {
    rmSync(content, { recursive: true, force: true });
  }
}
