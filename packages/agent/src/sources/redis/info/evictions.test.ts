import { expect, test } from "vitest";
import { Evictions } from "./evictions.ts";
import { parseInfo } from "./info.ts";
import { StartTime } from "./start-time.ts";

const info = (run: string | undefined, count?: number | string, uptime?: number) =>
  parseInfo(
    `# Server\r\n${run === undefined ? "" : `run_id:${run}\r\n`}${uptime === undefined ? "" : `uptime_in_seconds:${uptime}\r\n`}` +
      `# Stats\r\n${count === undefined ? "" : `evicted_keys:${count}\r\n`}`,
  );

test("evicted keys are those since the last reading, and none at the first one", () => {
  const evictions = new Evictions();
  expect([100, 100, 130, 131].map((count) => evictions.since(info("a", count)))).toEqual([0, 0, 30, 1]);
});

test("a server that was restarted, or whose statistics were reset, has counted from zero", () => {
  const evictions = new Evictions();
  evictions.since(info("a", 100));
  expect(evictions.since(info("b", 150))).toBe(150);
  expect(evictions.since(info("b", 20))).toBe(20);
  expect(evictions.since(info("b", 25))).toBe(5);
});

test("a server that does not count evictions has no number of them, not zero", () => {
  const evictions = new Evictions();
  expect(evictions.since(info("a"))).toBeUndefined();
  expect(evictions.since(info("a", "many"))).toBeUndefined();
  expect(evictions.since(info("a", "99999999999999999999"))).toBeUndefined();
});

test("DEX01 the start of a server stays the same while it runs, and follows a restart", () => {
  const [startTime, now] = [new StartTime(), Date.parse("2026-03-01T12:00:30.000Z")];
  const first = startTime.of(info("a", 0, 90), now);
  expect(first).toBe("2026-03-01T11:59:00.000Z");
  expect(startTime.of(info("a", 0, 151), now + 60_000)).toBe(first);
  expect(startTime.of(info("b", 0, 5), now + 120_000)).toBe("2026-03-01T12:02:00.000Z");
  expect(startTime.of(info("b", 0), now)).toBeNull();
  expect(new StartTime().of(info("a", 0, 1e18), now)).toBeNull();
});

test("DEX01 P1 the start of a server that names no run does not change from one reading to the next", () => {
  const [startTime, now] = [new StartTime(), Date.parse("2026-03-01T12:00:00.000Z")];
  // Started at the full minute: uptime has whole seconds, and an answer takes some milliseconds.
  const starts = [0, 60_990, 119_980, 180_010].map((later) =>
    startTime.of(info(undefined, 0, 3_600 + Math.floor((later + 20) / 1_000)), now + later),
  );
  expect(new Set(starts).size).toBe(1);
  expect(startTime.of(info(undefined, 0, 5), now + 300_000)).toBe("2026-03-01T12:04:00.000Z");
});
