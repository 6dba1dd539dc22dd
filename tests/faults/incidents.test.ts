import { raiseClock } from "@shardwatch/core/incident/rows/incident.table";
import { ConditionFailed } from "@shardwatch/core/table/errors";
import { createTable } from "@shardwatch/core/table/table";
import { expect, test } from "vitest";
import { channelsIn, mailOf, typesFor } from "../support/channels.ts";
import { disturb } from "../support/disturb.ts";
import { alertRowsOf, incidentsOf, lookAt } from "../support/incidents.ts";
import { reported, reportOf, send } from "../support/reports.ts";
import { organizationPartition, scopeOf } from "../support/scope.ts";
import { silenceRule } from "../support/silences.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { createKey, type Person, signUp } from "../support/world.ts";

const minute = 60_000;
const world = await worldOfFile();

/** An organization with a webhook and a silent agent with three servers, just before its incident opens. */
async function furnish(): Promise<{ person: Person; key: string; webhook: string }> {
  const person = await signUp(world);
  const { channel } = await channelsIn(world).addWebhook(person);
  const { compositeKey: key } = await createKey(world, person);
  await report(key);
  await lookAt(world, person);
  world.clock.advance(6 * minute);
  return { person, key, webhook: channel.id };
}

const [opened, resolved] = ["incident.opened", "incident.resolved"];

/** Expects that mail and webhook got the same messages, and the members one notification. */
async function expectMessages(person: Person, webhook: string, types: string[], when = ""): Promise<void> {
  for (const channel of [webhook, mailOf(person)])
    expect(await typesFor(world, person, channel), when).toEqual(types);
  const pk = organizationPartition(person.organizationId);
  expect(await world.services.table.queryAll({ pk, prefix: "DELIVERY#members#" }), when).toHaveLength(1);
}

async function report(key: string, agent?: string): Promise<void> {
  const named = agent ? { agent: { id: agent.padEnd(16, "0"), name: agent, version: "1.0.0" } } : {};
  const deployments = ["one", "two", "three"].map((name) => reported(`${name}${agent ?? ""}`));
  expect((await send(world, key, reportOf(world, deployments, named))).status).toBe(202);
}

/** A pass in a process that crashes after this many writes. Returns the number of writes. */
async function lookAndDie(person: Person, crashAfter: number): Promise<number> {
  const client = world.database.client();
  const disturbed = disturb(client, crashAfter);
  const table = createTable({ client: disturbed.client, name: world.database.tableName });
  await lookAt(world, person, { table }).catch(() => {});
  client.destroy();
  return disturbed.writes();
}

