import { organizationOfJob } from "@shardwatch/core/access/scope.trusted";
import { pastPartsOf } from "@shardwatch/core/deployment/read/past-parts";
import { readDay } from "@shardwatch/core/history/fold/read-day";
import { storeSlots } from "@shardwatch/core/history/store";
import { outlooksOfDeployment } from "@shardwatch/core/outlook/deployment-outlook";
import { expect, test } from "vitest";
import {
  day,
  fleetWithPast,
  foldWithOutlook,
  growing,
  hour,
  mebibyte,
  rowsLike,
  storePast,
} from "../support/outlook.ts";
import { worldOfFile } from "../support/world-of-file.ts";

/* What one agent could do to the outlooks of the others while they are folded. */

const world = await worldOfFile();

const midnight = () => Math.floor(world.clock.now() / day) * day;
const second = 1_000;

test("P16 an owner whose outlook takes longer than a call keeps no other owner waiting for ever", async () => {
  // Three agents with 24 servers each. The first one's days take five seconds a server.
  const servers = 24;
  const fleet = await fleetWithPast(world, servers, { agents: 3 });
  const { organizationId, of } = fleet;
  for (let place = 0; place < 3 * servers; place += 1)
    await storePast(world, of(place), 10, growing(world, 20 * mebibyte, mebibyte / 2));
  world.clock.time = midnight() + 5 * hour;
  await foldWithOutlook({ services: { ...world.services, table: refusing() } }, organizationId);
  const slow = new Set(Array.from({ length: servers }, (_, place) => of(place).id));

  /** A table without days to read: the days are folded, and no outlook is. */
  function refusing() {
    const { table } = world.services;
    const query: typeof table.query = async (run, options) => {
      if (run.prefix.startsWith("DAYS#")) throw new Error("not now");
      return await table.query(run, options);
    };
    return { ...table, query };
  }

  /** One call of the function, which is killed after a minute. */
  async function call(): Promise<void> {
    const { table } = world.services;
    const begun = world.clock.now();
    const alive = () => {
      if (world.clock.now() - begun > 60 * second) throw new Error("killed");
    };
    const query: typeof table.query = async (run, options) => {
      alive();
      const page = await table.query(run, options);
      if (slow.has(run.prefix.split("#")[1] ?? "")) world.clock.advance(5 * second);
      return page;
    };
    const put: typeof table.put = async (...args) => (alive(), await table.put(...args));
    const transact: typeof table.transact = async (...args) => (alive(), await table.transact(...args));
    const killed = { ...table, query, put, transact };
    await foldWithOutlook({ services: { ...world.services, table: killed } }, organizationId).catch(
      () => undefined,
    );
    world.clock.time = begun + 6 * 60 * second;
  }

  const stored = async () => (await rowsLike(world, organizationId, /^OUTLOOK#/)).length;
  for (let calls = 0; calls < 20 && (await stored()) < 2; calls += 1) await call();
  expect(await stored()).toBe(2);
  // What is left fails alone, and comes an hour later.
  await call();
  expect(world.logLines.at(-1)).toContain("1 outlooks were not stored");
});

test("P16 an agent that names other databases each day fills no memory: those that exist now are read", async () => {
  const { organizationId, of } = await fleetWithPast(world, 1);
  const yesterday = midnight() / day - 1;
  const idsOf = (dayNumber: number) =>
    dayNumber === yesterday ? ["now"] : Array.from({ length: 300 }, (_, place) => `${dayNumber} ${place}`);
  await storePast(world, of(0), 12, (dayNumber) => {
    const ids = idsOf(dayNumber);
    return { ids, used: ids.map(() => mebibyte), limit: ids.map(() => 64 * mebibyte) };
  });
  const columns: number[] = [];
  const deployment = { id: of(0).id, born: 0, source: "agent", databaseCount: 1 } as const;
  const found = await outlooksOfDeployment(
    world.services,
    organizationOfJob(organizationId),
    deployment,
    yesterday,
    () => (columns.push(1), true),
  );
  // Twelve days of others would be asked about 132 times.
  expect(columns.length).toBeLessThan(25);
  expect(found?.size).toBeGreaterThan(0);
});

test("P16 an outlook of many databases stops when the time is over", async () => {
  const { organizationId, of } = await fleetWithPast(world, 1);
  const yesterday = midnight() / day - 1;
  const ids = Array.from({ length: 100 }, (_, place) => String(place));
  await storePast(world, of(0), 12, () => ({
    ids,
    used: ids.map(() => mebibyte),
    limit: ids.map(() => 64 * mebibyte),
  }));
  const deployment = { id: of(0).id, born: 0, source: "agent", databaseCount: 100 } as const;
  const until = async (asked: number) => {
    let left = asked;
    return await outlooksOfDeployment(
      world.services,
      organizationOfJob(organizationId),
      deployment,
      yesterday,
      () => (left -= 1) >= 0,
    );
  };
  expect((await until(99))?.size).toBe(100);
  expect(await until(2)).toBeUndefined();
});

test("P16 HIS03 an agent that names other databases in each slot fills no memory while its day is folded", async () => {
  const { organizationId } = await fleetWithPast(world, 2);
  const organization = organizationOfJob(organizationId);
  const parts = await pastPartsOf(world.services, organization);
  const [id = "", instance = ""] = parts[0]?.owner.split("#") ?? [];
  const source = { kind: "agent", id, instance } as const;
  const begin = midnight() / (5 * 60 * second);
  const idsOf = (slot: number) => Array.from({ length: 5_000 }, (_, place) => `${slot} ${place}`);
  for (const slot of [0, 1]) {
    const ids = idsOf(slot);
    const deployments = parts.map((part) => ({
      id: part.id,
      status: "active",
      databases: { ids, used: ids.map(() => mebibyte) },
    }));
    await storeSlots(world.services, organization, source, [{ slot: begin + slot, deployments }]);
  }
  const read = await readDay(world.services, organization, parts, {
    dayNumber: midnight() / day,
    mayGoOn: () => true,
  });
  const sizes = [...(read?.values() ?? [])].map(({ databases }) => databases.size);
  expect(sizes).toHaveLength(2);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(15_000);
}, 60_000);
