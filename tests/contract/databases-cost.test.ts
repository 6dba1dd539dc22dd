import { everything } from "@shardwatch/core/contract/filter/filter";
import { databases as list } from "@shardwatch/core/deployment/fleet/databases";
import { fleetOf as fleetRowsOf } from "@shardwatch/core/deployment/rows/deployment.keys";
import { watchFleet } from "@shardwatch/core/deployment/fleet/watch";
import { beforeAll, expect, test } from "vitest";
import { fleetOf, newcomer, rebuiltFleet } from "../support/fleet.ts";
import { interrupted } from "../support/interrupted.ts";
import { databases, reported, reportOf, send } from "../support/reports.ts";
import { scopeOf } from "../support/scope.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, createKey, signUp, type World } from "../support/world.ts";

const world = await worldOfFile();
const person = await signUp(world);
const { compositeKey } = await createKey(world, person);
const deployments = 67;
const view = { filter: everything, sort: "name", order: "asc", limit: 100 } as const;

/** A deployment with 15 databases, as large products name them. */
function cluster(index: number, fields: object = {}) {
  const some = databases(15, index).map((database, number) => ({
    ...database,
    name: `orders-cache-${index}-${number}`,
  }));
  return reported(`orders ${index}`, { type: "CLUSTER", databases: some, ...fields });
}
const fleet = Array.from({ length: deployments }, (_, index) => cluster(index));

async function report(some: ReturnType<typeof cluster>[] = fleet): Promise<void> {
  world.clock.advance(60_000);
  expect((await send(world, compositeKey, reportOf(world, some))).status).toBe(202);
}

const units = ({ recorder }: World) => ({
  read: recorder.sent.reduce((sum, { readUnits }) => sum + readUnits, 0),
  written: recorder.sent.reduce((sum, { writeUnits }) => sum + writeUnits, 0),
});
const busy = () => Promise.reject(Object.assign(new Error("busy"), { name: "ThrottlingException" }));
const fleetRows = async () => await world.services.table.queryAll(fleetRowsOf(scopeOf(person)));

beforeAll(async () => {
  await report();
  await list(newcomer(world, person.organizationId), view);
});

test("DBS02 the databases of a thousand cost at most 6 read units, and none within 15 seconds after", async () => {
  await report();
  const ctx = newcomer(world, person.organizationId);
  world.recorder.clear();
  expect(await list(ctx, view)).toMatchObject({ total: deployments * 15 });
  const { read, written } = units(world);
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThanOrEqual(6);
  expect(written).toBe(0);
  expect(world.recorder.sequentialRoundTrips()).toBe(1);

  world.clock.advance(14_999);
  world.recorder.clear();
  await Promise.all([list(ctx, { ...view, sort: "memory" }), list(ctx, { ...view, page: 3 })]);
  expect(world.recorder.sent).toEqual([]);
  world.clock.advance(1);
  await Promise.all([list(ctx, view), list(ctx, { ...view, page: 2 })]);
  // Two callers share one reading.
  expect(world.recorder.sent.filter(({ command }) => command === "QueryCommand")).toHaveLength(2);
});

test("DBS02 P1 a report writes nothing for it; the next look reads what changed, and stores one row", async () => {
  await fleetOf(newcomer(world, person.organizationId));
  const before = await fleetRows();
  world.recorder.clear();
  await report([cluster(0, { name: "renamed" }), ...fleet.slice(1)]);
  expect(await fleetRows()).toEqual(before);

  world.recorder.clear();
  const ctx = newcomer(world, person.organizationId);
  const rows = await fleetOf(ctx);
  expect(rows.filter(({ deploymentName }) => deploymentName === "renamed")).toHaveLength(15);
  const changed = units(world);
  expect(changed.read).toBeLessThan(70);
  expect(changed.written).toBeLessThan(20);
  const after = await fleetRows();
  expect(after).toHaveLength(before.length);
  expect(after.filter((row, index) => row["state"] !== before[index]?.["state"])).toHaveLength(1);
  world.recorder.clear();
  await fleetOf(newcomer(world, person.organizationId));
  expect(units(world)).toMatchObject({ written: 0 });
});

test("DBS02 R15 a look whose write loses, or fails, serves what it has read", async () => {
  const ctx = newcomer(world, person.organizationId);
  await report([cluster(0, { name: "second" }), ...fleet.slice(1)]);
  // Another look stores the row first.
  const loses = interrupted(world, /^Transact/, () => fleetOf(newcomer(world, person.organizationId)));
  expect(await fleetOf({ ...ctx, table: loses })).toEqual(await rebuiltFleet(ctx));

  await report([cluster(0, { name: "third" }), ...fleet.slice(1)]);
  const fails = interrupted(world, /^Transact/, busy);
  expect(await fleetOf({ ...ctx, table: fails })).toEqual(await rebuiltFleet(ctx));
  expect(world.logLines.join()).toContain("a row of the fleet was not stored");
  expect(await fleetOf(newcomer(world, person.organizationId))).toEqual(await rebuiltFleet(ctx));
});

