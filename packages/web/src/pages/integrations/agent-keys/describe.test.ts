import { expect, test } from "vitest";
import {
  agentCount,
  agentVersions,
  clockSkew,
  durationText,
  isForgotten,
  lastUse,
  maskedKey,
} from "./describe.ts";

const agent = {
  id: "agent00000000001",
  version: "1.0.0",
  name: null,
  moved: null,
  platform: null,
  startedAt: null,
  lastSeen: "2026-03-01T12:01:30.000Z",
  stale: false,
  clockSkewMs: null,
  lastError: null,
  roundMs: null,
  deployments: 1,
};

test("a key is recognised by both ends of its id", () => {
  expect(maskedKey("key_01kjmma2g01hcqs7t34ybz9j6a")).toBe("sw_key_01kj…bz9j6a_…");
  expect(maskedKey("key_1")).toBe("sw_key_1_…");
});

test("a difference of clocks is told from two seconds on", () => {
  expect([null, 0, 2_000, -2_000].map(clockSkew)).toEqual([undefined, undefined, undefined, undefined]);
  expect([2_001, -3_500, 90_000, -7_200_000].map(clockSkew)).toEqual([
    "2 s ahead",
    "3.5 s behind",
    "1.5 min ahead",
    "2 h behind",
  ]);
});

test("the last use is as exact as it is known", () => {
  const key = {
    keyId: "key_1",
    name: "Production",
    createdAt: "2026-03-01T12:00:00.000Z",
    lastUsed: "2026-03-01T12:00:00.000Z",
    agents: [agent],
    expiresAt: null,
    createdBy: "acc_1",
    revision: 0,
    deployments: { count: 1, first: [] },
    rotation: null,
    refused: { count: 0, first: [] },
  };
  expect(lastUse(key)).toBe(agent.lastSeen);
  expect(lastUse({ ...key, agents: [] })).toBe(key.lastUsed);
  expect(lastUse({ ...key, agents: [], lastUsed: null })).toBeNull();
});

test("agents are counted, and those that are silent", () => {
  expect(agentCount([])).toBeUndefined();
  expect(agentCount([agent])).toBe("1 agent");
  expect(agentCount([agent, { ...agent, stale: true }])).toBe("1 of 2 agents reporting");
});

test("a key is forgotten after 90 days without use, counted from its creation when it was never used", () => {
  const key = {
    keyId: "key_1",
    name: "Production",
    createdAt: "2026-03-01T12:00:00.000Z",
    lastUsed: null,
    agents: [],
    expiresAt: null,
    createdBy: "acc_1",
    revision: 0,
    deployments: { count: 0, first: [] },
    rotation: null,
    refused: { count: 0, first: [] },
  };
  const after = (days: number) => Date.parse("2026-03-01T12:00:00.000Z") + days * 86_400_000;
  expect([90, 91].map((days) => isForgotten(key, after(days)))).toEqual([false, true]);
  const used = { ...key, agents: [{ ...agent, lastSeen: "2026-05-01T12:00:00.000Z" }] };
  expect([91, 150, 152].map((days) => isForgotten(used, after(days)))).toEqual([false, false, true]);
});

test("the versions of agents are named once, the newest first", () => {
  const of = (version: string | null) => ({ ...agent, version });
  expect(agentVersions(["1.2.0", "1.10.0", null, "1.2.0"].map(of))).toBe("1.10.0, 1.2.0");
});

test("a duration has the unit that fits", () => {
  expect([0, 250, 999, 1_250, 61_000, 5_400_000].map(durationText)).toEqual([
    "0 ms",
    "250 ms",
    "999 ms",
    "1.3 s",
    "1 min",
    "1.5 h",
  ]);
});
