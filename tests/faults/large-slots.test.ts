import type { DeploymentList } from "@shardwatch/core/contract/deployment";
import { foldDays } from "@shardwatch/core/history/fold/fold";
import { readTrails } from "@shardwatch/core/history/trail.table";
import { expect, test } from "vitest";
import { Parts } from "../../packages/agent/src/parts.ts";
import { Slots } from "../../packages/agent/src/slots/slots.ts";
import { reading, reportFrom, sample } from "../../packages/agent/test/readings.ts";
import { historyOf, valuesOf } from "../support/history.ts";
import { range } from "../support/history-stage.ts";
import { databases, reported, reportOf, send } from "../support/reports.ts";
import { rowsOfOrganization } from "../support/scope.ts";
import { slotFigures, slotMilliseconds, slotStart, trailsOf } from "../support/slots.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, createKey, signInAgain, signUp } from "../support/world.ts";

const world = await worldOfFile();
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

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
  const stored = readTrails(await trailsOf(world, organizationId), world.clock.now());
  const counts = new Map<number, number>();
  for (const { slot, deployments } of stored) counts.set(slot, (counts.get(slot) ?? 0) + deployments.length);
  expect([...counts.values()]).toEqual(Array.from({ length: cutOff }, () => clusters));
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
