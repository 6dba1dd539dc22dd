import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { root } from "./copy.ts";
import { type Chosen, playwrightArguments, type Tier, vitestArguments } from "./tiers.ts";

/** The time limit for the tests of one fault, in milliseconds: a fault can make something wait forever. */
const deadline = 300_000;

interface Failure {
  name: string;
  reasons: string[];
}

/** The result of tests; without any passed or failed test, none ran. */
export interface Result {
  passed: number;
  failures: Failure[];
  /** Whether they were ended at the time limit. */
  isStuck: boolean;
}

const nothing: Result = { passed: 0, failures: [], isStuck: false };

/**
 * Runs the tests of one tier in a copy of the project until one fails.
 * @param workers how many files run at a time
 */
export async function runTests(folder: string, chosen: Chosen, tier: Tier, workers: number): Promise<Result> {
  const report = join(folder, "reports/faults.json");
  rmSync(report, { force: true });
  mkdirSync(dirname(report), { recursive: true });
  if (!chosen.browser) {
    const args = vitestArguments(chosen, tier);
    if (args === undefined) return nothing;
    const how = ["--bail=1", `--maxWorkers=${workers}`, "--reporter=json", `--outputFile=${report}`];
    const isStuck = await run(folder, "vitest", [...args, ...how]);
    return { ...readVitest(report), isStuck };
  }
  // The second tier finds the application that was built for the first one.
  if (tier === "first") await run(folder, "node", ["scripts/test.mjs", "--only", "build"]);
  const args = [...playwrightArguments(chosen, tier), "--reporter=json", `--workers=${workers}`, "-x"];
  const isStuck = await run(folder, "playwright", args, { PLAYWRIGHT_JSON_OUTPUT_FILE: report });
  return { ...readPlaywright(report, chosen), isStuck };
}

/** Runs a command to its end, or to the time limit. Returns whether the limit ended it. */
async function run(folder: string, command: string, args: readonly string[], more = {}): Promise<boolean> {
  const path = `${join(root, "node_modules/.bin")}${delimiter}${process.env["PATH"]}`;
  const env = { ...process.env, PATH: path, ...more };
  // A group of its own: a worker in an endless loop does not notice that its parent has ended.
  const child = spawn(command, args, { cwd: folder, env, stdio: "ignore", detached: true });
  let isStuck = false;
  const limit = setTimeout(() => {
    isStuck = true;
    if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
  }, deadline);
  await new Promise<void>((resolve) => child.once("error", () => resolve()).once("exit", () => resolve()));
  clearTimeout(limit);
  return isStuck;
}

interface VitestReport {
  numPassedTests: number;
  testResults: {
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
}

function readVitest(report: string): Pick<Result, "passed" | "failures"> {
  const { numPassedTests: passed = 0, testResults = [] } = (read(report) ?? {}) as Partial<VitestReport>;
  const failed = testResults
    .flatMap((suite) => suite.assertionResults)
    .filter(({ status }) => status === "failed");
  return {
    passed,
    failures: failed.map(({ fullName, failureMessages }) => ({ name: fullName, reasons: failureMessages })),
  };
}

function readPlaywright(report: string, { tests }: Chosen): Pick<Result, "passed" | "failures"> {
  const { stats } = (read(report) ?? {}) as { stats?: { expected: number; unexpected: number } };
  const { expected = 0, unexpected = 0 } = stats ?? {};
  return { passed: expected, failures: unexpected > 0 ? [{ name: tests.join(), reasons: [] }] : [] };
}

/** JSON of a file; undefined when it was not written, because no test ran. */
const read = (path: string): unknown =>
  existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as unknown) : undefined;
