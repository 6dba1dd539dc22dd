import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { countsOf } from "./counts.mjs";

let folder;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), "shardwatch-counts-"))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function report(content) {
  const file = join(folder, "report.json");
  writeFileSync(file, JSON.stringify(content));
  return file;
}

test("a test file that could not be loaded counts as a failure", () => {
  const testResults = [
    { status: "passed", assertionResults: [{}] },
    { status: "failed", assertionResults: [] },
  ];
  const file = report({ numPassedTests: 1, numFailedTests: 0, testResults });
  expect(countsOf(file)).toEqual({ passed: 1, failed: 1 });
});

test("a browser test that passed only at a second try counts as a failure", () => {
  expect(countsOf(report({ stats: { expected: 5, unexpected: 1, flaky: 2 } }))).toEqual({
    passed: 5,
    failed: 3,
  });
});

test("a report that was never written counts nothing", () => {
  expect(countsOf(join(folder, "none.json"))).toEqual({ passed: 0, failed: 0 });
});
