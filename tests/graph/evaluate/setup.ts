import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildWeb, webIsStale } from "../../../scripts/lib/web-build.mjs";
import { platform, root } from "./platform.ts";

/** Where the evaluated stages are written, for tests to read. */
export const graphFile = join(root, "reports", "graph.json");

/** Evaluates what would be deployed, once for all test files. */
export default async function evaluateOnce(): Promise<void> {
  if (!existsSync(platform))
    throw new Error("SST's components are not installed: node scripts/test.mjs --only infra installs them");
  // The deployment uploads what is built.
  if (webIsStale() && (await buildWeb()) !== 0) throw new Error("The web application could not be built");
  mkdirSync(dirname(graphFile), { recursive: true });
  const main = fileURLToPath(new URL("main.ts", import.meta.url));
  execFileSync(join(root, "node_modules/.bin/node"), [main, graphFile], {
    stdio: ["ignore", "inherit", "inherit"],
  });
}
