import type { AccessKey } from "@shardwatch/core/contract/source/access-key";
import type { Deployment } from "@shardwatch/core/contract/deployment/deployment";
import { minute } from "@shardwatch/core/kit/time";
import { expect, test } from "vitest";
import { databases, reported, reportOf, send } from "../support/reports.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { scopeOf } from "../support/scope.ts";
import { call, createKey, type Person, signUp } from "../support/world.ts";
import { pulsesOfSource } from "@shardwatch/core/deployment/rows/deployment.keys";

const world = await worldOfFile();

const idOf = (name: string) => name.padEnd(16, "0");

async function keysOf(as: Person): Promise<AccessKey[]> {
  const answer = await call(world, "GET", "/access-key", { as });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { accessKeys: AccessKey[] }).accessKeys;
}

async function report(key: string, agent: object, deployments = [reported("orders")]): Promise<string> {
  world.clock.advance(minute);
  const health = { id: idOf("one"), version: "1.0.0", ...agent };
  const answer = await send(world, key, reportOf(world, deployments, { agent: health }));
  const body = (await answer.json()) as { deployments: { id: string }[] };
  expect(answer.status, JSON.stringify(body)).toBe(202);
  return body.deployments[0]?.id ?? "";
}

test("the list tells of each key which agents report with it, how they are and what they feed", async () => {
  const person = await signUp(world);
  const { keyId, compositeKey } = await createKey(world, person);
  const health = {
    startedAt: "2026-03-01T11:00:00.000Z",
    platform: "linux-x64",
    clockSkewMs: -2_500,
    lastError: "the API could not be reached",
    roundMs: 1_250,
  };
  await report(compositeKey, health, [reported("a"), reported("b")]);
  await report(compositeKey, { id: idOf("two"), version: "0.9.0" }, [reported("c")]);
  const [key] = await keysOf(person);
  expect(key).toMatchObject({ keyId, deployments: { count: 3 } });
  expect(key?.deployments.first).toHaveLength(3);
  expect(key?.agents).toEqual([
    {
      id: idOf("two"),
      name: null,
      moved: null,
      version: "0.9.0",
      platform: null,
      startedAt: null,
      lastSeen: new Date(world.clock.now()).toISOString(),
      stale: false,
      clockSkewMs: null,
      lastError: null,
      roundMs: null,
      deployments: 1,
    },
    {
      id: idOf("one"),
      name: null,
      moved: null,
      version: "1.0.0",
      ...health,
      lastSeen: new Date(world.clock.now() - minute).toISOString(),
      stale: false,
      deployments: 2,
    },
  ]);
  world.clock.advance(5 * minute);
  expect((await keysOf(person))[0]?.agents.map(({ stale }) => stale)).toEqual([false, true]);
  expect(await keysOf(await signUp(world))).toEqual([]);
});

test("KEY28 LIM20 the last use is told in steps of five minutes, and never before the key was created", async () => {
  const person = await signUp(world);
  const { compositeKey } = await createKey(world, person);
  expect((await keysOf(person))[0]?.lastUsed).toBeNull();
  const uses = new Set<string | null | undefined>();
  for (let times = 0; times < 12; times += 1) {
    await report(compositeKey, {});
    const [key] = await keysOf(person);
    uses.add(key?.lastUsed);
    expect(Date.parse(key?.lastUsed ?? "")).toBeGreaterThanOrEqual(Date.parse(key?.createdAt ?? ""));
  }
  expect(uses.size).toBeLessThanOrEqual(4);
  expect(uses.size).toBeGreaterThanOrEqual(2);
});

