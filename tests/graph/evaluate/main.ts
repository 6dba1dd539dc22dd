import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { bundleFolder } from "../../../scripts/lib/bundle.mjs";
import { bundleProgram } from "./bundle.ts";
import { cases } from "./cases.ts";
import { startCommandLine } from "./command-line.ts";
import { platform, root } from "./platform.ts";
import { type Evaluation, evaluate } from "./program.ts";

/*
 * Evaluates sst.config.ts with SST's own components, and with mocks in AWS's place. Writes what would be deployed
 * into the file that it is given, as JSON.
 */

/** An evaluation takes seconds, but waits without end for a value that never comes. */
const deadlineMs = 240_000;

const [target = ""] = process.argv.slice(2);
const bundle = join(platform, `evaluated-${process.pid}.mjs`);
const work = mkdtempSync(join(tmpdir(), "shardwatch-graph-"));

// scripts/build-site.mjs writes it beside the built application; the command does not run here.
const config = join(root, "packages", "web", "dist", "config.json");
writeFileSync(config, "{}");

process.on("exit", () => {
  for (const file of [bundle, config]) rmSync(file, { force: true });
  rmSync(work, { recursive: true, force: true });
});
setTimeout(() => {
  console.error(`The evaluation of sst.config.ts did not end within ${deadlineMs / 1_000} s`);
  process.exit(1);
}, deadlineMs).unref();

/** A `node` for the program that makes the bundles for the first stage. Each stage would make the same ones again. */
function nodeOfFirstStage(): string {
  const [folder, done] = [join(work, "bin"), join(work, "bundled")];
  mkdirSync(folder);
  const script = `#!/bin/sh\n[ -e "${done}" ] || { "${process.execPath}" "$@" && touch "${done}"; }\n`;
  writeFileSync(join(folder, "node"), script, { mode: 0o755 });
  return folder;
}

const { PATH, HOME } = process.env;
const address = await startCommandLine();
const path = [nodeOfFirstStage(), PATH].join(delimiter);
const environment = { PATH: path, HOME, SST_SERVER: address, SST_AWS_REGION: "eu-central-1" };
// Bundles of an earlier day must not hide that the program does not make its own.
rmSync(bundleFolder, { recursive: true, force: true });
await bundleProgram(bundle);
const evaluated: Record<string, Evaluation> = {};
for (const [name, each] of Object.entries(cases))
  evaluated[name] = await evaluate({ bundle, work, environment }, each);
writeFileSync(target, JSON.stringify(evaluated));
// What takes the command line's place still listens.
process.exit(0);
