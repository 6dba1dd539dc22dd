import { join } from "node:path";
import { root } from "./paths.mjs";
import { run } from "./run.mjs";
import { installSst } from "./sst.mjs";
import { buildWeb } from "./web-build.mjs";

export const vitestReport = join(root, "reports/vitest.json");
export const graphReport = join(root, "reports/vitest-graph.json");
export const playwrightReport = join(root, "reports/playwright.json");

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

/**
 * Vitest with its report.
 * @param {string} project of vitest.config.ts
 * @param {string} report
 * @returns {[string, ...string[]]}
 */
const vitest = (project, report) => [
  "vitest",
  "run",
  "--project",
  project,
  "--reporter=default",
  "--reporter=json",
  `--outputFile.json=${report}`,
];

/**
 * `early` steps start with the first one and need one core only: their result is taken when it is their turn. What
 * `prepare` installs starts with the first step too; it says why it could not.
 * @type {{ name: string, run: () => Promise<number>, early?: true, prepare?: () => Promise<string | undefined> }[]}
 */
export const steps = [
  { name: "types", run: all(["tsc", "-p", "tsconfig.json"], ["tsc", "-p", "packages/web/tsconfig.json"]) },
  {
    name: "lint",
    run: all(
      ["oxlint", "--type-aware"],
      ["knip", "--no-progress"],
      ["node", "scripts/plain-english.mjs", "--check"],
    ),
  },
  { name: "format", run: all(["prettier", "--check", "--log-level", "warn", "."]), early: true },
  { name: "unit", run: all(vitest("unit", vitestReport)) },
  { name: "build", run: buildWeb },
  { name: "browser", run: runBrowserTests },
  {
    name: "infra",
    run: all(["tsc", "-p", "tsconfig.infra.json"], vitest("graph", graphReport)),
    prepare: installSst,
  },
];

async function runBrowserTests() {
  const environment = { PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport };
  const code = await run("playwright", ["test", "--reporter=list,json"], environment);
  if (code !== 0)
    console.error(
      "test-results/ has a screenshot and the text of each page that a test failed on. To follow one test step by step: " +
        "npx playwright test <file>:<line> --trace on, then npx playwright show-trace test-results/<test>/trace.zip",
    );
  return code;
}
