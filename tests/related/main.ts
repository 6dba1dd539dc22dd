import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { root } from "../architecture/files.ts";
import { allImports } from "../architecture/imports.ts";
import { measure } from "./measure.ts";
import { fitting, nearest } from "./nearest.ts";

/*
 * `npm run test:related`: the tests of what changed since origin/main, committed or not, in about half a minute. Those
 * that reach a change by the fewest imports run first. How many are left to `npm test` is printed. Browser tests run
 * when they changed themselves. `-- <commit>` compares with another commit, `-- <file> ...` takes files for changed.
 * `-- --measure 7` takes twenty files for changed, one at a time, drawn by the seed 7, and prints the times.
 */
const [word, seed = "1"] = process.argv.slice(2);
if (word === "--measure") {
  measure(Number(seed));
  process.exit();
}

/** What the unit tests may take, in seconds of a core: there are two of them. */
const most = 30;
/** What a file takes that no report knows. */
const usual = (path: string) => (path.startsWith("packages/") ? 0.4 : 1.5);

const git = (...args: string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();

function changedFiles(): string[] {
  const given = process.argv.slice(2);
  const files = given.map((path) => relative(root, path)).filter((path) => existsSync(join(root, path)));
  if (given.length > 0 && files.length === given.length) return files;
  const base = git("merge-base", "HEAD", given[0] ?? "origin/main");
  return [git("diff", "--name-only", base), git("ls-files", "--others", "--exclude-standard")]
    .flatMap((names) => names.split("\n"))
    .filter((name) => name !== "" && existsSync(join(root, name)));
}

/** The seconds of each test file in the last `npm test`, from its report. */
function formerSeconds(): Map<string, number> {
  const file = join(root, "reports/vitest-unit.json");
  if (!existsSync(file)) return new Map();
  const { testResults } = JSON.parse(readFileSync(file, "utf8")) as {
    testResults: { name: string; startTime: number; endTime: number }[];
  };
  const seconds = testResults.map(
    ({ name, startTime, endTime }) => [relative(root, name), (endTime - startTime) / 1_000] as const,
  );
  return new Map(seconds);
}

/** @returns whether the command ended well */
const run = (command: string, ...args: string[]): boolean =>
  spawnSync(command, args, { cwd: root, stdio: "inherit" }).status === 0;

const isBrowserTest = (path: string) => /^tests\/e2e\/.*\.test\.ts$/.test(path);
const isUnitTest = (path: string) => /\.test\.(tsx?|mjs)$/.test(path) && !/^tests\/(e2e|graph)\//.test(path);

const changed = changedFiles();
const edges = allImports();
const near = nearest(edges, changed).filter(
  (path) => isUnitTest(path) && (changed.includes(path) || !path.includes(".all.test.")),
);
// Tests of the repository itself read files instead of importing them. They are near to every change, and quick.
const ofRepository = new Set(
  edges.map(({ from }) => from).filter((path) => path.startsWith("tests/architecture/") && isUnitTest(path)),
);
const own = near.filter((path) => changed.includes(path));
const tests = [...new Set([...own, ...ofRepository, ...near])];
const former = formerSeconds();
const { now, later } = fitting(tests, (path) => former.get(path) ?? usual(path), most);
const browserTests = changed.filter(isBrowserTest);

const passed =
  changed.length === 0 ||
  (run("vitest", "run", "--project=unit", "--project=all", ...now) &&
    (browserTests.length === 0 ||
      (run("node", "scripts/test.mjs", "--only", "build") && run("playwright", "test", ...browserTests))));
console.log(`\n${changed.length} files changed. The ${now.length} nearest test files ran.`);
if (later.length > 0) console.log(`${later.length} more reach the change: npm test runs them.`);
if (changed.some((path) => path.startsWith("packages/web/") && !isUnitTest(path)))
  console.log("The pages changed: run their browser tests by npm run test:e2e -- <page>.");
process.exitCode = passed ? 0 : 1;
