import {
  deploymentDetailKey,
  deploymentsOf,
  pulsesOf,
  tombstonesOf,
} from "@shardwatch/core/deployment/rows/deployment.keys";
import { deploymentId } from "@shardwatch/core/deployment/rows/observation";
import { Problem } from "@shardwatch/core/kit/problem";
import { createTable, type Table, type TableClient } from "@shardwatch/core/table/table";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { disturb } from "../support/disturb.ts";
import { place } from "../support/deployment-verbs.ts";
import { databases, reported } from "../support/reports.ts";
import { scopeOf } from "../support/scope.ts";
import { startWorld, type World } from "../support/world.ts";
import { seedCount } from "../support/seeds.ts";

let world: World;
let client: ReturnType<World["database"]["client"]>;

beforeEach(async () => {
  world = await startWorld();
  client = world.database.client();
});
afterEach(async () => {
  client.destroy();
  await world.stop();
});

/** An empty world that makes the same ids as the previous one. */
async function startAgain(): Promise<void> {
  client.destroy();
  await world.stop();
  world = await startWorld();
  client = world.database.client();
  let made = 0;
  world.services.random = { bytes: (count) => new Uint8Array(count).fill((made += 1)) };
}

/** Every row about deployments, without the random marks that force a pulse to be checked again. */
async function rowsOf(organization: string): Promise<unknown> {
  const scope = scopeOf({ organizationId: organization });
  const { pk, sk: prefix } = deploymentDetailKey(scope, "");
  const runs = [tombstonesOf(scope), deploymentsOf(scope), { pk, prefix }, pulsesOf(scope)];
  const rows = await Promise.all(runs.map((run) => world.services.table.queryAll(run)));
  return JSON.parse(JSON.stringify(rows).replaceAll(/again [\w-]{12}/g, "again"));
}

const crashing = (after: number) => {
  const disturbed = disturb(client, after);
  return {
    table: createTable({ client: disturbed.client, name: world.database.tableName }),
    writes: () => disturbed.writes(),
  };
};

test("R1 API16 a deletion that is cut off after any write and asked for again ends as if it had not been cut off", async () => {
  async function play(crashAfter: number) {
    await startAgain();
    const { organization, report, remove: deleteIt, shown } = await place(world);
    await report(world.services.table, "first", [reported("a")], world.clock.now());
    world.clock.advance(60_000);
    const { table, writes } = crashing(crashAfter);
    await deleteIt(table, "a").catch(() => undefined);
    await deleteIt(world.services.table, "a");
    expect(await shown("a")).toBeUndefined();
    return { state: await rowsOf(organization), writes: writes() };
  }
  const whole = await play(Infinity);
  expect(whole.writes).toBeGreaterThan(0);
  for (let point = 0; point <= whole.writes; point += 1)
    expect((await play(point)).state, `cut off after write ${point}`).toEqual(whole.state);
});

test("R1 AGT18 a report that brings deployments back and is cut off after any write ends as if it had not been", async () => {
  async function play(crashAfter: number) {
    await startAgain();
    const { organization, report, remove: deleteIt } = await place(world);
    const fleet = [reported("a"), reported("b", { databases: databases(3) }), reported("c")];
    await report(world.services.table, "first", fleet, world.clock.now());
    await deleteIt(world.services.table, "a");
    await deleteIt(world.services.table, "b");
    world.clock.advance(60_000);
    const { table, writes } = crashing(crashAfter);
    const again = [reported("a"), reported("b", { name: "renamed" })];
    await report(table, "first", again, world.clock.now()).catch(() => undefined);
    await report(world.services.table, "first", again, world.clock.now());
    return { state: await rowsOf(organization), writes: writes() };
  }
  const whole = await play(Infinity);
  expect(whole.writes).toBeGreaterThan(1);
  for (let point = 0; point <= whole.writes; point += 1)
    expect((await play(point)).state, `cut off after write ${point}`).toEqual(whole.state);
});

/** A table on which something else happens between the first read and the transaction based on it. */
function interrupted(happens: () => Promise<void>): Table {
  let pending: (() => Promise<void>) | undefined = happens;
  const sending = async (command: { constructor: { name: string } }) => {
    if (command.constructor.name === "TransactWriteItemsCommand") {
      const now = pending;
      pending = undefined;
      await now?.();
    }
    return await client.send(command as never);
  };
  return createTable({ client: { send: sending as never } as TableClient, name: world.database.tableName });
}

