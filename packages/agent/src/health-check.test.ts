import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { checkHealth, isAlive, isHealthy } from "./health-check.ts";
import type { Mark } from "./health-file.ts";

const folder = mkdtempSync(join(tmpdir(), "shardwatch-health-"));
afterAll(() => rmSync(folder, { recursive: true }));

const now = Date.parse("2030-01-01T00:00:00Z");
const mark: Mark = {
  version: 1,
  startedAt: now - 3_600_000,
  nextTryAt: now + 30_000,
  acceptedAt: now - 30_000,
  intervalSeconds: 60,
  failure: null,
};
const failure = "The API could not be reached.";

test.each<[Partial<Mark>, boolean, string]>([
  [{}, true, "healthy: the last report was accepted 30 s ago."],
  [{ acceptedAt: now - 180_000, failure }, true, "healthy: the last report was accepted 3 min ago."],
  [{ acceptedAt: now - 180_001 }, false, "not healthy: the last report was accepted 3 min ago."],
  [
    { acceptedAt: now - 9_000_000, failure },
    false,
    `not healthy: the last report was accepted 3 h ago. ${failure}`,
  ],
  [
    { acceptedAt: now - 180_001, intervalSeconds: 61 },
    true,
    "healthy: the last report was accepted 3 min ago.",
  ],
  [{ acceptedAt: null }, false, "not healthy: no report was accepted yet."],
  [{ acceptedAt: null, failure }, false, `not healthy: no report was accepted yet. ${failure}`],
  [{ acceptedAt: now + 59_000 }, true, "healthy: the last report was accepted 0 s ago."],
  [{ acceptedAt: now + 61_000 }, false, "not healthy: the clock was set back. Wait for a report."],
])("SLF06 the agent is healthy for three intervals after an accepted report (%#)", (changed, ok, text) => {
  expect(isHealthy({ ...mark, ...changed }, now)).toEqual({ ok, text });
});

test.each<[Partial<Mark>, boolean, string]>([
  [{}, true, "alive."],
  [{ acceptedAt: null, failure }, true, `alive. ${failure}`],
  [{ nextTryAt: now - 300_000, acceptedAt: null }, true, "alive."],
  [{ nextTryAt: now - 300_001 }, false, "not alive: a report was due 5 min ago, and none was tried."],
])("SLF06 the agent is alive as long as it tries, whatever the API says (%#)", (changed, ok, text) => {
  expect(isAlive({ ...mark, ...changed }, now)).toEqual({ ok, text });
});

test.each([
  "",
  "{",
  "null",
  "[]",
  "{}",
  JSON.stringify({ ...mark, version: 2 }),
  JSON.stringify({ ...mark, intervalSeconds: "60" }),
  JSON.stringify({ ...mark, acceptedAt: {} }),
  JSON.stringify({ ...mark, failure: 7 }),
])("SLF06 another file in the place of the mark is not healthy: %s", (text) => {
  const file = join(folder, "agent.health");
  writeFileSync(file, text);
  for (const live of [false, true]) {
    const verdict = checkHealth(file, live, now);
    expect(verdict.ok).toBe(false);
    expect(verdict.text).toContain("was not written by this agent");
  }
});
