import { expect, test } from "vitest";
import { agentCount, clockSkew, lastUse, maskedKey } from "./describe.ts";

const agent = {
  id: "agent00000000001",
  version: "1.0.0",
  platform: null,
  startedAt: null,
  lastSeen: "2026-03-01T12:01:30.000Z",
  stale: false,
  clockSkewMs: null,
  lastError: null,
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
    createdBy: "acc_1",
    deployments: { count: 1, first: [] },
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
