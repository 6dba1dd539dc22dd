// Builds the package for npm alone: `npm run pack-npm -w @shardwatch/agent`. Nothing is published.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { packForNpm } from "./npm-package.ts";

const release = fileURLToPath(new URL("../../../dist/agent", import.meta.url));
execFileSync(process.execPath, [fileURLToPath(new URL("../build.mjs", import.meta.url))], {
  stdio: "inherit",
});
console.log(`dist/agent/${packForNpm(join(release, "shardwatch-agent.mjs"), release)}`);
