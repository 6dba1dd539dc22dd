import { expect, test } from "vitest";
import { freshness, isCurrent, silentAfter } from "./freshness.ts";

const written = "2026-03-01T10:00:00.000Z";
const writtenAt = Date.parse(written);
const figuresAt = (receivedAt: number) => ({
  receivedAt,
  time: new Date(receivedAt).toISOString(),
  figures: undefined,
});

test.each(["agent", "redis-cloud", "elasticache"] as const)(
  "a deployment of %s is stale once its source has been silent for longer than it may be",
  (source) => {
    const limit = silentAfter(source);
    expect(freshness(source, written, undefined, writtenAt + limit).stale).toBe(false);
    expect(freshness(source, written, undefined, writtenAt + limit + 1).stale).toBe(true);
  },
);

test("newer figures keep a deployment fresh, and give it their time", () => {
  const latest = figuresAt(writtenAt + 60_000);
  const now = writtenAt + silentAfter("agent") + 60_000;
  expect(freshness("agent", written, latest, now)).toEqual({ stale: false, lastUpdated: latest.time });
  expect(freshness("agent", written, latest, now + 1).stale).toBe(true);
});

test("figures of a former owner that are older than the row change nothing", () => {
  const latest = figuresAt(writtenAt - 1);
  expect(isCurrent(latest, written)).toBe(false);
  expect(freshness("agent", written, latest, writtenAt)).toEqual({ stale: false, lastUpdated: written });
  expect(isCurrent(figuresAt(writtenAt), written)).toBe(true);
});
