import { expect, test } from "vitest";
import { createLog } from "../log.ts";
import type { SentReport } from "../parts.ts";
import { refusedIn, RefusedNotes } from "./refused.ts";

const message = "Another person's key reports this deployment.";
const answer = (...keys: string[]) => JSON.stringify({ refused: keys.map((key) => ({ key, message })) });

function reportOf(...keys: string[]): SentReport {
  const deployments = keys.map((key) => ({
    key,
    name: `name of ${key}`,
    type: "CLUSTER" as const,
    status: "active",
  }));
  const agent = { id: "0123456789abcdef", version: "1" };
  return { version: 1, agent, measuredAt: "2026-03-01T12:00:00.000Z", deployments, commands: [] };
}

test("R17 a deployment that is left out is logged once with the reason, not at each report, and once when it no longer is", () => {
  const lines: string[] = [];
  const notes = new RefusedNotes(createLog("info", (line) => lines.push(line)));
  for (let times = 0; times < 3; times += 1) notes.note(reportOf("a", "b"), answer("b"));
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({ level: "warn", deployment: "name of b", message });
  // A part of the report without the deployment does not change its state.
  notes.note(reportOf("c"), "{}");
  notes.note(reportOf("a", "b"), "{}");
  notes.note(reportOf("a", "b"), "{}");
  expect(lines).toHaveLength(2);
  expect(JSON.parse(lines[1] ?? "")).toMatchObject({ level: "info", deployment: "name of b" });
});

test.each(["", "[]", '{"refused":7}', '{"refused":[null,7,{"key":1},{"message":"x"}]}'])(
  "R12 whatever a machine in between answers is no refusal: %s",
  (body) => {
    expect(refusedIn(body).size).toBe(0);
  },
);

test("R12 the API's reason is cleaned and cut before it is logged", () => {
  const hostile = JSON.stringify({
    refused: [{ key: "a", message: `\u001B[31m${"x".repeat(1_000)}` }, { key: "b" }],
  });
  const refused = refusedIn(hostile);
  expect(refused.get("a")).not.toContain("\u001B");
  expect(refused.get("a")?.length).toBeLessThan(320);
  expect(refused.get("b")).toBe("");
});
