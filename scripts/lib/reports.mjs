import { existsSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { root } from "./paths.mjs";

/** @typedef {{ passed: number, failed: number }} Counts */

/**
 * Tests of a JSON report of Vitest or Playwright. A suite that could not be loaded, and a test that passed only at a
 * second try, count as failed.
 * @param {string} file
 * @returns {Counts} zeros when the report was not written
 */
export function countsOf(file) {
  if (!existsSync(file)) return { passed: 0, failed: 0 };
  const report = JSON.parse(readFileSync(file, "utf8"));
  return report.stats === undefined ? vitestCounts(report) : playwrightCounts(report);
}

/**
 * @param {{ numPassedTests: number, numFailedTests: number, testResults: { status: string, assertionResults: unknown[] }[] }} report
 * @returns {Counts}
 */
function vitestCounts({ numPassedTests, numFailedTests, testResults }) {
  const broken = testResults.filter(
    ({ status, assertionResults }) => status === "failed" && assertionResults.length === 0,
  );
  return { passed: numPassedTests, failed: numFailedTests + broken.length };
}

/**
 * @param {{ stats: { expected: number, unexpected: number, flaky: number } }} report
 * @returns {Counts}
 */
const playwrightCounts = ({ stats: { expected, unexpected, flaky } }) => ({
  passed: expected,
  failed: unexpected + flaky,
});

/**
 * Why tests failed: each with its file, its name and the first lines of its error.
 * @param {string} file a JSON report of Vitest or Playwright
 * @returns {string[]} none when the report was not written
 */
export function failuresOf(file) {
  if (!existsSync(file)) return [];
  const report = JSON.parse(readFileSync(file, "utf8"));
  const failures =
    report.stats === undefined ? vitestFailures(report) : report.suites.flatMap(playwrightFailures);
  return failures.map(({ test, message }) => {
    const lines = stripVTControlCharacters(message)
      .split("\n")
      .filter((line) => line.trim() !== "");
    return [test, ...lines.slice(0, linesOfError).map((line) => `    ${line}`)].join("\n");
  });
}

// An error of Playwright gives what it expected, what it received and how long it waited in about so many lines.
const linesOfError = 10;

/** @typedef {{ test: string, message: string }} Failure */

/**
 * @param {{ testResults: { name: string, status: string, message: string, assertionResults: { fullName: string, status: string, failureMessages: string[] }[] }[] }} report
 * @returns {Failure[]}
 */
const vitestFailures = ({ testResults }) =>
  testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name);
    const failed = assertionResults.filter((each) => each.status === "failed");
    if (status === "failed" && assertionResults.length === 0) return [{ test: file, message }];
    return failed.map((each) => ({
      test: `${file} › ${each.fullName}`,
      message: each.failureMessages.join("\n"),
    }));
  });

/**
 * @typedef {{ file: string, title: string, tests: { status: string, results: { errors: { message?: string }[] }[] }[] }} Spec
 * @typedef {{ specs?: Spec[], suites?: Suite[] }} Suite
 */

/**
 * @param {Suite} suite
 * @returns {Failure[]}
 */
function playwrightFailures({ specs = [], suites = [] }) {
  const own = specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === "unexpected" || status === "flaky")
      .map(({ results }) => ({
        test: `${file} › ${title}`,
        message: results.flatMap(({ errors }) => errors.map(({ message = "" }) => message)).join("\n"),
      })),
  );
  return [...own, ...suites.flatMap(playwrightFailures)];
}
