import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { incidentsOf, lookAt } from "../support/incidents.ts";
import {
  day,
  fleetWithPast,
  foldWithOutlook,
  growing,
  hour,
  mebibyte,
  one,
  outlookOf,
  storePast,
} from "../support/outlook.ts";
import { databases } from "../support/reports.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, signInAgain } from "../support/world.ts";

/* What could calm somebody who should act, and what one agent could do to the outlook of others. */

const world = await worldOfFile();

const midnight = () => Math.floor(world.clock.now() / day) * day;
const daysUntil = (text: string | null | undefined) =>
  text == null ? undefined : (Date.parse(text) - midnight()) / day;

/** One database of 64 MiB that uses this much now. */
const using = (mebibytes: number, fields: object = {}) => ({
  databases: databases(1, mebibytes).map((database) => ({ ...database, ...fields })),
});

/** Stores a past of 60 days whose newest days nobody knows, and folds. */
async function silentFor(days: number) {
  const fleet = await fleetWithPast(world, 1);
  const now = world.clock.now();
  world.clock.time = now - days * day;
  await storePast(world, fleet.of(0), 60, growing(world, 56 * mebibyte, mebibyte / 2));
  world.clock.time = now;
  world.clock.time = midnight() + 5 * hour;
  await foldWithOutlook(world, fleet.organizationId);
  await fleet.report(using(56));
  const { items, counts } = await outlookOf(world, fleet.person, "?all=true");
  return { item: items[0], counts };
}

test("RUN02 CHG04 a day that nobody knows hides no date: the growth goes on from the day before", async () => {
  for (const days of [0, 1, 2]) {
    const { item } = await silentFor(days);
    // 8 MiB at half a MiB a day, from the begin of the newest known day on.
    expect([item?.say, daysUntil(item?.likely)]).toEqual(["date", expect.closeTo(15.5 - days, 0)]);
  }
});

test("RUN02 CHG04 a database whose newest days nobody knows does not show no growth", async () => {
  for (const days of [3, 20]) {
    const { item, counts } = await silentFor(days);
    expect(item).toMatchObject({ say: "early", days: 60, perDay: null });
    expect(counts).toMatchObject({ early: 1, none: 0 });
  }
});

test("RUN02 CHG04 a database that gets its first limit today does not show no growth", async () => {
  const { person, organizationId, of, report } = await fleetWithPast(world, 1);
  await storePast(
    world,
    of(0),
    60,
    growing(world, 56 * mebibyte, mebibyte / 2, (used) => one(used, 0)),
  );
  world.clock.time = midnight() + 5 * hour;
  await foldWithOutlook(world, organizationId);
  await report(using(56, { memoryLimit: "0" }));
  expect((await outlookOf(world, person)).counts).toMatchObject({ noLimit: 1 });
  await report(using(56));
  const { items, counts } = await outlookOf(world, person, "?all=true");
  expect([items[0]?.say, counts.none]).toEqual(["early", 0]);
});

test("RUN02 CHG04 a database of which no day was ever known does not show no growth", async () => {
  const { person, organizationId, report } = await fleetWithPast(world, 1);
  world.clock.time = midnight() + 29 * hour;
  await foldWithOutlook(world, organizationId);
  await report(using(56));
  expect((await outlookOf(world, person)).counts).toMatchObject({ early: 1, none: 0 });
});

test("RUN01 a database that comes back is not called a cache by the share of keys of the one before", async () => {
  const { person, organizationId, of, report } = await fleetWithPast(world, 1);
  const full = () => one(63.5 * mebibyte, 64 * mebibyte, { keys: [1_000], expiring: [1_000] });
  await storePast(world, of(0), 60, full);
  world.clock.time = midnight() + 5 * hour;
  await foldWithOutlook(world, organizationId);
  const now = using(63, { evictionPolicy: "volatile-lru" });
  await report(now);
  const incidents = async () => {
    for (let minute = 0; minute < 5; minute += 1) {
      await report(now);
      await lookAt(world, person);
    }
    return (await incidentsOf(world, person)).filter(({ rule }) => rule === "memory-full");
  };
  // All of its keys have an expiry, so it evicts by design.
  expect(await incidents()).toEqual([]);
  const as = await signInAgain(world, person);
  expect((await call(world, "DELETE", `/deployments/${of(0).id}`, { as })).status).toBe(204);
  world.clock.advance(10 * 60_000);
  expect(await incidents()).toMatchObject([{ severity: "warning" }]);
});

test("RUN02 what a silent agent last said is marked: its memory may have filled since", async () => {
  const { person, organizationId, of, report } = await fleetWithPast(world, 1);
  await storePast(world, of(0), 60, growing(world, 56 * mebibyte, mebibyte / 2));
  world.clock.time = midnight() + 5 * hour;
  await foldWithOutlook(world, organizationId);
  await report(using(56));
  const marks = async () => {
    const { items } = await outlookOf(world, person);
    const as = await signInAgain(world, person);
    const text = await (await call(world, "GET", "/outlook.csv", { as })).text();
    return [
      items[0]?.say,
      items[0]?.isStale,
      parse<Record<string, string>>(text, { columns: true })[0]?.["stale"],
    ];
  };
  expect(await marks()).toEqual(["date", false, "no"]);
  world.clock.advance(6 * hour);
  expect(await marks()).toEqual(["date", true, "yes"]);
  await report({ ...using(56), status: "unreachable" });
  expect(await marks()).toEqual(["date", true, "yes"]);
});
