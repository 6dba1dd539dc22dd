import { organizationOfJob } from "@shardwatch/core/access/scope.trusted";
import type { DeploymentList } from "@shardwatch/core/contract/deployment/deployment";
import { dueFolds } from "@shardwatch/core/history/fold/due";
import { foldDays } from "@shardwatch/core/history/fold/fold";
import { outlooksIn, storedOutlooks } from "@shardwatch/core/outlook/rows/stored";
import { createTable } from "@shardwatch/core/table/table";
import { afterAll, expect, test } from "vitest";
import { disturb } from "../support/disturb.ts";
import {
  day,
  foldWithOutlook,
  hour,
  mebibyte,
  one,
  rowsLike,
  storePast,
  toNextDay,
} from "../support/outlook.ts";
import { databases, reported, reportOf, send } from "../support/reports.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, createKey, signInAgain, signUp } from "../support/world.ts";

const world = await worldOfFile();
const client = world.database.client();
afterAll(() => client.destroy());

/** A fleet of agents, each with servers of so many databases, on the day after their first report. */
async function fleet(servers: number, { agents = 1, count = 1 } = {}) {
  toNextDay(world, 0);
  const person = await signUp(world);
  const { compositeKey } = await createKey(world, person);
  for (let agent = 0; agent < agents; agent += 1) {
    const many = Array.from({ length: servers }, (_, index) =>
      reported(`${agent} ${index}`, { databases: databases(count) }),
    );
    const id = `agent${String(agent).padStart(11, "0")}`;
    await send(world, compositeKey, reportOf(world, many, { agent: { id, version: "1" } }));
  }
  const list = await call(world, "GET", "/deployments", { as: await signInAgain(world, person) });
  const { deployments } = (await list.json()) as DeploymentList;
  const byName = deployments.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  // Their rows say since when they exist; a past before that is not theirs.
  for (const row of await rowsLike(world, person.organizationId, /^DEP#/))
    await world.services.table.update(row, { set: { born: world.clock.now() - 200 * day } });
  const { organizationId } = person;
  return { person, organizationId, of: (place: number) => ({ organizationId, id: byName[place]?.id ?? "" }) };
}

const outlookRows = (organizationId: string) => rowsLike(world, organizationId, /^OUTLOOK#/);

/** 32 MiB on the newest day, half a MiB more a day. */
function growing() {
  const today = Math.floor(world.clock.now() / day);
  return (dayNumber: number) => one((32 - 0.5 * (today - 1 - dayNumber)) * mebibyte);
}

async function stored(organizationId: string, id: string, ids = ["0"]) {
  const all = await storedOutlooks(world.services, organizationOfJob(organizationId));
  return { asOf: all.asOf, found: outlooksIn(all, id, ids) };
}

test("RUN02 CHG04 the fold stores the trend of a database at the end of the newest day", async () => {
  const { organizationId, of } = await fleet(2);
  await storePast(world, of(0), 60, growing());
  await storePast(world, of(1), 60, () => one(20 * mebibyte));
  const midnight = Math.floor(world.clock.now() / day) * day;
  world.clock.time = midnight + 5 * hour;
  await foldWithOutlook(world, organizationId);
  const { asOf, found } = await stored(organizationId, of(0).id);
  expect(asOf).toBe(midnight);
  expect(found).toMatchObject({
    end: midnight,
    databases: [{ evicts: false, trend: { pace: "steady", isVague: false } }],
  });
  const [database] = found?.databases ?? [];
  const trend = database?.trend;
  if (!trend || "growth" in trend) return expect.fail("no growth");
  expect(trend.days).toBe(56);
  expect(trend.perDay / mebibyte).toBeCloseTo(0.5, 2);
  expect(trend.likely.level / mebibyte).toBeCloseTo(32.25, 0);
  // Of a database that does not grow nothing is stored, and its deployment is known.
  expect((await stored(organizationId, of(1).id)).found).toEqual({ end: midnight, databases: [undefined] });
  const [row] = await outlookRows(organizationId);
  expect(row?.["ttl"]).toBe((midnight + 3 * day) / 1_000);
});
