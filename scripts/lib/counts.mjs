import { existsSync, readFileSync } from "node:fs";

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
