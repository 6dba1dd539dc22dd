// `npm test`: installs what is missing, then runs every check in order and says which one failed. `npm run test:all`
// (`--all`) runs the rest. Plain Node without packages: at the first run there are none. `--only <step>` runs one step.
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { chooseEngine, findEngines } from "./lib/engines.mjs";
import { countsOf, failuresOf } from "./lib/reports.mjs";
import { installPackages } from "./lib/packages.mjs";
import { root } from "./lib/paths.mjs";
import { restSteps, steps } from "./lib/steps.mjs";
import { installTools } from "./lib/system-tools.mjs";
import { keepTimes, timesTable } from "./lib/times.mjs";

/** @typedef {import("./lib/steps.mjs").Step} Step */
/** @typedef {import("./lib/times.mjs").Time} Time */

const rest = process.argv.includes("--all");

/** @returns {Step[]} the steps to run */
function wantedSteps() {
  const possible = rest ? restSteps : steps;
  const at = process.argv.indexOf("--only");
  if (at === -1) return possible;
  const name = process.argv[at + 1];
  const found = possible.filter((step) => step.name === name);
  if (found.length > 0) return found;
  throw new Error(`--only needs one of: ${possible.map((step) => step.name).join(", ")}`);
}

/**
 * @template T
 * @param {string} step
 * @param {Time[]} times takes how long it took
 * @param {() => Promise<T>} run
 * @returns {Promise<T>}
 */
async function timed(step, times, run) {
  const begun = performance.now();
  const result = await run();
  times.push({ step, seconds: (performance.now() - begun) / 1_000 });
  return result;
}

/**
 * @param {Step[]} wanted
 * @param {Time[]} times
 * @returns {Promise<string | undefined>} the step that failed
 */
async function runSteps(wanted, times) {
  const preparing = new Map(wanted.map(({ name, prepare }) => [name, prepare?.()]));
  /** @type {(step: Step) => Promise<string | undefined>} */
  const runStep = async ({ name, run }) => {
    const code = await timed(name, times, async () => {
      const unprepared = await preparing.get(name);
      if (unprepared !== undefined) console.error(unprepared);
      return unprepared === undefined ? await run() : 1;
    });
    console.log(`== ${name}: ${code === 0 ? "ok" : "FAILED"}`);
    return code === 0 ? undefined : name;
  };
  const beside = [];
  /** @type {string | undefined} */
  let failed;
  for (const step of wanted) {
    console.log(`\n== ${step.name}`);
    const running = runStep(step);
    if (step.isBeside) beside.push(running);
    else failed = await running;
    if (failed !== undefined) break;
  }
  const besideFailed = await Promise.all(beside);
  return failed ?? besideFailed.find((name) => name !== undefined);
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
  return (await installTools(rest)) ? undefined : "install tools";
}

async function main() {
  const begun = performance.now();
  const wanted = wantedSteps();
  /** @type {Time[]} */
  const times = [];
  const missing = await timed("install", times, install);
  if (missing !== undefined) return missing;
  const reports = wanted.flatMap(({ report }) => report ?? []);
  if (reports.length > 0) printEngines();
  mkdirSync(join(root, "reports"), { recursive: true });
  for (const report of reports) rmSync(report, { force: true });
  const failed = await runSteps(wanted, times);
  const counts = reports.map(countsOf);
  const passed = counts.reduce((sum, count) => sum + count.passed, 0);
  const failures = counts.reduce((sum, count) => sum + count.failed, 0);
  console.log(`\n${timesTable(times, (performance.now() - begun) / 1_000)}`);
  keepTimes(rest ? "times-all" : "times", times);
  // Once more at the end: a long output is often kept only in its last part.
  for (const failure of reports.flatMap(failuresOf).slice(0, 10)) console.log(`\n${failure}`);
  console.log(`\n${passed} passed, ${failures} failed`);
  if (failed !== undefined) return failed;
  if (failures > 0) return "tests";
  const runsTests = wanted.some(({ report, needsSystem }) => report !== undefined && !needsSystem);
  return runsTests && passed === 0 ? "no test ran" : undefined;
}

const failed = await main();
if (failed !== undefined) {
  console.error(`FAILED at step: ${failed}`);
  process.exitCode = 1;
}
