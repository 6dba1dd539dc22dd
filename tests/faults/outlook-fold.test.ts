import { organizationOfJob } from "@shardwatch/core/access/scope.trusted";
import { dueFolds } from "@shardwatch/core/history/fold/due";
import { foldDays } from "@shardwatch/core/history/fold/fold";
import { foldOutlook } from "@shardwatch/core/outlook/fold-outlook";
import { outlooksIn, storedOutlooks } from "@shardwatch/core/outlook/rows/stored";
import { createTable } from "@shardwatch/core/table/table";
import { afterAll, expect, test } from "vitest";
import { busy, slotsOfDay } from "../bench/past-fleet.ts";
import { disturb } from "../support/disturb.ts";
import {
  day,
  fleetWithPast,
  foldWithOutlook,
  growing,
  hour,
  mebibyte,
  one,
  rowsLike,
  storePast,
} from "../support/outlook.ts";
import { worldOfFile } from "../support/world-of-file.ts";

const world = await worldOfFile();
const client = world.database.client();
afterAll(() => client.destroy());

const limit = 64 * mebibyte;
const outlookRows = (organizationId: string) => rowsLike(world, organizationId, /^OUTLOOK#/);
const midnight = () => Math.floor(world.clock.now() / day) * day;
const toFiveOClock = () => (world.clock.time = midnight() + 5 * hour);

/** What the fold said about a deployment. */
async function said(organizationId: string, id: string, ids = ["0"]) {
  const all = await storedOutlooks(world.services, organizationOfJob(organizationId));
  return { asOf: all.asOf, found: outlooksIn(all, { id }, ids) };
}

/** What it said about the only database. */
async function trendIn({ organizationId, id }: { organizationId: string; id: string }) {
  const [database] = (await said(organizationId, id)).found?.databases ?? [];
  const trend = database?.trend;
  return { ...database, trend, growth: trend && !("growth" in trend) ? trend : undefined };
}

/** Servers at several agents that all grow. */
async function growingFleet(agents: number, servers = 2) {
  const fleet = await fleetWithPast(world, servers, { agents });
  for (let place = 0; place < agents * servers; place += 1)
    await storePast(world, fleet.of(place), 30, growing(world, (20 + place) * mebibyte, mebibyte / 2));
  toFiveOClock();
  return fleet;
}

test("RUN02 CHG04 the fold stores the trend of a database at the end of the newest day", async () => {
  const { organizationId, of } = await fleetWithPast(world, 2);
  await storePast(world, of(0), 60, growing(world, 32 * mebibyte, mebibyte / 2));
  await storePast(world, of(1), 60, () => one(20 * mebibyte));
  toFiveOClock();
  await foldWithOutlook(world, organizationId);
  expect((await said(organizationId, of(0).id)).asOf).toBe(midnight());
  const { growth, evicts } = await trendIn(of(0));
  expect(growth).toMatchObject({ days: 56, pace: "steady", isVague: false });
  expect((growth?.perDay ?? 0) / mebibyte).toBeCloseTo(0.5, 2);
  expect((growth?.likely.level ?? 0) / mebibyte).toBeCloseTo(32.25, 0);
  expect(evicts).toBe(false);
  // A database that does not grow is stored without a trend: it is not one that nobody knows.
  expect(await trendIn(of(1))).toMatchObject({ trend: undefined, evicts: false });
  expect((await said(organizationId, of(1).id, ["7"])).found?.databases).toEqual([undefined]);
  const [row] = await outlookRows(organizationId);
  expect(row?.["ttl"]).toBe((midnight() + 3 * day) / 1_000);
});

test("RUN02 the share of keys that expire and evictions are kept also without a limit and without growth", async () => {
  const { organizationId, of } = await fleetWithPast(world, 3);
  const yesterday = midnight() / day - 1;
  const figures = (evicting: number, noLimit: boolean) => (dayNumber: number) =>
    one(20 * mebibyte, noLimit ? 0 : limit, {
      keys: [1_000],
      expiring: [dayNumber === yesterday ? 385 : 10],
      evicted: [yesterday - dayNumber < evicting ? 5 : 0],
    });
  await storePast(world, of(0), 20, figures(3, true));
  await storePast(world, of(1), 20, figures(2, false));
  await storePast(world, of(2), 6, () => one(mebibyte));
  toFiveOClock();
  await foldWithOutlook(world, organizationId);
  const unlimited = { trend: { growth: "early", days: 20 }, evicts: true, evicted: 5, share: 38.5 };
  expect(await trendIn(of(0))).toMatchObject(unlimited);
  expect(await trendIn(of(1))).toMatchObject({ trend: undefined, evicts: false, evicted: 5, share: 38.5 });
  expect(await trendIn(of(2))).toMatchObject({ trend: { growth: "early", days: 6 }, share: undefined });
});

test("RUN02 CHG04 days from before a deployment was created, and days that are hardly known, do not count", async () => {
  const { organizationId, of } = await fleetWithPast(world, 3);
  // An agent sends 288 slots a day.
  for (const [place, slots] of [288, 143, 144].entries())
    await storePast(world, of(place), 60, growing(world, 32 * mebibyte, mebibyte / 2), slots);
  const born = midnight() - 6 * day;
  const [row] = await rowsLike(world, organizationId, new RegExp(`^DEP#${of(0).id}`));
  if (row) await world.services.table.update(row, { set: { born } });
  toFiveOClock();
  await foldWithOutlook(world, organizationId);
  expect(await trendIn(of(0))).toMatchObject({ trend: { growth: "early", days: 6 } });
  expect(await trendIn(of(1))).toMatchObject({ trend: { growth: "early", days: 0 } });
  expect((await trendIn(of(2))).growth).toBeDefined();
});

test("RUN02 CHG04 a database that began to fill two days ago is found in its hours", async () => {
  const { organizationId, of } = await fleetWithPast(world, 2);
  const yesterday = midnight() / day - 1;
  const filling = (dayNumber: number, at: number) => {
    const hours = (dayNumber - yesterday + 1) * 24 + at;
    const noise = 0.3 * (((dayNumber - yesterday + 102) * 7) % 5);
    return one((20 + noise + Math.max(0, hours + 6) * 0.2) * mebibyte);
  };
  await storePast(world, of(0), 30, filling);
  await storePast(world, of(1), 30, () => one(20 * mebibyte));
  toFiveOClock();
  const { table } = world.services;
  const hoursOf: string[] = [];
  const watched: typeof table = {
    ...table,
    query: async (run, options) => {
      if (run.prefix.startsWith("HOURS#")) hoursOf.push(run.prefix);
      return await table.query(run, options);
    },
  };
  await foldWithOutlook({ services: { ...world.services, table: watched } }, organizationId);
  const { growth } = await trendIn(of(0));
  expect(growth?.days).toBe(2);
  expect((growth?.perDay ?? 0) / mebibyte).toBeCloseTo(4.8, 0);
  // The hours of the other one are not read.
  expect(hoursOf).toEqual([`HOURS#${of(0).id}#`]);
});

test("RUN02 R1 a fold that is cut off after any write, and done again by the next tick, gives the same outlook", async () => {
  const { organizationId } = await growingFleet(3);
  await foldWithOutlook(world, organizationId);
  const expected = await outlookRows(organizationId);
  expect(expected).toHaveLength(3);
  const clear = async () => {
    for (const row of await rowsLike(world, organizationId, /^(OUTLOOK#|FOLDED$)/))
      await world.services.table.remove(row);
  };
  await clear();
  const crashing = (after: number) => {
    const disturbed = disturb(client, after);
    const table = createTable({ client: disturbed.client, name: world.database.tableName });
    return { services: { ...world.services, table }, writes: () => disturbed.writes() };
  };
  const counting = crashing(Infinity);
  await foldWithOutlook(counting, organizationId);
  for (let point = 1; point <= counting.writes(); point += 1) {
    await clear();
    await foldWithOutlook(crashing(point), organizationId).catch(() => undefined);
    await foldWithOutlook(world, organizationId);
    expect(await outlookRows(organizationId), `after write ${point}`).toEqual(expected);
  }
}, 60_000);

test("P16 an outlook is written once a day: the next calls read nothing of the past and write nothing", async () => {
  const { organizationId } = await growingFleet(2);
  await foldWithOutlook(world, organizationId);
  world.recorder.clear();
  await foldWithOutlook(world, organizationId);
  expect(world.recorder.sent.map(({ command }) => command)).not.toContain("QueryCommand");
  expect(world.recorder.sent.reduce((sum, { writeUnits }) => sum + writeUnits, 0)).toBe(0);
  // Another call of the same moment has the old progress, and finds the rows of the day.
  const [progress] = await rowsLike(world, organizationId, /^FOLDED$/);
  if (progress) await world.services.table.update(progress, { remove: ["f"] });
  world.recorder.clear();
  await foldWithOutlook(world, organizationId);
  expect(world.recorder.sent.reduce((sum, { writeUnits }) => sum + writeUnits, 0)).toBe(1);
});

test("P16 an outlook whose time runs out is continued by the next tick where it was", async () => {
  const { organizationId } = await growingFleet(12, 1);
  const { table } = world.services;
  const slow: typeof table = {
    ...table,
    query: async (run, options) => {
      // Each Query of days takes four seconds.
      if (run.prefix.startsWith("DAYS#")) world.clock.advance(4_000);
      return await table.query(run, options);
    },
  };
  const isDue = async () =>
    (await dueFolds({ ...world.services, clock: { now: midnight } })).some(
      (job) => job.organizationId === organizationId,
    );
  const done: number[] = [];
  for (let calls = 0; calls < 9 && (done.at(-1) ?? 0) < 12; calls += 1) {
    const begun = world.clock.now();
    await foldWithOutlook({ services: { ...world.services, table: slow } }, organizationId);
    expect(world.clock.now() - begun).toBeLessThan(40_000);
    done.push((await outlookRows(organizationId)).length);
    expect(await isDue()).toBe(done.at(-1) !== 12);
  }
  expect(done.length).toBeGreaterThan(1);
  expect(done.at(-1)).toBe(12);
});

test("P16 an outlook that fails stops neither the fold nor the other outlooks, and comes an hour later", async () => {
  // More than are read at once.
  const { organizationId, of } = await growingFleet(7, 1);
  const { table } = world.services;
  const broken: typeof table = {
    ...table,
    query: async (run, options) => {
      if (run.prefix.includes(of(0).id)) throw new Error("the days cannot be read");
      return await table.query(run, options);
    },
  };
  await foldWithOutlook({ services: { ...world.services, table: broken } }, organizationId);
  expect(await outlookRows(organizationId)).toHaveLength(6);
  expect(world.logLines.join("\n")).toContain("what follows from the folded days was not done");
  const [progress] = await rowsLike(world, organizationId, /^FOLDED$/);
  expect(progress).toMatchObject({ foldedTo: midnight() / day - 1 });
  // No tick before its next turn does it again.
  expect(progress?.["gsi1pk"]).toBeUndefined();
  await foldWithOutlook(world, organizationId);
  expect(await outlookRows(organizationId)).toHaveLength(7);
});

test("RUN02 HIS12 the outlook goes with its organization, and a fold that is under way brings none back", async () => {
  const { organizationId } = await growingFleet(1);
  const [organization] = await rowsLike(world, organizationId, /^ORG$/);
  const gone: typeof foldOutlook = async (...args) => {
    if (organization) await world.services.table.remove(organization);
    return await foldOutlook(...args);
  };
  await foldDays(world.services, organizationId, { follow: gone });
  expect(await outlookRows(organizationId)).toEqual([]);
});

/** What a day's outlook of a deployment costs, with databases as large fleets have them. */
async function costOf(count: number) {
  const { organizationId, of } = await fleetWithPast(world, 1, { count });
  const { id } = of(0);
  await storePast(world, of(0), 98, (dayNumber, at) => {
    const { databases: some } = busy(id, 1, count, dayNumber * slotsOfDay + at * 12);
    return some ?? { ids: [] };
  });
  const units: Record<string, number> = {};
  const { table } = world.services;
  const watched: typeof table = {
    ...table,
    query: async (run, options) => {
      const before = world.recorder.sent.length;
      const page = await table.query(run, options);
      const read = world.recorder.sent.slice(before).reduce((sum, { readUnits }) => sum + readUnits, 0);
      const [noun = ""] = run.prefix.split("#");
      units[noun] = (units[noun] ?? 0) + read;
      return page;
    },
  };
  for (const fold of ["first", "second"]) {
    world.clock.time = midnight() + (fold === "first" ? 5 : 29) * hour;
    for (const noun of Object.keys(units)) delete units[noun];
    world.recorder.clear();
    await foldWithOutlook({ services: { ...world.services, table: watched } }, organizationId);
  }
  const [row] = await outlookRows(organizationId);
  const written = world.recorder.sent.reduce((sum, { writeUnits }) => sum + writeUnits, 0);
  return { days: units["DAYS"], hours: units["HOURS"], written, bytes: bytesIn(row?.["p"]) };
}

const bytesIn = (value: unknown): number => (value instanceof Uint8Array ? value.length : 0);

test("P15 P16 a day's outlook of a deployment reads one unit with one database, and six with fifteen", async () => {
  const [single, many] = [await costOf(1), await costOf(15)];
  expect(single.days).toBeLessThanOrEqual(1);
  expect(many.days).toBeLessThanOrEqual(6);
  // The hours are read only where a database may have begun to fill.
  expect([single.hours, many.hours]).toEqual([undefined, undefined]);
  // The row, and twice the progress of the fold, which is in an index until all is done.
  expect([single.written, many.written]).toEqual([5, 5]);
  // Six bytes a database, and the id of the deployment. How well they are packed depends on that id, which is random.
  expect(many.bytes).toBeLessThanOrEqual(15 * 6 + 8);
});
