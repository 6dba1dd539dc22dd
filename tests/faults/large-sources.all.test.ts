import { organizationOfJob } from "@shardwatch/core/access/scope.trusted";
import type { DeploymentList } from "@shardwatch/core/contract/deployment/deployment";
import { slotColumnNames } from "@shardwatch/core/contract/report/slot-columns";
import { foldDays } from "@shardwatch/core/history/fold/fold";
import { storeSlots } from "@shardwatch/core/history/store";
import { readCodedTrails } from "@shardwatch/core/history/trail.table";
import { createTable, type Table } from "@shardwatch/core/table/table";
import { afterAll, expect, test } from "vitest";
import { Parts } from "../../packages/agent/src/parts.ts";
import { Slots } from "../../packages/agent/src/slots/slots.ts";
import { reading, reportFrom, sample } from "../../packages/agent/test/readings.ts";
import { disturb } from "../support/disturb.ts";
import { figures, historyStage, range } from "../support/history-stage.ts";
import { historyOf, valuesOf } from "../support/history.ts";
import { databases, reported, reportOf, send } from "../support/reports.ts";
import { rowsOfOrganization } from "../support/scope.ts";
import { slotFigures, slotMilliseconds, slotStart, trailsOf } from "../support/slots.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, createKey, signInAgain, signUp } from "../support/world.ts";

const world = await worldOfFile();
const client = world.database.client();
afterAll(() => client.destroy());
const hour = 3_600_000;
const day = 24 * hour;

const toNextDay = (after: number) => {
  world.clock.time = (Math.floor(world.clock.now() / day) + 1) * day + after;
};

let state = 5;
const random = () => (state = (state * 48_271) % 2_147_483_647);

/** Any figures, which do not compress. */
const noise = (size: number) => ({
  ids: Array.from({ length: size }, (_, index) => String(index)),
  ...Object.fromEntries(
    slotColumnNames.map((name) => [name, Array.from({ length: size }, () => random() % 9_999)]),
  ),
});

/** A deployment with that many databases, of which twelve slots of a day are stored. */
async function reportedDay(size: number) {
  toNextDay(0);
  const stage = await historyStage(world);
  await stage.report([]);
  const { id, via = "" } = await stage.found();
  const first = slotStart(world, 0);
  const [key = "", instance = ""] = via.split("/");
  const slots = Array.from({ length: 12 }, (_, index) => ({
    slot: (first + 2 * index * hour) / slotMilliseconds,
    deployments: [{ id, status: "active", databases: noise(size) }],
  }));
  const source = { kind: "agent", id: key, instance } as const;
  await storeSlots(world.services, organizationOfJob(stage.organizationId), source, slots);
  toNextDay(5 * hour);
  const chart = async (step: number) => {
    const query = `?metric=memoryUsed&step=${step}&${range(first, first + day)}`;
    const { series } = await historyOf(world, await stage.signedIn(), id, query);
    return series;
  };
  return { ...stage, id, chart };
}

const rowsIn = async (organizationId: string) =>
  await world.services.table.queryAll(rowsOfOrganization(organizationId));

