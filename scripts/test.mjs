// `npm test`: installs what is missing, then runs every check in order and says which one failed.
// Plain Node without packages: at the first run there are none. `--only <step>` runs one step.
import { mkdirSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { playwrightCounts, vitestCounts } from "./lib/counts.mjs";
import { installPackages } from "./lib/packages.mjs";
import { playwrightReport, steps, vitestReport } from "./lib/steps.mjs";
import { installTools } from "./lib/system-tools.mjs";

/** @returns {typeof steps} the steps to run */
function wantedSteps() {
  const at = process.argv.indexOf("--only");
  if (at === -1) return steps;
  const name = process.argv[at + 1];
  const found = steps.filter((step) => step.name === name);
  if (found.length > 0) return found;
  throw new Error(`--only needs one of: ${steps.map((step) => step.name).join(", ")}`);
}

/**
 * @param {typeof steps} wanted
 * @returns {Promise<string | undefined>} the name of the step that failed
 */
async function runSteps(wanted) {
  for (const step of wanted) {
    console.log(`\n== ${step.name}`);
    const begun = Date.now();
    const code = await step.run();
    const seconds = ((Date.now() - begun) / 1_000).toFixed(1);
    console.log(`== ${step.name}: ${code === 0 ? "ok" : "FAILED"} (${seconds} s)`);
    if (code !== 0) return step.name;
  }
  return undefined;
}

async function main() {
  const wanted = wantedSteps();
  if (!(await installPackages())) return "install packages";
  if (!(await installTools())) return "install tools";
  for (const report of [vitestReport, playwrightReport]) rmSync(report, { force: true });
  mkdirSync(dirname(vitestReport), { recursive: true });
  const failed = await runSteps(wanted);
  const counts = [vitestCounts(vitestReport), playwrightCounts(playwrightReport)];
  const passed = counts.reduce((sum, count) => sum + count.passed, 0);
  const failures = counts.reduce((sum, count) => sum + count.failed, 0);
  const tested = wanted.some(({ name }) => name === "unit" || name === "browser");
  console.log("");
  console.log(`${passed} passed, ${failures} failed`);
  if (failed === undefined && failures > 0) return "tests";
  return failed ?? (tested && passed === 0 ? "no test ran" : undefined);
}

const failed = await main();
if (failed !== undefined) {
  console.error(`FAILED at step: ${failed}`);
  process.exitCode = 1;
}
