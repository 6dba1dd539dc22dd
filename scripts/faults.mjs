// `npm run faults`: plants one known fault after the other into a copy of the project, and runs the tests that have to
// notice it. A fault that no test notices, or whose place is gone, fails the run. Names choose: `npm run faults -- M05 M33`;
// `--list` checks the places only, `--quick` leaves out the run without faults, `--e2e` plants those that only a browser
// notices, too.
import { execFileSync, spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { faults } from "../tests/planted/faults.ts";
import { root, toolEnvironment } from "./lib/paths.mjs";

/** For the tests of one fault, in milliseconds: one that makes something wait for ever is noticed by that. */
const deadline = 300_000;
const flags = process.argv.slice(2).filter((word) => word.startsWith("--"));
const names = process.argv.slice(2).filter((word) => !word.startsWith("--"));

/** @typedef {import("../tests/planted/fault.ts").Fault} Fault */
/** @typedef {{ name: string, reasons: string[] }} Failure */

/** @returns {string} a copy of the project with its own packages linked into it */
function copyProject() {
  const folder = mkdtempSync(join(tmpdir(), "shardwatch-faults-"));
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
  });
  for (const path of listed.toString().split("\0").filter(Boolean))
    cpSync(join(root, path), join(folder, path), { force: true });
  const [own, all] = ["node_modules/@shardwatch", "node_modules"];
  mkdirSync(join(folder, own), { recursive: true });
  for (const entry of readdirSync(join(root, all)))
    if (entry !== "@shardwatch" && !/^\.(vite|cache|vitest)/.test(entry))
      symlinkSync(join(root, all, entry), join(folder, all, entry));
  // Linked to the project itself they would lead past the planted fault.
  for (const name of readdirSync(join(root, own))) {
    symlinkSync(join(folder, "packages", name), join(folder, own, name));
    const nested = join("packages", name, all);
    if (existsSync(join(root, nested))) symlinkSync(join(root, nested), join(folder, nested));
  }
  return folder;
}

/**
 * @param {string} folder
 * @param {readonly string[]} files
 * @param {Pick<Fault, "browser" | "title">} [how]
 * @returns {{ passed: number, failures: Failure[] }} what the tests say; none of both when nothing ran
 */
function runTests(folder, files, { browser, title } = {}) {
  const report = join(folder, "reports/faults.json");
  rmSync(report, { force: true });
  mkdirSync(dirname(report), { recursive: true });
  const env = { ...toolEnvironment(), PLAYWRIGHT_JSON_OUTPUT_FILE: report };
  const options = { cwd: folder, env, timeout: deadline, killSignal: "SIGKILL", stdio: "ignore" };
  if (!browser) {
    const settings = [
      "--bail=1",
      ...(title ? ["-t", title] : []),
      "--reporter=json",
      `--outputFile=${report}`,
    ];
    spawnSync("vitest", ["run", ...files, ...settings], /** @type {any} */ (options));
    return readVitest(report);
  }
  spawnSync("node", ["scripts/test.mjs", "--only", "build"], /** @type {any} */ (options));
  const settings = [...(title ? ["-g", title] : []), "--reporter=json", "--workers=1", "-x"];
  spawnSync("playwright", ["test", ...files, ...settings], /** @type {any} */ (options));
  const { stats } = read(report) ?? { stats: { expected: 0, unexpected: 0 } };
  const failures = Array.from({ length: stats.unexpected }, () => ({ name: files.join(), reasons: [] }));
  return { passed: stats.expected, failures };
}

/**
 * @param {string} report
 * @returns {{ passed: number, failures: Failure[] }}
 */
function readVitest(report) {
  const { numPassedTests = 0, testResults = [] } = read(report) ?? {};
  const tests = testResults.flatMap((/** @type {any} */ suite) => suite.assertionResults);
  const failed = tests.filter((/** @type {any} */ test) => test.status === "failed");
  const failures = failed.map((/** @type {any} */ test) => ({
    name: test.fullName,
    reasons: test.failureMessages,
  }));
  return { passed: numPassedTests, failures };
}

/** @param {string} path @returns {any} */
function read(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return undefined; // not written: nothing ran
  }
}

/** @param {Fault} fault @returns {string} the file with the fault in it. Throws when its place is gone. */
function planted({ id, file, find, plant }) {
  const parts = readFileSync(join(root, file), "utf8").split(find);
  if (parts.length !== 2) throw new Error(`${id}: ${file} holds the text ${parts.length - 1} times: ${find}`);
  return parts.join(plant);
}

/** @param {string} folder @param {Fault} fault @returns {boolean} whether a test noticed it */
function notices(folder, fault) {
  const target = join(folder, fault.file);
  writeFileSync(target, planted(fault));
  const { passed, failures } = runTests(folder, fault.tests, fault);
  cpSync(join(root, fault.file), target);
  const [first] = failures;
  const word = first ? "noticed" : passed > 0 ? "SURVIVED" : "BROKEN: no test ran";
  const late = first?.reasons.some((reason) => /timed out in/.test(reason)) ? " (by a time-out)" : "";
  console.log(`${fault.id} ${word}${late}: ${fault.what}${first ? `\n    ${first.name}` : ""}`);
  return first !== undefined;
}

/** @param {string} folder @returns {Failure[]} what fails before anything is planted */
function withoutFaults(folder) {
  return [false, true].flatMap((browser) => {
    const files = chosen
      .filter((fault) => (fault.browser ?? false) === browser)
      .flatMap(({ tests }) => tests);
    const unique = [...new Set(files)];
    return unique.length > 0 ? runTests(folder, unique, browser ? { browser } : {}).failures : [];
  });
}

const chosen = faults.filter(({ id, browser }) =>
  names.length > 0 ? names.includes(id) : !browser || flags.includes("--e2e"),
);
for (const fault of faults) planted(fault);
if (!flags.includes("--list")) {
  const folder = copyProject();
  try {
    const failures = flags.includes("--quick") ? [] : withoutFaults(folder);
    // Tests that fail without a fault notice nothing.
    if (failures.length > 0) throw new Error(`fails without a fault: ${failures[0]?.name}`);
    const noticed = chosen.filter((fault) => notices(folder, fault)).length;
    console.log(`${noticed} of ${chosen.length} faults were noticed`);
    if (noticed < chosen.length) process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
