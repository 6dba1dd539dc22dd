import { day, hour, minute } from "@shardwatch/core/kit/time";
import { beforeEach, expect, test } from "vitest";
import { incidentOf, incidentsOf, lookAt } from "../support/incidents.ts";
import { databases, reported, reportOf, send } from "../support/reports.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, createKey, type Person, signInAgain, signUp } from "../support/world.ts";

const world = await worldOfFile();
let person: Person;
let key: { compositeKey: string };

beforeEach(async () => {
  person = await signUp(world);
  key = await createKey(world, person);
});

const open = () => incidentsOf(world, person);
const past = () => incidentsOf(world, person, "past");

/** How an agent reports a primary of which it knows the only address, or all addresses. */
const ways = {
  "its own address": () => "active",
  "all addresses": (isWhole: boolean) => (isWhole ? "active" : "degraded"),
};

/** Reports this many replicas in each minute, with a pass after it. */
async function report(replicas: number | null, minutes = 1, status = "active"): Promise<void> {
  for (let passed = 0; passed < minutes; passed += 1) {
    world.clock.advance(minute);
    const one = databases(1).map((database) => ({ ...database, role: "primary" as const, replicas }));
    const sent = await send(
      world,
      key.compositeKey,
      reportOf(world, [reported("orders", { databases: one, status })]),
    );
    expect(sent.status).toBe(202);
    await lookAt(world, person);
  }
}

/** A primary that has this many replicas for a day. */
async function settle(replicas: number): Promise<void> {
  await report(replicas);
  world.clock.advance(day);
  await report(replicas);
}

const lost = async () => (await open()).filter(({ rule }) => rule === "replica-lost");

test.each(Object.entries(ways))(
  "MND16 a primary that is watched by %s and loses a replica of more than a day has an incident until it is back",
  async (_, statusOf) => {
    await settle(2);
    await report(1, 5, statusOf(false));
    expect(await lost()).toEqual([]);
    await report(1, 1, statusOf(false));
    expect(await lost()).toMatchObject([
      { severity: "warning", title: "orders: has 1 of 2 replicas", cause: { kind: "deployment" } },
    ]);
    await report(2, 3, statusOf(true));
    expect(await lost()).toHaveLength(1);
    await report(2, 2, statusOf(true));
    expect(await lost()).toEqual([]);
    expect((await past()).find(({ rule }) => rule === "replica-lost")).toMatchObject({
      resolution: "recovered",
    });
    // It is back for minutes only, and still the count that it is meant to have.
    await report(0, 6, statusOf(false));
    expect(await lost()).toMatchObject([{ title: "orders: has lost its 2 replicas" }]);
  },
);

test("MND16 a day at the new count ends the incident, and what it has had for less than a day is not missed", async () => {
  await settle(2);
  await report(1, 6);
  expect(await lost()).toHaveLength(1);
  world.clock.advance(day - hour);
  await report(1, 4);
  expect(await lost()).toHaveLength(1);
  world.clock.advance(hour);
  await report(1, 4);
  expect(await lost()).toEqual([]);
  expect(await past()).toMatchObject([{ rule: "replica-lost", resolution: "usual" }]);
  await report(2);
  world.clock.advance(23 * hour);
  await report(1, 10);
  expect(await open()).toEqual([]);
  await report(0, 6);
  expect(await lost()).toMatchObject([{ title: "orders: has lost its replica" }]);
});

test("MND16 a replica that restarts, a count that is not known, and a server that becomes a replica open nothing", async () => {
  await settle(1);
  await report(0, 4);
  await report(1, 10);
  await report(null, 10);
  expect(await open()).toEqual([]);
  for (let passed = 0; passed < 10; passed += 1) {
    world.clock.advance(minute);
    const one = databases(1).map((database) => ({ ...database, role: "replica" as const, replicas: 0 }));
    await send(world, key.compositeKey, reportOf(world, [reported("orders", { databases: one })]));
    await lookAt(world, person);
  }
  expect(await open()).toEqual([]);
});

test("MND16 somebody who says that it is intended ends the incident, until there are still fewer", async () => {
  await settle(2);
  await report(1, 6);
  const [{ id } = { id: "" }] = await lost();
  expect(await incidentOf(world, person, id)).toMatchObject({ intended: false });
  const as = await signInAgain(world, person);
  const say = async () => await call(world, "POST", `/incidents/${id}/intention`, { as });
  const said = await say();
  expect([said.status, await said.json()]).toMatchObject([200, { id, state: "open", intended: true }]);
  expect((await say()).status).toBe(200);
  await report(1, 10);
  expect(await open()).toEqual([]);
  expect(await past()).toMatchObject([{ id, resolution: "intended" }]);
  const { timeline } = await incidentOf(world, person, id);
  expect(timeline.map(({ kind }) => kind)).toEqual(["opened", "intended", "resolved"]);
  expect([(await say()).status]).toEqual([409]);
  const audit = await call(world, "GET", "/audit", { as: await signInAgain(world, person) });
  expect(await audit.text()).toContain("incident.intended");
  await report(0, 6);
  expect(await lost()).toMatchObject([{ title: "orders: has lost its 2 replicas" }]);
});
