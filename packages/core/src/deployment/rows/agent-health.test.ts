import { expect, test } from "vitest";
import { packHealth, readHealth } from "./agent-health.ts";

const unknown = {
  version: null,
  platform: null,
  startedAt: null,
  clockSkewMs: null,
  lastError: null,
  secretNumber: 0,
  name: null,
  roundMs: null,
};

test("the health of an agent is read as it was packed", () => {
  const agent = {
    id: "agent00000000001",
    version: "1.2.0",
    startedAt: "2026-03-01T10:00:00.000Z",
    platform: "linux-x64",
    clockSkewMs: -2_500,
    lastError: "the API could not be reached",
  };
  expect(readHealth(packHealth(agent))).toEqual({
    version: "1.2.0",
    startedAt: Date.parse(agent.startedAt),
    platform: "linux-x64",
    clockSkewMs: -2_500,
    lastError: "the API could not be reached",
    secretNumber: 0,
    name: null,
    roundMs: null,
  });
  expect(readHealth(packHealth(agent, 3)).secretNumber).toBe(3);
  expect(readHealth(packHealth({ ...agent, name: "rack 7" }, 0))).toMatchObject({
    name: "rack 7",
    secretNumber: 0,
  });
});

test("an agent that reports its version only has nothing else, and no error is none", () => {
  expect(readHealth(packHealth({ id: "agent00000000001", version: "1.0.0" }))).toEqual({
    ...unknown,
    version: "1.0.0",
  });
  const healthy = packHealth({ id: "agent00000000001", version: "1.0.0", lastError: "" });
  expect(readHealth(healthy).lastError).toBeNull();
});

test("P1 a long error is cut to 160 characters, and never within a character", () => {
  const lastError = `${"e".repeat(159)}😀 and more`;
  const packed = packHealth({ id: "agent00000000001", version: "1.0.0", lastError });
  expect(readHealth(packed).lastError).toBe("e".repeat(159));
});

test("P1 a name and an error are together no longer than an error alone", () => {
  const agent = { id: "agent00000000001", version: "1.0.0", lastError: "e".repeat(300) };
  const named = packHealth({ ...agent, name: "n".repeat(60) }, 1);
  expect(readHealth(named)).toMatchObject({ name: "n".repeat(60), lastError: "e".repeat(100) });
  expect(named.length - packHealth(agent, 1).length).toBe(3);
});

test("P1 the duration of a round takes its place of the error, so that no text is longer", () => {
  const agent = { id: "agent00000000001", version: "1.0.0", lastError: "e".repeat(300) };
  const timed = packHealth({ ...agent, roundMs: 60_000 });
  expect(readHealth(timed)).toMatchObject({ name: null, secretNumber: 0, roundMs: 60_000 });
  expect(readHealth(timed).lastError).toHaveLength(147);
  expect(timed.length).toBeLessThanOrEqual(packHealth(agent).length + 1);
  expect(readHealth(packHealth({ ...agent, name: "rack 7", roundMs: 5 }, 2))).toMatchObject({
    name: "rack 7",
    secretNumber: 2,
    roundMs: 5,
  });
});

test.each([undefined, null, 7, "", "{", "{}", "null", '[{},[],"soon",1.5,false]', '[1,2,9e15,"9",3]'])(
  "damaged health counts as absent (%s)",
  (packed) => {
    expect(readHealth(packed)).toEqual(unknown);
  },
);
