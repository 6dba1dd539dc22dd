import { organizationOfJob } from "@shardwatch/core/access/scope.job";
import { slotColumnNames } from "@shardwatch/core/contract/slot-columns";
import { foldDays } from "@shardwatch/core/history/fold/fold";
import { storeSlots } from "@shardwatch/core/history/store";
import { createTable, type Table } from "@shardwatch/core/table/table";
import { afterAll, expect, test } from "vitest";
import { disturb } from "../support/disturb.ts";
import { historyOf } from "../support/history.ts";
import { figures, historyStage, range } from "../support/history-stage.ts";
import { reported, reportOf, send } from "../support/reports.ts";
import { rowsOfOrganization } from "../support/scope.ts";
import { slotMilliseconds, slotStart, trailsOf } from "../support/slots.ts";
import { worldOfFile } from "../support/world-of-file.ts";

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