const foldedIn = async (organizationId: string) =>
  (await rowsIn(organizationId)).filter(({ sk }) => /^(HOURS|DAYS)#/.test(sk));

const removeTrails = async (organizationId: string) => {
  for (const row of await trailsOf(world, organizationId)) await world.services.table.remove(row);
};

test("HIS05 R14 the day of thousands of databases is folded into several rows, and charts show all of them", async () => {
  const { organizationId, chart } = await reportedDay(2_000);
  const charts = async () => [await chart(3_600), await chart(86_400)];
  const before = await charts();
  expect(before[0]?.[0]?.values.filter((value) => value !== null)).toHaveLength(12);

  // The process ends when some of the rows are written: nothing of them is shown yet.
  const disturbed = disturb(client, 4);
  const table = createTable({ client: disturbed.client, name: world.database.tableName });
  await foldDays({ ...world.services, table }, organizationId).catch(() => undefined);
  expect(await foldedIn(organizationId)).toHaveLength(3);
  expect(await charts()).toEqual(before);

  await foldDays(world.services, organizationId);
  const folded = await foldedIn(organizationId);
  const names = folded.map(({ sk }) => sk.replace(/#dep_\w+#[-\d]+/, ""));
  expect(names.join(" ")).toBe("DAYS DAYS#1 HOURS HOURS#1 HOURS#2 HOURS#3 HOURS#4 HOURS#5");
  await foldDays(world.services, organizationId);
  expect(await foldedIn(organizationId)).toEqual(folded);
  await removeTrails(organizationId);
  expect(await charts()).toEqual(before);
}, 60_000);

test("HIS05 R14 a day that cannot be stored stops neither the other deployments nor the next days", async () => {
  toNextDay(6 * hour);
  const stage = await historyStage(world);
  const names = ["one", "two"];
  const report = async () => {
    const at = new Date(slotStart(world, 1)).toISOString();
    const deployments = names.map((key) => ({ key, status: "active", databases: figures(100) }));
    const fleet = names.map((name) => reported(name));
    await send(world, stage.key, reportOf(world, fleet, { slots: [{ at, deployments }] }));
  };
  await report();
  world.clock.advance(slotMilliseconds);
  await report();
  const { id } = await stage.found();
  toNextDay(5 * hour);
  const { table } = world.services;
  const refusing: Table = {
    ...table,
    put: async (row, when) => {
      if (row.sk.startsWith(`HOURS#${id}#`))
        throw Object.assign(new Error("the row is too large"), { name: "ValidationException" });
      await table.put(row, when);
    },
  };
  world.logLines.length = 0;
  await foldDays({ ...world.services, table: refusing }, stage.organizationId);
  expect((await foldedIn(stage.organizationId)).filter(({ sk }) => sk.startsWith("HOURS#"))).toHaveLength(1);
  expect((await rowsIn(stage.organizationId)).map(({ sk }) => sk)).toContain("FOLDED");
  expect(world.logLines.filter((line) => line.includes("was not stored"))).toHaveLength(1);
});

const minute = 60_000;

async function personWithKey() {
  const person = await signUp(world);
  return { ...person, ...(await createKey(world, person)) };
}

const slotOf = (key: string, count: number) => ({
  key,
  status: "active",
  databases: slotFigures(count, 1_000),
});

test("HIS06 HIS07 an agent of thousands of databases that was cut off leaves every slot of every deployment", async () => {
  const { compositeKey, organizationId } = await personWithKey();
  const clusters = 12;
  const readings = Array.from({ length: clusters }, (_, cluster) =>
    reading(
      `cluster ${cluster}`,
      Array.from({ length: 250 }, (__, id) => sample(123_456_789_123, { id: String(id) })),
    ),
  );
  const slots = new Slots();
  const parts = new Parts();
  world.clock.time = slotStart(world, -1) + minute;
  const first = slotStart(world, 0);
  const cutOff = 4;
  for (let slot = 0; slot < cutOff; slot += 1) {
    slots.add(world.clock.now(), readings);
    world.clock.advance(slotMilliseconds);
  }
  slots.add(world.clock.now(), readings);
  let left = true;
  while (left) {
    left = false;
    world.clock.advance(20_000);
    const now = world.clock.now();
    for (const part of parts.divide(reportFrom(readings, now), { version: "1" }, [])) {
      const report = slots.attach(part, now);
      expect((await send(world, compositeKey, report)).status).toBe(202);
      slots.accepted(report);
      left ||= report.slots !== undefined;
    }
  }
  const stored = readCodedTrails(await trailsOf(world, organizationId), world.clock.now());
  const counts = new Map<number, number>();
  for (const { slot, deployments } of stored) counts.set(slot, (counts.get(slot) ?? 0) + deployments.length);
  // Those that are over, and the one that runs.
  expect([...counts.values()]).toEqual(Array.from({ length: cutOff + 1 }, () => clusters));
  expect(Math.min(...counts.keys())).toBe(first / slotMilliseconds);
});

test("HIS06 a slot that was stored in two divisions of its deployments counts once, in the chart and in the hours", async () => {
  world.clock.time = (Math.floor(world.clock.now() / day) + 1) * day + 6 * hour + minute;
  const { compositeKey, ...person } = await personWithKey();
  // A repeated report that has fewer databases divides its slots in another way.
  await send(world, compositeKey, reportOf(world, [reported("large")]));
  world.clock.advance(slotMilliseconds);
  const at = slotStart(world, 1);
  for (const count of [200, 100]) {
    const fleet = [reported("large", { databases: databases(count) })];
    const slots = [{ at: new Date(at).toISOString(), deployments: [slotOf("large", count)] }];
    expect((await send(world, compositeKey, reportOf(world, fleet, { slots }))).status).toBe(202);
    world.clock.advance(20_000);
  }
  expect(await trailsOf(world, person.organizationId)).toHaveLength(2);
  const chart = async () => {
    const as = await signInAgain(world, person);
    const list = await call(world, "GET", "/deployments", { as });
    const [found] = ((await list.json()) as DeploymentList).deployments;
    const query = `?metric=memoryUsed&step=3600&${range(at, at + 1)}`;
    return valuesOf(await historyOf(world, as, found?.id ?? "", query), "memoryUsed");
  };
  const before = await chart();
  world.clock.time = (Math.floor(world.clock.now() / day) + 1) * day + 5 * hour;
  await foldDays(world.services, person.organizationId);
  const rows = await world.services.table.queryAll(rowsOfOrganization(person.organizationId));
  expect(rows.find(({ sk }) => sk.startsWith("HOURS#"))).toMatchObject({ n: 1 });
  expect(await chart()).toEqual(before);
});