test("P1 P2 health costs no write unit more, is read in two round trips, and is replaced by the next report's", async () => {
  const person = await signUp(world);
  const { compositeKey } = await createKey(world, person);
  const ten = Array.from({ length: 10 }, (_, index) => reported(`production cache eu west ${index}`));
  const one = [reported("one", { databases: databases(10, 40_000) })];
  const health = {
    startedAt: "2026-03-01T11:00:00.000Z",
    platform: "windows-arm64",
    clockSkewMs: -123_456,
    lastError: "orders: the connection was refused".padEnd(300, "."),
    roundMs: 123_456,
  };
  for (const [id, deployments] of Object.entries({ ten, one })) {
    await report(compositeKey, { id: idOf(id), ...health }, deployments);
    world.recorder.clear();
    await report(compositeKey, { id: idOf(id), ...health, clockSkewMs: 7 }, deployments);
    expect(
      world.recorder.sent.reduce((sum, { writeUnits }) => sum + writeUnits, 0),
      id,
    ).toBe(1);
  }
  world.recorder.clear();
  const [key] = await keysOf(person);
  expect(world.recorder.sequentialRoundTrips()).toBe(2);
  expect(key?.agents.map(({ clockSkewMs }) => clockSkewMs)).toEqual([7, 7]);
});

test("a damaged health hides neither the agent nor its deployments", async () => {
  const person = await signUp(world);
  const { keyId, compositeKey } = await createKey(world, person);
  await report(compositeKey, { platform: "linux-x64" });
  const run = pulsesOfSource(scopeOf(person), keyId);
  const [pulse] = await world.services.table.queryAll(run);
  if (!pulse) throw new Error("there is no pulse");
  await world.services.table.update(pulse, { set: { agent: '{"version":' } });
  const [key] = await keysOf(person);
  expect(key?.agents[0]).toMatchObject({ id: idOf("one"), version: null, platform: null, deployments: 1 });
});

test("what an agent tells of itself has its limits, and a refusal names the field", async () => {
  const { compositeKey } = await createKey(world, await signUp(world));
  const refused: [object, string][] = [
    [{ platform: "x".repeat(41) }, "agent.platform"],
    [{ startedAt: "yesterday" }, "agent.startedAt"],
    [{ clockSkewMs: 1.5 }, "agent.clockSkewMs"],
    [{ clockSkewMs: 1e14 }, "agent.clockSkewMs"],
    [{ lastError: "x".repeat(301) }, "agent.lastError"],
    [{ roundMs: -1 }, "agent.roundMs"],
  ];
  for (const [fields, name] of refused) {
    const agent = { id: idOf("one"), version: "1.0.0", ...fields };
    const answer = await send(world, compositeKey, reportOf(world, [reported("orders")], { agent }));
    const { details } = (await answer.json()) as { details: string[] };
    expect([answer.status, details[0]?.split(":")[0]]).toEqual([400, name]);
  }
  const gaps = Array.from({ length: 21 }, () => "licence");
  const answer = await send(world, compositeKey, reportOf(world, [reported("orders", { gaps })]));
  expect(await answer.json()).toMatchObject({ details: [expect.stringMatching(/^deployments\[0\]\.gaps:/)] });
});

test("what an agent could not read is told with the deployment until it can", async () => {
  const person = await signUp(world);
  const { compositeKey } = await createKey(world, person);
  const gapsOf = async (id: string) => {
    const answer = await call(world, "GET", `/deployments/${id}`, { as: person });
    return ((await answer.json()) as Deployment).gaps;
  };
  const licence = ["The licence: the role Cluster Viewer would help"];
  const id = await report(compositeKey, {}, [reported("orders", { gaps: licence })]);
  expect(await gapsOf(id)).toEqual(licence);

  const unread = { databases: undefined, status: "unreachable" };
  await report(compositeKey, {}, [reported("orders", unread)]);
  expect(await gapsOf(id), "it could not be looked at again").toEqual(licence);
  const both = [...licence, "The databases: +info would help"];
  await report(compositeKey, {}, [reported("orders", { ...unread, gaps: both })]);
  expect(await gapsOf(id)).toEqual(both);
  await report(compositeKey, {}, [reported("orders")]);
  expect(await gapsOf(id)).toEqual([]);

  const never = await report(compositeKey, {}, [reported("new", { ...unread, gaps: both })]);
  expect(await gapsOf(never)).toEqual(both);
});
