import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { copyProject, root } from "./copy.ts";
import type { Fault } from "./fault.ts";
import { faults } from "./faults.ts";

/*
 * `npm run faults`: plants each known fault into a copy of the project, and runs the tests that have to fail.
 * An unnoticed fault, or one whose place is gone, fails the run. Names choose faults: `npm run faults -- M05
 * M33`. `--list` only checks all places, `--quick` skips the run without faults, `--e2e` adds the faults that
 * only browser tests find. `npm run faults:infra` (`--infra`) plants those of the deployment instead.
 */

/**
 * The time limit for the tests of one fault, in milliseconds. It also finds a fault that makes something wait
 * forever.
 */
const deadline = 300_000;
const flags = process.argv.slice(2).filter((word) => word.startsWith("--"));
const names = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const unknown = [
  ...flags.filter((flag) => !["--list", "--quick", "--e2e", "--infra"].includes(flag)),
  ...names.filter((name) => !faults.some(({ id }) => id === name)),
];
if (unknown.length > 0) {
  console.error(`There is no fault and no flag ${unknown.join(", ")}: tests/planted/main.ts names them`);
  process.exit(2);
}

interface Failure {
  name: string;
  reasons: string[];
}

/** The result of tests; without any passed or failed test, none ran. */
interface Result {
  passed: number;
  failures: Failure[];
}

function runTests(
  folder: string,
  files: readonly string[],
  how: Pick<Fault, "browser" | "title"> = {},
): Result {
  const report = join(folder, "reports/faults.json");
  rmSync(report, { force: true });
  mkdirSync(dirname(report), { recursive: true });
  const run = (command: string, ...args: readonly string[]) => {
    const path = `${join(root, "node_modules/.bin")}${delimiter}${process.env["PATH"]}`;
    const env = { ...process.env, PATH: path, PLAYWRIGHT_JSON_OUTPUT_FILE: report };
    spawnSync(command, args, { cwd: folder, env, timeout: deadline, killSignal: "SIGKILL", stdio: "ignore" });
  };
  const title = how.title === undefined ? [] : [how.browser ? "-g" : "-t", how.title];
  if (!how.browser) {
    run("vitest", "run", ...files, ...title, "--bail=1", "--reporter=json", `--outputFile=${report}`);
    return readVitest(report);
  }
  run("node", "scripts/test.mjs", "--only", "build");
  run("playwright", "test", ...files, ...title, "--reporter=json", "--workers=1", "-x");
  const { expected, unexpected } = (
    read(report) as { stats: { expected: number; unexpected: number } } | undefined
  )?.stats ?? { expected: 0, unexpected: 0 };
  return { passed: expected, failures: unexpected > 0 ? [{ name: files.join(), reasons: [] }] : [] };
}

interface VitestReport {
  numPassedTests: number;
  testResults: {
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
}

function readVitest(report: string): Result {
  const { numPassedTests: passed = 0, testResults = [] } = (read(report) ?? {}) as Partial<VitestReport>;
  const failed = testResults
    .flatMap((suite) => suite.assertionResults)
    .filter(({ status }) => status === "failed");
  return {
    passed,
    failures: failed.map(({ fullName, failureMessages }) => ({ name: fullName, reasons: failureMessages })),
  };
}

/** JSON of a file; undefined when it was not written, because no test ran. */
const read = (path: string): unknown =>
  existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as unknown) : undefined;

/** The parts of a project file around each occurrence of a text; empty for a missing file. */
const partsOf = ({ file, find }: Fault): string[] =>
  existsSync(join(root, file)) ? readFileSync(join(root, file), "utf8").split(find) : [];

/** The problem that prevents planting a fault; undefined when there is none. */
function whyNotPlanted(fault: Fault): string | undefined {
  const { id, file, find, tests } = fault;
  const gone = [file, ...tests].find((path) => !existsSync(join(root, path)));
  if (gone !== undefined) return `${id}: ${gone} is not there`;
  const places = partsOf(fault).length - 1;
  return places === 1 ? undefined : `${id}: ${file} holds the text ${places} times: ${find}`;
}

/** Whether a test noticed the fault. */
function notices(folder: string, fault: Fault): boolean {
  const target = join(folder, fault.file);
  writeFileSync(target, partsOf(fault).join(fault.plant));
  const { passed, failures } = runTests(folder, fault.tests, fault);
  cpSync(join(root, fault.file), target);
  const [first] = failures;
  const word = first ? "noticed" : passed > 0 ? "SURVIVED" : "BROKEN: no test ran";
  const late = first?.reasons.some((reason) => reason.includes("timed out in")) ? " (by a time-out)" : "";
  console.log(`${fault.id} ${word}${late}: ${fault.what}${first ? `\n    ${first.name}` : ""}`);
  return first !== undefined;
}

/** Throws when a test fails without a planted fault: it would fail for every fault. */
function expectNoFailure(folder: string, chosen: readonly Fault[]): void {
  for (const [browser, some] of Map.groupBy(chosen, (fault) => fault.browser)) {
    const files = [...new Set(some.flatMap(({ tests }) => tests))];
    const { failures, passed } = runTests(folder, files, browser ? { browser } : {});
    const [first] = failures;
    if (first || passed === 0) throw new Error(`fails without a fault: ${first?.name ?? files.join()}`);
  }
}

const twice = faults.map(({ id }) => id).filter((id, index, ids) => ids.indexOf(id) < index);
if (twice.length > 0) throw new Error(`These names stand for two faults each: ${twice.join(", ")}`);
const misplaced = faults.flatMap((fault) => whyNotPlanted(fault) ?? []);
if (misplaced.length > 0) throw new Error(misplaced.join("\n"));
const chosen = faults.filter(({ id, browser, graph }) =>
  names.length > 0
    ? names.includes(id)
    : (graph === true) === flags.includes("--infra") && (!browser || flags.includes("--e2e")),
);
if (!flags.includes("--list")) {
  const folder = copyProject();
  try {
    if (!flags.includes("--quick")) expectNoFailure(folder, chosen);
    const noticed = chosen.filter((fault) => notices(folder, fault)).length;
    console.log(`${noticed} of ${chosen.length} faults were noticed`);
    if (noticed < chosen.length) process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
