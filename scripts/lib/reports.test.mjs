import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root } from "./paths.mjs";
import { countsOf, failuresOf } from "./reports.mjs";

let folder;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), "shardwatch-reports-"))));
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

test("a failure of Vitest gives its file, its name and the first lines of its error", () => {
  const message = `\u001B[31mAssertionError\u001B[39m: expected 1\n\n${"    at somewhere\n".repeat(20)}`;
  const testResults = [
    {
      name: join(root, "a.test.ts"),
      status: "failed",
      message: "",
      assertionResults: [
        { fullName: "one", status: "passed", failureMessages: [] },
        { fullName: "two", status: "failed", failureMessages: [message] },
      ],
    },
    { name: join(root, "b.test.ts"), status: "failed", message: "no such module", assertionResults: [] },
  ];
  const [first, second, ...others] = failuresOf(report({ testResults }));
  expect(first?.split("\n").slice(0, 3)).toEqual([
    "a.test.ts › two",
    "    AssertionError: expected 1",
    "        at somewhere",
  ]);
  expect(first?.split("\n")).toHaveLength(11);
  expect(second).toBe("b.test.ts\n    no such module");
  expect(others).toEqual([]);
});

test("a failure of Playwright gives its file, its name and all its errors, also in an inner suite", () => {
  const spec = (title, status, ...messages) => ({
    file: "a.test.ts",
    title,
    tests: [{ status, results: [{ errors: messages.map((message) => ({ message })) }] }],
  });
  const suites = [
    { specs: [spec("one", "expected")], suites: [{ specs: [spec("two", "unexpected", "first", "second")] }] },
    { specs: [spec("three", "flaky", "late")] },
  ];
  expect(failuresOf(report({ stats: {}, suites }))).toEqual([
    "a.test.ts › two\n    first\n    second",
    "a.test.ts › three\n    late",
  ]);
  expect(failuresOf(join(folder, "none.json"))).toEqual([]);
});
