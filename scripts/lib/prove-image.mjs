import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { findTools } from "../image/tools.mjs";
import { root } from "./paths.mjs";
import { run } from "./run.mjs";

const sums = () => readFileSync(join(root, "dist/images/SHA256SUMS"), "utf8");

/** @returns {Promise<boolean>} whether two builds give the same images */
async function isReproducible() {
  if ((await run("node", ["scripts/image.mjs"])) !== 0) return false;
  const first = sums();
  if ((await run("node", ["scripts/image.mjs"])) !== 0) return false;
  const isSame = sums() === first;
  console.log(isSame ? "Two builds gave the same images." : `Two builds differ:\n${first}\n${sums()}`);
  return isSame;
}

/**
 * Builds the images, runs them, and compares the manifests with what kubectl makes of them.
 * @returns {Promise<boolean>} whether all of it holds
 */
export async function proveImage() {
  const { umoci, runc } = findTools();
  if (spawnSync("kubectl", ["version", "--client"]).error !== undefined) {
    console.error("Install kubectl 1.29 or newer.");
    return false;
  }
  if (process.getuid?.() !== 0) {
    console.error("runc needs root here.");
    return false;
  }
  if (!(await isReproducible())) return false;
  const tools = { SHARDWATCH_UMOCI: umoci, SHARDWATCH_RUNC: runc };
  return (await run("vitest", ["run", "--project", "proof", "--reporter", "verbose"], tools)) === 0;
}