test("DBS02 R15 a look that fails is not kept: the next one reads again", async () => {
  for (const [index, at] of [/^Query/, /^BatchGet/].entries()) {
    const name = `changed ${index}`;
    await report([cluster(0, { name }), ...fleet.slice(1)]);
    const ctx = { ...newcomer(world, person.organizationId), table: interrupted(world, at, busy) };
    await expect(fleetOf(ctx)).rejects.toThrow("The service is busy.");
    const rows = await fleetOf(ctx);
    expect(rows.filter(({ deploymentName }) => deploymentName === name)).toHaveLength(15);
  }
});

test("DBS02 a slower look does not replace the row that a later one has stored", async () => {
  await report([cluster(0, { name: "older" }), ...fleet.slice(1)]);
  const slower = interrupted(world, /^Transact/, async () => {
    await report([cluster(0, { name: "newer" }), ...fleet.slice(1)]);
    await fleetOf(newcomer(world, person.organizationId));
  });
  await fleetOf({ ...newcomer(world, person.organizationId), table: slower });
  world.recorder.clear();
  await fleetOf(newcomer(world, person.organizationId));
  expect(units(world)).toMatchObject({ written: 0 });
});

test("DBS02 a look that is slower than a later change does not hide it from the next", async () => {
  const change = (name: string) => async () => await report([cluster(0, { name }), ...fleet.slice(1)]);
  for (const [index, at] of [/^Query/, /^BatchGet/, /^Transact/].entries()) {
    await report([cluster(0, { name: `before ${index}` }), ...fleet.slice(1)]);
    const table = interrupted(world, at, change(`after ${index}`));
    await fleetOf({ ...newcomer(world, person.organizationId), table });
    const rows = await fleetOf(newcomer(world, person.organizationId));
    expect(rows.filter(({ deploymentName }) => deploymentName === `after ${index}`)).toHaveLength(15);
  }
});

test("DBS02 a deleted deployment is gone from the next look, and an organization from its table", async () => {
  const [other, root] = [await signUp(world), await signUp(world, {}, ["SUPER_ADMIN"])];
  const key = await createKey(world, other);
  world.clock.advance(60_000);
  await send(world, key.compositeKey, reportOf(world, [cluster(1), cluster(2)]));
  const [row] = await fleetOf(newcomer(world, other.organizationId));
  await call(world, "DELETE", `/deployments/${row?.deploymentId}`, { as: other });
  const left = await fleetOf(newcomer(world, other.organizationId));
  expect(left).toHaveLength(15);
  expect(left.map(({ deploymentId }) => deploymentId)).not.toContain(row?.deploymentId);
  // A look that is still running stores nothing in an organization that is gone.
  const agent = { id: "anotheragent0001", version: "1" };
  world.clock.advance(60_000);
  await send(world, key.compositeKey, reportOf(world, [cluster(3)], { agent }));
  const never = await signUp(world);
  const first = await createKey(world, never);
  await send(world, first.compositeKey, reportOf(world, [cluster(4)]));
  for (const { organizationId } of [other, never]) {
    const late = interrupted(world, /^Transact/, async () => {
      const answer = await call(world, "DELETE", `/organizations/${organizationId}`, { as: root });
      expect(answer.status).toBe(204);
    });
    await fleetOf({ ...newcomer(world, organizationId), table: late });
    const stored = await world.services.table.queryAll(fleetRowsOf(scopeOf({ organizationId })));
    expect(stored.map(({ sk }) => sk)).toEqual([]);
  }
});

test("INC10 who watches every minute reads the pulses alone while nothing but figures has changed", async () => {
  const watch = async () => {
    world.recorder.clear();
    const { deployments: watched } = await watchFleet(world.services, scopeOf(person));
    return { names: new Set(watched.map(({ name }) => name)), ...units(world) };
  };
  await report();
  const first = await watch();
  await report();
  const second = await watch();
  expect(second.names).toEqual(first.names);
  expect(second.read).toBeLessThan(first.read);
  expect(second.read).toBeLessThanOrEqual(4);
  await report([cluster(0, { name: "renamed" }), ...fleet.slice(1)]);
  expect((await watch()).names).toContain("renamed");
});
