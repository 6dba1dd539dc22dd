// `npm test`: installs what is missing, then runs every check in order and says which one failed.
// Plain Node without packages: at the first run there are none. `--only <step>` runs one step.
import { mkdirSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { complaint } from "./lib/budget.mjs";
import { chooseEngine, findEngines } from "./lib/engines.mjs";
import { playwrightCounts, vitestCounts } from "./lib/counts.mjs";
import { installPackages } from "./lib/packages.mjs";
import { measureSlowness } from "./lib/slowness.mjs";
import { graphReport, playwrightReport, steps, vitestReport } from "./lib/steps.mjs";
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
 * @param {() => Promise<number>} run
 * @returns {Promise<{ code: number, seconds: number }>} its exit code and how long it took
 */
async function timed(run) {
  const begun = Date.now();
  const code = await run();
  return { code, seconds: (Date.now() - begun) / 1_000 };
}

/**
 * @param {typeof steps} wanted
 * @returns {Promise<{ failed?: string, complaints: string[] }>} the step that failed, and what was too slow
 */
async function runSteps(wanted) {
  const complaints = [];
  const preparing = new Map(wanted.map(({ name, prepare }) => [name, prepare?.()]));
  const early = new Map(wanted.filter((step) => step.early).map(({ name, run }) => [name, timed(run)]));
  let before = measureSlowness();
  for (const { name, run } of wanted) {
    console.log(`\n== ${name}`);
    const unprepared = await preparing.get(name);
    if (unprepared !== undefined) console.error(unprepared);
    if (unprepared !== undefined) return { failed: name, complaints };
    const { code, seconds } = await (early.get(name) ?? timed(run));
    console.log(`== ${name}: ${code === 0 ? "ok" : "FAILED"} (${seconds.toFixed(1)} s)`);
    if (code !== 0) return { failed: name, complaints };
    // What else the machine did is seen from its speed at either end: the slower one counts.
    const after = measureSlowness();
    const said = complaint(name, seconds, Math.max(before, after));
    if (said !== undefined) complaints.push(said);
    before = after;
  }
  return { complaints };
}

/** Prints which engine the tests of the agent start, and which others this machine has. */
function printEngines() {
  const engines = findEngines();
  const chosen = chooseEngine(engines);
  const others = engines.filter((engine) => engine !== chosen).map(({ name }) => name);
  const further =
    others.length > 0 ? `also here, for npm run prove: ${others.join(", ")}` : "no other is here";
  console.log(`Servers of the tests: ${chosen?.name} (${chosen?.server}); ${further}.`);
}

/** @returns {Promise<string | undefined>} the step of the installation that failed */
async function install() {
  if (!(await installPackages())) return "install packages";
  return (await installTools()) ? undefined : "install tools";
}

async function main() {
  const wanted = wantedSteps();
  const missing = await install();
  if (missing !== undefined) return missing;
  const tested = wanted.some(({ name }) => ["unit", "browser", "infra"].includes(name));
  if (tested) printEngines();
  for (const report of [vitestReport, graphReport, playwrightReport]) rmSync(report, { force: true });
  mkdirSync(dirname(vitestReport), { recursive: true });
  const { failed, complaints } = await runSteps(wanted);
  const counts = [vitestCounts(vitestReport), vitestCounts(graphReport), playwrightCounts(playwrightReport)];
  const passed = counts.reduce((sum, count) => sum + count.passed, 0);
  const failures = counts.reduce((sum, count) => sum + count.failed, 0);
  console.log("");
  console.log(`${passed} passed, ${failures} failed`);
  for (const said of complaints) console.error(said);
  if (failed === undefined && failures > 0) return "tests";
  if (failed === undefined && tested && passed === 0) return "no test ran";
  return failed ?? (complaints.length > 0 ? "time" : undefined);
}

const failed = await main();
if (failed !== undefined) {
  console.error(`FAILED at step: ${failed}`);
  process.exitCode = 1;
}
