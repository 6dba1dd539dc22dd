import { expect, test } from "vitest";
import { silentAfter } from "../rows/freshness.ts";
import { takesOver } from "./ownership.ts";

const now = Date.parse("2026-03-01T10:00:00.000Z");
const source = { kind: "agent", id: "key_2", instance: "agent00000000002" } as const;
const row = { owner: "key_1#agent00000000001" };
const heldBy = (kind: "agent" | "redis-cloud", silence: number) => ({ kind, receivedAt: now - silence });

test("a deployment that its owner no longer reports is free", () => {
  expect(takesOver(source, row, [], now)).toBe(true);
});

test.each(["agent", "redis-cloud"] as const)(
  "a deployment of %s stays its owner's until that has been silent for longer than it may be",
  (kind) => {
    expect(takesOver(source, row, [heldBy(kind, silentAfter(kind))], now)).toBe(false);
    expect(takesOver(source, row, [heldBy(kind, silentAfter(kind) + 1)], now)).toBe(true);
  },
);

test("one page of the owner that still reports is enough to keep the deployment", () => {
  const pages = [heldBy("agent", silentAfter("agent") + 1), heldBy("agent", 0)];
  expect(takesOver(source, row, pages, now)).toBe(false);
});

test("the same agent with a new key takes over at once; an integration has no agent", () => {
  const owner = { owner: `key_1#${source.instance}` };
  expect(takesOver(source, owner, [heldBy("agent", 0)], now)).toBe(true);
  const integration = { kind: "redis-cloud", id: "rc_2", instance: "fixed" } as const;
  expect(takesOver(integration, { owner: "rc_1#fixed" }, [heldBy("redis-cloud", 0)], now)).toBe(false);
});
