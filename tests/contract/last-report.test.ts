import type { Deployment } from "@shardwatch/core/contract/deployment/deployment";
import type { ReportedDeployment } from "@shardwatch/core/contract/report/report";
import { expect, test } from "vitest";
import { databases, reported, reportOf, send } from "../support/reports.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, createKey, join, type Person, signInAgain, signUp } from "../support/world.ts";

const world = await worldOfFile();
const agent = { id: "0123456789abcdef", version: "1.2.3", platform: "linux-x64" };

async function report(key: string, deployments: ReportedDeployment[]): Promise<string[]> {
  world.clock.advance(60_000);
  const answer = await send(world, key, reportOf(world, deployments, { agent }));
  expect(answer.status).toBe(202);
  return ((await answer.json()) as { deployments: { id: string }[] }).deployments.map(({ id }) => id);
}

async function reportIn(person: Person, id: string | undefined): Promise<Deployment["report"]> {
  const answer = await call(world, "GET", `/deployments/${id}`, { as: person });
  return ((await answer.json()) as Deployment).report;
}

test("DEX04 P1 P2 the detail says when, by which agent and with which commands a deployment was last reported", async () => {
  const person = await signUp(world);
  const { compositeKey } = await createKey(world, person);
  // The second page of a report has its agent's version on the first.
  const fleet = (commands: (index: number) => Record<string, number> | undefined) =>
    Array.from({ length: 35 }, (_, index) => reported(`server ${index}`, { commands: commands(index) }));
  await report(
    compositeKey,
    fleet(() => ({ AUTH: 1, INFO: 1 })),
  );
  world.recorder.clear();
  const ids = await report(
    compositeKey,
    fleet((index) => (index === 3 ? { INFO: 4 } : { INFO: 1 })),
  );
  expect(world.recorder.sent.reduce((sum, { writeUnits }) => sum + writeUnits, 0)).toBeLessThanOrEqual(4);
  const now = new Date(world.clock.now()).toISOString();
  for (const [index, id] of ids.entries()) {
    world.recorder.clear();
    expect(await reportIn(person, id)).toEqual({
      receivedAt: now,
      measuredAt: now,
      complete: true,
      commands: { INFO: index === 3 ? 4 : 1 },
      agent: { ...agent, name: null, startedAt: null, clockSkewMs: null, lastError: null, roundMs: null },
    });
    expect(world.recorder.sequentialRoundTrips()).toBe(2);
  }
});

test("DEX04 an agent that stops to count leaves no old counts, and one without databases says so", async () => {
  const person = await signUp(world);
  const { compositeKey } = await createKey(world, person);
  const [id] = await report(compositeKey, [reported("one", { commands: { INFO: 1 } })]);
  expect((await reportIn(person, id))?.commands).toEqual({ INFO: 1 });
  await report(compositeKey, [reported("one")]);
  expect(await reportIn(person, id)).toMatchObject({ commands: null, complete: true });
  await report(compositeKey, [reported("one", { status: "denied", databases: undefined, commands: {} })]);
  expect(await reportIn(person, id)).toMatchObject({ commands: {}, complete: false });
});

test("DEX04 R4 what another agent was asked for the same deployment is not shown as its owner's", async () => {
  const person = await signUp(world);
  const { compositeKey } = await createKey(world, person);
  const one = (commands: Record<string, number>) => [reported("shared", { commands })];
  const [id] = await report(compositeKey, one({ INFO: 1 }));
  const other = { ...agent, id: "0000000000000000", version: "9.9.9" };
  world.clock.advance(1_000);
  await send(world, compositeKey, reportOf(world, one({ PING: 9 }), { agent: other }));
  expect(await reportIn(person, id)).toMatchObject({ agent, commands: { INFO: 1 } });
});

test("DEX04 commands are bounded in names and numbers, and their text is cleaned", async () => {
  const { compositeKey } = await createKey(world, await signUp(world));
  const many = Object.fromEntries(Array.from({ length: 41 }, (_, index) => [`C${index}`, 1]));
  for (const commands of [many, { ["x".repeat(61)]: 1 }, { INFO: -1 }, { INFO: 0.5 }, { "": 1 }]) {
    world.clock.advance(60_000);
    const answer = await send(
      world,
      compositeKey,
      reportOf(world, [reported("one", { commands })], { agent }),
    );
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining("commands")]);
  }
  const person = await signUp(world);
  const key = (await createKey(world, person)).compositeKey;
  const [id] = await report(key, [
    reported("one", { databases: databases(1), commands: { "IN\u202eFO": 1 } }),
  ]);
  expect((await reportIn(person, id))?.commands).toEqual({ INFO: 1 });
});

test("DEX04 P1 counts beside deployments of another key cost no further write unit", async () => {
  const [admin, viewer] = [await signUp(world), await signUp(world, {}, ["VIEWER"])];
  await join(world, viewer, admin);
  const theirs = Array.from({ length: 10 }, (_, index) => reported(`server ${index}`));
  await report((await createKey(world, admin)).compositeKey, theirs);
  const many = Object.fromEntries(Array.from({ length: 25 }, (_, index) => [`COMMAND ${index}`, 1]));
  const unitsOf = async (name: string, commands: Record<string, number> | undefined) => {
    const { compositeKey } = await createKey(world, await signInAgain(world, viewer));
    const all = [...theirs, reported(name)].map((one) => ({ ...one, commands }));
    await report(compositeKey, all);
    world.recorder.clear();
    await report(compositeKey, all);
    return world.recorder.sent.reduce((sum, { writeUnits }) => sum + writeUnits, 0);
  };
  expect(await unitsOf("own 1", undefined)).toBe(1);
  expect(await unitsOf("own 2", many)).toBe(1);
});
