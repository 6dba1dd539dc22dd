import { execFile } from "node:child_process";
import { promisify } from "node:util";

/**
 * Makes the bundles in dist/functions that infra/lambda.ts names. SST would take those of an earlier day without a
 * word. A process of its own makes them: esbuild cannot be a part of the program that SST bundles.
 */
export async function bundleFunctions(): Promise<void> {
  await promisify(execFile)("node", ["scripts/bundle.mjs"]);
}
