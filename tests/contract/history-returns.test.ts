import { foldDays } from "@shardwatch/core/history/fold/fold";
import { dueForgetting, forgetHistory } from "@shardwatch/core/history/fold/forget";
import { moveTrails } from "@shardwatch/core/history/fold/move";
import { storeSlots } from "@shardwatch/core/history/store";
import { beforeEach, expect, test } from "vitest";
import { acceptances } from "../support/acceptances.ts";
import { historyOf, valuesOf } from "../support/history.ts";
import { figures, historyStage, range } from "../support/history-stage.ts";
import { invite } from "../support/invitations.ts";
import { scopeOf } from "../support/scope.ts";
import { slotMilliseconds, slotStart, trailsOf } from "../support/slots.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { join, signUp } from "../support/world.ts";

const world = await worldOfFile();
const { ask } = acceptances(world);
const minute = 60_000;
const day = 24 * 60 * minute;
let stage: Awaited<ReturnType<typeof historyStage>>;
let first: number;

/** Two days with an hour of slots each. Only hours and days are left of the first one. */
beforeEach(async () => {
  world.clock.time = (Math.floor(world.clock.now() / day) + 1) * day + day / 4;
  stage = await historyStage(world);
  first = await stage.reportSlots(12, () => figures(100));
  world.clock.time = Math.floor(first / day) * day + 1.25 * day;
  await foldDays(world.services, stage.organizationId);
  await stage.reportSlots(12, () => figures(200));
  for (const row of await trailsOf(world, stage.organizationId))
    if (Number(row.sk.slice(-8)) * slotMilliseconds < first + day / 2) await world.services.table.remove(row);
});

/** The values of the hours that a chart shows. */
async function hours(id: string) {
  const query = `?metric=memoryUsed&step=3600&${range(first, world.clock.now())}`;
  const values = valuesOf(await historyOf(world, await stage.signedIn(), id, query), "memoryUsed");
  return [...new Set(values ?? [])].filter((value) => value !== null);
}

const accept = async (invitation: string) => {
  const path = `/invitations/${invitation}/accept`;
  expect(await ask(world.services.table, await stage.signedIn(), "POST", path)).toBe(204);
};

test("HIS12 a deployment that moves away and back within a quarter of an hour keeps its past", async () => {
  const { id } = await stage.found();
  const [host, colleague] = [await signUp(world), await signUp(world)];
  const mover = await stage.signedIn();
  await join(world, colleague, mover);
  await accept(await invite(world, host, mover));
  // A part is deleted already.
  await forgetHistory(world.services, stage.organizationId);
  world.clock.advance(3 * minute);
  await accept(await invite(world, colleague, mover));
  expect((await stage.found()).organizationId).toBe(stage.organizationId);
  expect(await hours(id)).toEqual([100, 200]);
  for (let tick = 0; tick < 5; tick += 1) {
    for (const organization of [stage.organizationId, host.organizationId])
      await forgetHistory(world.services, organization);
    world.clock.advance(5 * minute);
  }
  expect(await hours(id)).toEqual([100, 200]);
  expect(await dueForgetting(world.services)).toEqual([]);
});

test("HIS12 a deployment that comes back while its past is about to be deleted keeps it", async () => {
  const { id } = await stage.found();
  const [host, colleague] = [await signUp(world), await signUp(world)];
  const mover = await stage.signedIn();
  await join(world, colleague, mover);
  await accept(await invite(world, host, mover));
  const back = await invite(world, colleague, mover);
  const { table } = world.services;
  let returns: Promise<void> | undefined;
  const meanwhile: typeof table = {
    ...table,
    queryAll: async (run, options) => {
      const rows = await table.queryAll(run, options);
      if (run.prefix.startsWith("HOURS#")) await (returns ??= accept(back));
      return rows;
    },
  };
  await forgetHistory({ ...world.services, table: meanwhile }, stage.organizationId);
  expect(returns).toBeDefined();
  expect((await stage.found()).organizationId).toBe(stage.organizationId);
  expect(await hours(id)).toEqual([100, 200]);
});

test("HIS12 a source that moves to the same organization twice takes all of its trails along", async () => {
  const [from, to] = [await signUp(world), await signUp(world)].map(scopeOf);
  if (!from || !to) return expect.fail("no organization");
  const source = "key_00000000000000000000000001";
  const [early, late] = ["agent00000000001", "agent00000000002"] as const;
  const slot = slotStart(world, 3) / slotMilliseconds;
  const store = async (instance: string, number: number) => {
    const databases = { ids: ["0"], used: [1] };
    const deployments = [{ id: "dep_00000000000000000001", status: "active", databases }];
    const by = { kind: "agent", id: source, instance } as const;
    await storeSlots(world.services, from, by, [{ slot: number, deployments }]);
  };
  const move = async (id: string) =>
    await moveTrails(world.services, { from, to, sources: new Set([source]), id }, { rows: 1_000 });
  await store(early, slot);
  await store(late, slot);
  expect(await move("inv_1")).toBe(true);
  // It has come back, and reports under the name that comes first.
  await store(early, slot + 1);
  expect(await move("inv_2")).toBe(true);
  expect(await trailsOf(world, to)).toHaveLength(3);
});
