import { minute } from "@shardwatch/core/kit/time";
import { beforeEach, expect, test } from "vitest";
import { incidentsOf, lookAt } from "../support/incidents.ts";
import { interrupted } from "../support/interrupted.ts";
import { databases, reported, reportOf, send } from "../support/reports.ts";
import { organizationPartition } from "../support/scope.ts";
import { slotMilliseconds, slotStart } from "../support/slots.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { createKey, type Person, signUp } from "../support/world.ts";

const world = await worldOfFile();
let person: Person;
let key: string;

beforeEach(async () => {
  person = await signUp(world);
  key = (await createKey(world, person)).compositeKey;
  world.clock.time = Math.ceil(world.clock.time / slotMilliseconds) * slotMilliseconds;
});

interface Server {
  role?: "primary" | "replica";
  replicas?: number | null;
}

/**
 * Five minutes in which a server reports every minute, and a pass follows each report.
 * @param silence of the slot that is over, in seconds; null where the server does not say it, undefined for no slot
 */
async function pass(silence: number | null | undefined, { role = "primary", replicas = 1 }: Server = {}) {
  for (let passed = 0; passed < 5; passed += 1) {
    const one = databases(1).map((database) => ({ ...database, role, replicas }));
    const figures = { ids: ["0"], ops: [5], lagSeconds: [silence ?? null], lagBytes: [10] };
    const slot = {
      at: new Date(slotStart(world, 1)).toISOString(),
      deployments: [{ key: "orders", status: "active", databases: figures }],
    };
    const slots = silence === undefined || passed !== 1 ? undefined : [slot];
    const sent = await send(world, key, reportOf(world, [reported("orders", { databases: one })], { slots }));
    expect(sent.status).toBe(202);
    world.clock.advance(minute);
    await lookAt(world, person);
  }
}

const behind = async (which: "open" | "past" = "open") =>
  (await incidentsOf(world, person, which)).filter(({ rule }) => rule === "replica-behind");

test("MND16 a replica that its primary does not hear of for a minute in two slots has an incident until two slots are well", async () => {
  await pass(2);
  await pass(61);
  expect(await behind()).toEqual([]);
  await pass(75);
  expect(await behind()).toMatchObject([
    {
      severity: "warning",
      title: "orders: did not hear of a replica for 75 seconds",
      cause: { kind: "deployment" },
    },
  ]);
  // Between the two limits it stays.
  await pass(45);
  await pass(45);
  await pass(29);
  expect(await behind()).toHaveLength(1);
  await pass(3);
  expect(await behind()).toEqual([]);
  expect(await behind("past")).toMatchObject([{ resolution: "recovered" }]);
});

test("MND16 one slot, a figure that is not known, and a slot that does not come open and end nothing", async () => {
  await pass(90);
  await pass(2);
  await pass(90);
  await pass(2);
  expect(await behind()).toEqual([]);
  await pass(90);
  await pass(90);
  expect(await behind()).toHaveLength(1);
  await pass(null);
  await pass(undefined);
  await pass(undefined);
  expect(await behind()).toHaveLength(1);
});

test("MND16 a replica that does not hear of its primary has one too", async () => {
  const replica = { role: "replica", replicas: 0 } as const;
  await pass(2, replica);
  await pass(120, replica);
  await pass(120, replica);
  expect(await behind()).toMatchObject([{ title: "orders: did not hear of its primary for 120 seconds" }]);
});

test("MND16 INC10 passes over servers without replicas read no figures", async () => {
  await pass(2, { replicas: 0 });
  world.recorder.clear();
  for (let passed = 0; passed < 5; passed += 1) {
    world.clock.advance(minute);
    await lookAt(world, person);
  }
  const own = organizationPartition(person.organizationId);
  const batches = world.recorder.sent.filter(
    ({ command, partitions }) =>
      command === "BatchGetItemCommand" && partitions.every((each) => each === own),
  );
  expect(batches).toEqual([]);
});

test("MND16 a pass that can't read the figures judges the other rules", async () => {
  await pass(2);
  for (let passed = 0; passed < 4; passed += 1) {
    const one = databases(1).map((database) => ({ ...database, role: "primary" as const, replicas: 1 }));
    await send(world, key, reportOf(world, [reported("orders", { databases: one, status: "degraded" })]));
    world.clock.advance(minute);
    const table = interrupted(world, /^QueryCommand.*NEWEST#/, () => Promise.reject(new Error("throttled")));
    await lookAt(world, person, { table });
  }
  expect((await incidentsOf(world, person)).map(({ rule }) => rule)).toEqual(["unwell"]);
  expect(world.logLines.join()).toContain("a pass goes without five-minute figures");
});
