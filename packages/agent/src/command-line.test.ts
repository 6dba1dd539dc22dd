import { expect, test } from "vitest";
import { parseCommandLine } from "./command-line.ts";

test.each([
  ["run --config a.yaml", { kind: "run", config: "a.yaml" }],
  ["run", { kind: "run" }],
  ["once --config a.yaml --print-only", { kind: "once", config: "a.yaml", printOnly: true }],
  ["check --config=a.yaml", { kind: "check", config: "a.yaml" }],
  ["health", { kind: "health", live: false }],
  ["health --live --config a.yaml", { kind: "health", config: "a.yaml", live: true }],
  ["keygen --out agent.key --id key_1", { kind: "keygen", out: "agent.key", id: "key_1", token: false }],
  ["keygen --token", { kind: "keygen", token: true }],
  ["--version", { kind: "version" }],
  ["run --help", { kind: "help" }],
])("%s is understood", (line, expected) => {
  expect(parseCommandLine(line.split(" "))).toEqual(expected);
});

test.each([
  "",
  "walk --config a",
  "toString",
  "run more --config a",
  "run --config=",
  "run --print-only --config a",
  "run --konfig a",
  "check --live",
  "run --token",
  "keygen --config a",
])("'%s' is not understood and says why", (line) => {
  expect(parseCommandLine(line.split(" ").filter(Boolean))).toMatchObject({
    kind: "wrong",
    message: expect.any(String),
  });
});
