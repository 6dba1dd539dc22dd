import { existsSync, readFileSync } from "node:fs";

/** @typedef {{ passed: number, failed: number }} Counts */

/**
 * @param {string} file
 * @returns {any} the report, or undefined when it was not written
 */
function read(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
}

/**
 * Tests of Vitest's JSON report. A suite that could not be loaded counts as one failed test.
 * @param {string} file
 * @returns {Counts}
 */
export function vitestCounts(file) {
  const report = read(file);
  if (!report) return { passed: 0, failed: 0 };
  const broken = report.testResults.filter(
    (suite) => suite.status === "failed" && suite.assertionResults.length === 0,
  );
  return { passed: report.numPassedTests, failed: report.numFailedTests + broken.length };
}

/**
 * Tests of Playwright's JSON report; one that passed only at a second try failed.
 * @param {string} file
 * @returns {Counts}
 */
export function playwrightCounts(file) {
  const report = read(file);
  if (!report) return { passed: 0, failed: 0 };
  const { expected, unexpected, flaky } = report.stats;
  return { passed: expected, failed: unexpected + flaky };
}
