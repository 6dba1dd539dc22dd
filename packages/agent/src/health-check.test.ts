import { once } from "node:events";
import { chownSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
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

/** The verdict on what is at a path, which may be no file of this agent. */
const verdictOn = (path: string) => checkHealth(path, false, now).text;
const valid = JSON.stringify(mark);

test("MND10 a failure in the health file is shown without what rewrites a terminal", () => {
  const file = join(folder, "escapes.health");
  const hostile = "\u001b[2J\u001b]0;title\u0007The API\r\nhealthy: \u202eeverything";
  writeFileSync(file, JSON.stringify({ ...mark, acceptedAt: null, failure: hostile + "x".repeat(3_000) }));
  for (const live of [false, true]) {
    const { text } = checkHealth(file, live, now);
    expect(text).toContain("[2J]0;titleThe API  healthy: everythingxxx");
    expect(text).toMatch(/^[\x20-\x7e]{100,300}$/);
  }
  expect(verdictOn(`${file}\u001b[2J`)).toMatch(/^not healthy: the health file [\x20-\x7e]* does not exist/);
});

test("MND10 a link in the place of the health file is not followed, and neither is a folder or a socket read", async () => {
  const [file, link] = [join(folder, "real.health"), join(folder, "link.health")];
  writeFileSync(file, valid);
  symlinkSync(file, link);
  expect(verdictOn(file)).toMatch(/^healthy: /);
  expect(verdictOn(link)).toContain("link.health is a link, and must be a file. Is the agent running?");
  const [inner, socket] = [join(folder, "folder.health"), join(folder, "socket.health")];
  mkdirSync(inner);
  expect(verdictOn(inner)).toContain("is a folder.");
  const server = createServer();
  await once(server.listen(socket), "listening");
  expect(verdictOn(socket)).toContain("is a pipe or a device, and must be a file.");
  server.close();
});

test("MND10 a health file of another user says nothing about this agent", () => {
  let foreign = "/etc/passwd";
  if (process.getuid?.() === 0) {
    foreign = join(folder, "foreign.health");
    writeFileSync(foreign, valid);
    chownSync(foreign, 65_534, 65_534);
  }
  expect(verdictOn(foreign)).toBe(
    `not healthy: the health file ${foreign} belongs to another user. Is the agent running?`,
  );
});

test("MND10 a health file of more than four kilobytes is not read to its end", () => {
  const file = join(folder, "large.health");
  writeFileSync(file, valid.padEnd(4_096));
  expect(verdictOn(file)).toMatch(/^healthy: /);
  writeFileSync(file, valid.padEnd(4_097));
  expect(verdictOn(file)).toContain("is larger than 4 KB.");
});
