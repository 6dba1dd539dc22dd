import type { SourceState } from "@shardwatch/core/contract/source/state";
import { afterAll, afterEach, expect, test } from "vitest";
import { type Connected, startCloudWorld } from "../support/cloud-world.ts";
import { call, signInAgain } from "../support/world.ts";

const minute = 60_000;
const place = await startCloudWorld();
const { cloud, world, drain, workAll, nextRound, connect, connectAndSync, integration } = place;

afterEach(() => place.reset());
afterAll(() => place.stop());

/** "Sign in with the API key: ok", with the reason of a failed step. */
const stepsOf = async (connected: Connected) =>
  (await integration(connected)).steps.map(({ name, state, reason }) => [`${name}: ${state}`, reason]);

test("ONB05 ONB06 a reading says each step, what it found and the calls that it used of its budget", async () => {
  const connected = await connect();
  expect(await integration(connected)).toMatchObject({ status: "pending", steps: [], calls: null });
  await workAll();
  expect(await stepsOf(connected)).toEqual([
    ["Sign in with the API key: ok", null],
    ["List subscriptions: ok", null],
    ["List databases: ok", null],
  ]);
  const { calls, found } = await integration(connected);
  // Two lists of subscriptions, and the databases of each of the five.
  expect(calls).toEqual({ used: 7, budget: 250 });
  const as = await signInAgain(world, connected.person);
  const { sources } = (await (await call(world, "GET", "/sources", { as })).json()) as {
    sources: SourceState[];
  };
  expect(sources).toMatchObject([{ id: connected.id, found, calls }]);
});

test.each([
  [
    "revoked",
    ["Sign in with the API key: failed", "List subscriptions: skipped", "List databases: skipped"],
    0,
    "rejected the API key",
  ],
  [
    "denied",
    ["Sign in with the API key: ok", "List subscriptions: failed", "List databases: ok"],
    1,
    "the role Owner or Viewer",
  ],
] as const)(
  "ONB05 keys that are %s fail at their step, with the right that is missing",
  async (fault, steps, at, reason) => {
    const connected = await connectAndSync();
    await cloud.control({ every: fault });
    await nextRound(connected, 15 * minute);
    const shown = await stepsOf(connected);
    expect(shown.map(([step]) => step)).toEqual(steps);
    expect(shown[at]?.[1]).toContain(reason);
  },
);

test("ONB05 the steps of a reading that somebody waits for appear as they are done", async () => {
  const connected = await connect();
  const lists = cloud.hold(/\/databases$/);
  const reading = workAll();
  const progress = async () => (await integration(connected)).progress;
  await lists.arrived;
  await expect.poll(progress).toEqual({
    steps: ["Sign in with the API key", "List subscriptions"].map((name) => ({
      name,
      state: "ok",
      reason: null,
      regions: [],
    })),
    next: "List databases",
  });
  expect(await integration(connected)).toMatchObject({ status: "pending", steps: [] });
  lists.release();
  await reading;
  expect(await integration(connected)).toMatchObject({ status: "ok", progress: null });
  expect(await stepsOf(connected)).toHaveLength(3);
});

test("ONB05 of a reading whose worker ended without an outcome nothing is shown once its lease is over", async () => {
  const connected = await connectAndSync();
  world.clock.advance(minute);
  const lists = cloud.hold(/\/databases$/);
  await call(world, "POST", `/redis-cloud/${connected.id}/test`, {
    as: await signInAgain(world, connected.person),
  });
  const reading = workAll();
  const progress = async () => (await integration(connected)).progress;
  await lists.arrived;
  await expect.poll(progress).not.toBeNull();
  world.clock.advance(91_000);
  const left = await integration(connected);
  expect(left.progress).toBeNull();
  expect(left.steps.map(({ state }) => state)).toEqual(["ok", "ok", "ok"]);
  lists.release();
  await reading;
});

test("ONB05 P12 progress is one write more for a reading that somebody asked for, and none for the schedule's", async () => {
  const connected = await connectAndSync();
  const counted = async (reading: Promise<unknown>) => {
    world.recorder.clear();
    await reading;
    return world.recorder.sent.filter(({ writeUnits }) => writeUnits > 0).length;
  };
  await nextRound(connected);
  const scheduled = await counted(nextRound(connected));
  world.clock.advance(minute);
  const as = await signInAgain(world, connected.person);
  await call(world, "POST", `/redis-cloud/${connected.id}/test`, { as });
  const awaited = await counted(workAll());
  expect([scheduled > 1, awaited - scheduled]).toEqual([true, 1]);
});

test("ONB05 one list of databases that fails is that step alone", async () => {
  const connected = await connectAndSync();
  await cloud.control({ faults: { databases: "server-error" } });
  await nextRound(connected);
  expect((await stepsOf(connected)).map(([step]) => step)).toEqual([
    "Sign in with the API key: ok",
    "List subscriptions: ok",
    "List databases: failed",
  ]);
});

test("ONB05 a test reads the account at once, although its next reading is not due, and not twice in half a minute", async () => {
  const connected = await connectAndSync();
  const { id, person } = connected;
  const testNow = async () =>
    await call(world, "POST", `/redis-cloud/${id}/test`, { as: await signInAgain(world, person) });
  const soon = await testNow();
  expect(soon.status).toBe(429);
  expect(Number(soon.headers.get("retry-after"))).toBe(30);
  expect(drain()).toEqual([]);

  world.clock.advance(31_000);
  await cloud.control({ every: "revoked" });
  expect((await testNow()).status).toBe(202);
  await workAll();
  expect((await stepsOf(connected))[0]?.[0]).toBe("Sign in with the API key: failed");
  await cloud.reset();
  world.clock.advance(31_000);
  // Refused keys are read again after a quarter of an hour only, unless somebody asks.
  expect((await testNow()).status).toBe(202);
  await workAll();
  expect(await integration(connected)).toMatchObject({ status: "ok" });
  expect((await stepsOf(connected))[0]?.[0]).toBe("Sign in with the API key: ok");
});

test("ONB05 SEC19 a test that has not been done yet is queued once, however often it is asked for", async () => {
  const { id, person } = await connectAndSync();
  world.clock.advance(31_000);
  const as = await signInAgain(world, person);
  const testNow = async () => (await call(world, "POST", `/redis-cloud/${id}/test`, { as })).status;
  const statuses = [await testNow(), ...(await Promise.all([testNow(), testNow(), testNow()]))];
  expect(statuses).toEqual([202, 429, 429, 429]);
  expect(drain()).toHaveLength(1);
});
