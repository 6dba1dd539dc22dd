import { join } from "node:path";
import { root } from "./paths.mjs";
import { proveImages } from "./prove-images.mjs";
import { run, runSideBySide } from "./run.mjs";
import { installSst } from "./sst.mjs";
import { buildWeb } from "./web-build.mjs";

/**
 * A step of `npm test` or `npm run test:all`. What `prepare` installs starts with the first step; it says why it could
 * not. With `isBeside` it runs beside the steps that follow, as it keeps one core busy, and prints its output at its end.
 * `report` is the JSON report of the tests that the step runs; with `needsSystem` it may run none.
 * @typedef {{
 *   name: string,
 *   run: () => Promise<number>,
 *   prepare?: () => Promise<string | undefined>,
 *   isBeside?: true,
 *   report?: string,
 *   needsSystem?: true,
 * }} Step
 */

/** @param {string} name */
const reportFile = (name) => join(root, "reports", `${name}.json`);

/**
 * Runs commands one after the other until one fails.
 * @param {...readonly [string, ...string[]]} commands
 * @returns {() => Promise<number>}
 */
function all(...commands) {
  return async () => {
    for (const [command, ...args] of commands) {
      const code = await run(command, args);
      if (code !== 0) return code;
    }
    return 0;
  };
}

/** @param {string} report */
const reporters = (report) => ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];

/**
 * Vitest with its report.
 * @param {string} project of vitest.config.ts
 * @param {string} report
 * @returns {[string, ...string[]]}
 */
const vitest = (project, report) => ["vitest", "run", `--project=${project}`, ...reporters(report)];

/**
 * Playwright with its report.
 * @param {string} report
 * @param {...string} which options that choose tests
 */
const playwright =
  (report, ...which) =>
  async () => {
    const environment = { PLAYWRIGHT_JSON_OUTPUT_FILE: report };
    const code = await run("playwright", ["test", "--reporter=list,json", ...which], environment);
    if (code !== 0)
      console.error(
        "test-results/ has a screenshot and the text of each page that a test failed on. To follow one test step by step: " +
          "npx playwright test <file>:<line> --trace on, then npx playwright show-trace test-results/<test>/trace.zip",
      );
    return code;
  };

/** @type {(name: string, project: string) => Step} */
const vitestStep = (name, project) => {
  const report = reportFile(`vitest-${name}`);
  return { name, run: all(vitest(project, report)), report };
};

const sdkReport = reportFile("vitest-sdk");

/**
 * The contract once more with the client of the database that the functions in AWS have.
 * @type {Step}
 */
const sdkStep = {
  name: "sdk",
  async run() {
    const [command, ...args] = vitest("unit", sdkReport);
    return await run(command, [...args, "tests/contract", "tests/isolation"], { TABLE_CLIENT: "sdk" });
  },
  report: sdkReport,
};

/** @type {(name: string, ...which: string[]) => Step} */
const browserStep = (name, ...which) => {
  const report = reportFile(`playwright-${name}`);
  return { name, run: playwright(report, ...which), report };
};

const imagesReport = reportFile("vitest-images");

/** @type {Step} */
const imagesStep = {
  name: "images",
  run: async () => await proveImages(reporters(imagesReport)),
  report: imagesReport,
  needsSystem: true,
};

/**
 * One checker for all files: several work out the types of the API's routes once each, and take twice as long.
 * @param {string} project
 * @returns {[string, ...string[]]}
 */
const types = (project) => ["tsc", "-p", project, "--checkers", "1"];

const graphReport = reportFile("vitest-infra");

/**
 * The steps of `npm test`.
 * @type {Step[]}
 */
export const steps = [
  { name: "build", run: buildWeb },
  {
    name: "infra",
    run: () => runSideBySide(types("tsconfig.infra.json"), vitest("graph", graphReport)),
    prepare: installSst,
    isBeside: true,
    report: graphReport,
  },
  {
    name: "types",
    run: () => runSideBySide(types("tsconfig.json"), types("packages/web/tsconfig.json")),
  },
  {
    name: "lint",
    run: () =>
      runSideBySide(
        ["oxlint", "--type-aware"],
        ["knip", "--no-progress"],
        ["node", "scripts/plain-english.mjs", "--check"],
        ["oxfmt", "--check", "."],
      ),
  },
  vitestStep("unit", "unit"),
  browserStep("browser", "--grep-invert=@all"),
];

/**
 * The steps of `npm run test:all`, which has the rest.
 * @type {Step[]}
 */
export const restSteps = [
  vitestStep("unit-all", "all"),
  sdkStep,
  { name: "build", run: buildWeb },
  browserStep("browser-all", "--grep=@all"),
  imagesStep,
];