/** A pass that has read and decided, and waits with its writes until it may go on. */
async function slowPass(person: Person): Promise<() => Promise<void>> {
  const [decided, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const { table } = world.services;
  const transact = async (...given: Parameters<typeof table.transact>) => {
    decided.resolve();
    await goOn.promise;
    await table.transact(...given);
  };
  const running = lookAt(world, person, { table: { ...table, transact } });
  await decided.promise;
  return async () => {
    goOn.resolve();
    await running;
  };
}

const [open, past] = [
  (person: Person) => incidentsOf(world, person),
  (person: Person) => incidentsOf(world, person, "past"),
];

test("R7 INC07 a pass that has read before another one wrote can't write", async () => {
  const person = await signUp(world);
  const next = { since: world.clock.now(), tempo: "minute" } as const;
  const write = (revision?: number) =>
    world.services.table.transact([
      raiseClock(scopeOf(person), revision === undefined ? undefined : { ...next, revision }, next),
    ]);
  await write();
  await expect(write()).rejects.toBeInstanceOf(ConditionFailed);
  await write(1);
  await expect(write(1)).rejects.toBeInstanceOf(ConditionFailed);
});

test("R1 INC07 a pass that dies after any write is finished by the next, with one incident, one recovery and a message of each", async () => {
  const { person: whole } = await furnish();
  const writes = await lookAndDie(whole, Infinity);
  expect(writes).toBeGreaterThan(0);
  for (let point = 0; point <= writes; point += 1) {
    const { person, key, webhook } = await furnish();
    await lookAndDie(person, point);
    await lookAt(world, person);
    await expectMessages(person, webhook, [opened], `after write ${point}`);
    const [incident, ...others] = await open(person);
    expect(others, `after write ${point}`).toEqual([]);
    expect(incident).toMatchObject({ rule: "silent", affected: { count: 3 }, sequence: 1 });
    await report(key);
    await lookAt(world, person);
    world.clock.advance(2 * minute);
    await report(key);
    await lookAndDie(person, point);
    await lookAt(world, person);
    expect(await open(person)).toEqual([]);
    expect(await past(person)).toMatchObject([{ id: incident?.id, sequence: 2 }]);
    await expectMessages(person, webhook, [opened, resolved], `after write ${point}`);
  }
});

test("R7 INC07 a hundred passes of one minute give one incident and one message a channel, and then one recovery", async () => {
  const { person, key, webhook } = await furnish();
  const together = () => Promise.allSettled(Array.from({ length: 100 }, () => lookAt(world, person)));
  await together();
  expect(await open(person)).toMatchObject([{ sequence: 1, affected: { count: 3 } }]);
  await expectMessages(person, webhook, [opened]);
  await report(key);
  await lookAt(world, person);
  world.clock.advance(2 * minute);
  await report(key);
  await together();
  expect(await open(person)).toEqual([]);
  expect(await past(person)).toMatchObject([{ sequence: 2 }]);
  await expectMessages(person, webhook, [opened, resolved]);
});

test("R7 INC07 of two passes that see different agents fall silent, both agents have one incident and one recovery", async () => {
  const person = await signUp(world);
  const { compositeKey: key } = await createKey(world, person);
  await report(key, "first");
  world.clock.advance(minute);
  await report(key, "second");
  await lookAt(world, person);
  world.clock.advance(5 * minute);
  const goOn = await slowPass(person);
  world.clock.advance(minute);
  await lookAt(world, person);
  const both = await open(person);
  expect(both).toHaveLength(2);
  await goOn();
  world.clock.advance(minute);
  await lookAt(world, person);
  expect(await open(person)).toEqual(both);
  for (let passed = 0; passed < 3; passed += 1) {
    world.clock.advance(minute);
    await report(key, "first");
    await report(key, "second");
    await lookAt(world, person);
  }
  expect(await open(person)).toEqual([]);
  const ended = (await past(person)).map(({ id, sequence }) => `${id} ${sequence}`);
  expect(ended.toSorted()).toEqual(both.map(({ id }) => `${id} 2`).toSorted());
});

test("R7 INC07 a pass that saw a recovery ends nothing when another has seen the relapse", async () => {
  const { person, key } = await furnish();
  await lookAt(world, person);
  const [incident] = await open(person);
  await report(key);
  await lookAt(world, person);
  world.clock.advance(2 * minute);
  const goOn = await slowPass(person);
  world.clock.advance(6 * minute);
  await lookAt(world, person);
  await goOn();
  world.clock.advance(minute);
  await lookAt(world, person);
  expect(await open(person)).toMatchObject([{ id: incident?.id, sequence: 1 }]);
  expect(await past(person)).toEqual([]);
});

test("R7 INC05 a pass that has read before a silence was made begins again, and opens nothing that is heard", async () => {
  const { person } = await furnish();
  const goOn = await slowPass(person);
  // Within the minute of the pass.
  world.clock.advance(20_000);
  const { until } = await silenceRule(world, person, "silent");
  await goOn();
  expect(await open(person)).toMatchObject([{ silencedUntil: until }]);
});

test("R14 INC07 a pass of one organization writes nothing into another", async () => {
  const [{ person }, { person: other }] = [await furnish(), await furnish()];
  const before = await alertRowsOf(world, other);
  await lookAt(world, person);
  expect(await alertRowsOf(world, other)).toEqual(before);
});