test("AGT18 a deployment that is deleted while it moves to another page comes back with the next report", async () => {
  const { organization, report, remove: deleteIt, shown } = await place(world);
  const names = Array.from({ length: 31 }, (_, index) => `server ${index}`).toSorted((left, right) =>
    deploymentId(organization, "agent", left) < deploymentId(organization, "agent", right) ? -1 : 1,
  );
  const target = names.at(-1) ?? "";
  const fewer = names.slice(1).map((name) => reported(name));
  await report(
    world.services.table,
    "first",
    names.map((name) => reported(name)),
    world.clock.now(),
  );
  world.clock.advance(60_000);
  const table = interrupted(() => deleteIt(world.services.table, target));
  await report(table, "first", fewer, world.clock.now());
  expect(await shown(target)).toBeUndefined();
  world.clock.advance(60_000);
  await report(world.services.table, "first", fewer, world.clock.now());
  expect(await shown(target)).toBe(target);
});

test("Q10 what another agent created and somebody deleted while a report was decided stays deleted", async () => {
  const { report, remove: deleteIt, shown } = await place(world);
  const measured = world.clock.now();
  world.clock.advance(1_000);
  const table = interrupted(async () => {
    await report(world.services.table, "first", [reported("a")], measured);
    await deleteIt(world.services.table, "a");
  });
  await report(table, "second", [reported("a")], measured);
  expect(await shown("a")).toBeUndefined();
});

test("AGT18 a deletion is noticed by a report that becomes the only one to tell of its whole page meanwhile", async () => {
  const { report, remove: deleteIt, shown } = await place(world);
  const both = [reported("a"), reported("b")];
  await report(world.services.table, "second", [reported("b")], world.clock.now());
  await report(world.services.table, "first", both, world.clock.now());
  world.clock.advance(6 * 60_000);
  const table = interrupted(() => deleteIt(world.services.table, "a"));
  await report(table, "first", both, world.clock.now());
  expect(await shown("a")).toBeUndefined();
  world.clock.advance(60_000);
  await report(world.services.table, "first", both, world.clock.now());
  expect(await shown("a")).toBe("a");
});

/** A table whose requests reach the database in the scheduler's order. */
function inOrderOf(scheduler: fc.Scheduler): Table {
  const sending = async (command: { constructor: { name: string } }) => {
    await scheduler.schedule(Promise.resolve(), command.constructor.name);
    return await client.send(command as never);
  };
  return createTable({ client: { send: sending as never } as TableClient, name: world.database.tableName });
}

/** `SEEDS=1000 npx vitest run tests/faults` plays the number that the scoreboard requires. */
const seeds = seedCount({ few: 5, many: 25 });

const many = Array.from({ length: 31 }, (_, index) => reported(`one of many ${index}`));
/** An agent's report: changed or not, with the deployment on its first page or its second. */
const fleets = fc
  .record({
    name: fc.constantFrom("same", "renamed"),
    beside: fc.constantFrom("same", "renamed"),
    crowd: fc.constantFrom(0, 29, 31),
  })
  .map(({ name, beside, crowd }) => [
    reported("target", { name }),
    reported("beside", { name: beside }),
    ...many.slice(0, crowd),
  ]);
const rounds = fc.record({
  before: fleets,
  first: fc.option(fleets),
  second: fc.option(fleets),
  // After six silent minutes another agent may take over.
  silence: fc.constantFrom(10_000, 6 * 60_000),
  deletions: fc.integer({ min: 1, max: 2 }),
});

test(
  "AGT18 Q10 reports and deletions in any interleaving: nothing comes back without a later report, and everything with one",
  { timeout: 60_000 + 5_000 * seeds },
  async () => {
    const tooBusy = (error: unknown) => {
      if (!(error instanceof Problem) || error.kind !== "unavailable") throw error;
    };
    const property = fc.asyncProperty(rounds, fc.scheduler(), async (round, scheduler) => {
      const { report, remove: deleteIt, shown } = await place(world);
      const direct = world.services.table;
      await report(direct, "first", round.before, world.clock.now());
      world.clock.advance(round.silence);
      const measured = world.clock.now();
      world.clock.advance(3_000);
      const table = inOrderOf(scheduler);
      await scheduler.waitFor(
        Promise.all([
          round.first && report(table, "first", round.first, measured).catch(tooBusy),
          round.second && report(table, "second", round.second, measured).catch(tooBusy),
          ...Array.from({ length: round.deletions }, () => deleteIt(table, "target")),
        ]),
      );
      expect(await shown("target"), "measured before").toBeUndefined();
      world.clock.advance(60_000);
      const last = round.first ?? round.before;
      await report(direct, "first", last, world.clock.now());
      expect(await shown("target"), "measured later").toBe(last[0]?.name);
    });
    await fc.assert(property, { numRuns: seeds });
  },
);
