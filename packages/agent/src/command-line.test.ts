import { expect, test } from "vitest";
import { parseCommandLine } from "./command-line.ts";

test.each([
  ["run --config a.yaml", { kind: "run", config: "a.yaml" }],
  ["once --config a.yaml --print-only", { kind: "once", config: "a.yaml", printOnly: true }],
  ["check --config=a.yaml", { kind: "check", config: "a.yaml" }],
  ["--version", { kind: "version" }],
  ["run --help", { kind: "help" }],
])("%s is understood", (line, expected) => {
  expect(parseCommandLine(line.split(" "))).toEqual(expected);
});

test.each([
  "",
  "walk --config a",
  "run",
  "run more --config a",
  "run --print-only --config a",
  "run --konfig a",
])("'%s' is not understood and says why", (line) => {
  expect(parseCommandLine(line.split(" ").filter(Boolean))).toMatchObject({
    kind: "wrong",
    message: expect.any(String),
  });
});
