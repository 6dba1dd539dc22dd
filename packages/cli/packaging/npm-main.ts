// Builds the package for npm: `npm run pack-npm -w @shardwatch/cli`. Nothing is published.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { packForNpm } from "./npm-package.ts";

const release = fileURLToPath(new URL("../../../dist/cli", import.meta.url));
const build = fileURLToPath(new URL("../build.mjs", import.meta.url));
execFileSync(process.execPath, [build], { stdio: "inherit" });
console.log(`dist/cli/${packForNpm(join(release, "shardwatch.cjs"), release)}`);
