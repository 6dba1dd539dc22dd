import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./paths.mjs";
import { run } from "./run.mjs";

const sums = () => readFileSync(join(root, "dist/images/SHA256SUMS"), "utf8");

/** @returns {Promise<boolean>} whether two builds give the same images */
export async function proveReproducible() {
  if ((await run("node", ["scripts/image.mjs"])) !== 0) return false;
  const first = sums();
  if ((await run("node", ["scripts/image.mjs"])) !== 0) return false;
  const isSame = sums() === first;
  console.log(isSame ? "Two builds gave the same images." : `Two builds differ:\n${first}\n${sums()}`);
  return isSame;
}
