import { foldDays } from "@shardwatch/core/history/fold/fold";
import { dueForgetting, forgetHistory } from "@shardwatch/core/history/fold/forget";
import { moveTrails } from "@shardwatch/core/history/fold/move";
import { storeSlots } from "@shardwatch/core/history/store";
import { beforeEach, describe, expect, test } from "vitest";
import { acceptances } from "../support/acceptances.ts";
import { figures, historyStage, range } from "../support/history-stage.ts";
import { historyOf, valuesOf } from "../support/history.ts";
import { invite } from "../support/invitations.ts";
import { rowsOfOrganization, scopeOf } from "../support/scope.ts";
import { slotMilliseconds, slotStart, trailsOf } from "../support/slots.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, join, signUp } from "../support/world.ts";

const world = await worldOfFile();
const hour = 3_600_000;
const day = 24 * hour;
let stage: Awaited<ReturnType<typeof historyStage>>;
let first: number;

/** Two days with an hour of slots each; the first one is folded. */
beforeEach(async () => {
  world.clock.time = (Math.floor(world.clock.now() / day) + 1) * day + 6 * hour;
  stage = await historyStage(world);
  first = await stage.reportSlots(12, () => figures(100));
  world.clock.time = Math.floor(first / day) * day + 30 * hour;
  await foldDays(world.services, stage.organizationId);
  await stage.reportSlots(12, () => figures(200));
});

const pastIn = async (organizationId: string) =>
  (await world.services.table.queryAll(rowsOfOrganization(organizationId))).filter(({ sk }) =>
    /^(HOURS|DAYS|FORGET)#/.test(sk),
  );

const hours = async (id: string) => {
  const query = `?metric=memoryUsed&step=3600&${range(first, world.clock.now())}`;
  const values = valuesOf(await historyOf(world, await stage.signedIn(), id, query), "memoryUsed");
  return [...new Set(values ?? [])].filter((value) => value !== null);
};

test("HIS12 deleting a deployment deletes its hours and days, and what comes back under its id starts anew", async () => {
  const { id } = await stage.found();
  expect(await hours(id)).toEqual([100, 200]);
  const gone = await call(world, "DELETE", `/deployments/${id}`, { as: await stage.signedIn() });
  expect(gone.status).toBe(204);
  await stage.report([]);
  expect((await stage.found()).id).toBe(id);
  // Its rows are still there, and its trails.
  expect((await pastIn(stage.organizationId)).length).toBeGreaterThan(1);
  expect(await hours(id)).toEqual([]);
  const jobs = await dueForgetting(world.services);
  expect(jobs).toEqual([{ kind: "forgetHistory", organizationId: stage.organizationId }]);
  await forgetHistory(world.services, stage.organizationId);
  // A fold that was under way may still write, so it is done once more.
  expect((await pastIn(stage.organizationId)).map(({ sk }) => sk)).toEqual([`FORGET#${id}`]);
  world.clock.advance(16 * 60_000);
  await forgetHistory(world.services, stage.organizationId);
  expect(await pastIn(stage.organizationId)).toEqual([]);
  expect(await dueForgetting(world.services)).toEqual([]);
  world.clock.advance(slotMilliseconds);
  await stage.report([stage.slot(slotStart(world, 1), figures(7))]);
  expect(await hours(id)).toEqual([7]);
});

test("HIS12 a deletion that is carried out days later leaves what came after the return", async () => {
  const { id } = await stage.found();
  await call(world, "DELETE", `/deployments/${id}`, { as: await stage.signedIn() });
  world.clock.advance(slotMilliseconds);
  await stage.reportSlots(3, () => figures(7));
  world.clock.time = (Math.floor(world.clock.now() / day) + 1) * day + 5 * hour;
  await foldDays(world.services, stage.organizationId);
  await forgetHistory(world.services, stage.organizationId);
  expect(await hours(id)).toEqual([7]);
  const past = await pastIn(stage.organizationId);
  expect(past).toHaveLength(2);
  // The fold has left out what the day's trails hold of before the return.
  expect(past.find(({ sk }) => sk.startsWith("HOURS#"))).toMatchObject({ n: 3 });
});

test("HIS12 moving by an invitation moves the past, and nothing of it stays behind", async () => {
  const { id } = await stage.found();
  const mover = await stage.signedIn();
  const host = await signUp(world);
  const { ask } = acceptances(world);
  const invitation = await invite(world, host, mover);
  // The trails of the first day have expired: only its hours and days can move.
  for (const row of await trailsOf(world, stage.organizationId))
    if (Number(row.sk.slice(-8)) * slotMilliseconds < first + day / 2) await world.services.table.remove(row);
  expect(await ask(world.services.table, mover, "POST", `/invitations/${invitation}/accept`)).toBe(204);
  expect((await stage.found()).organizationId).toBe(host.organizationId);
  expect(await hours(id)).toEqual([100, 200]);
  await forgetHistory(world.services, stage.organizationId);
  world.clock.advance(16 * 60_000);
  await forgetHistory(world.services, stage.organizationId);
  expect(await pastIn(stage.organizationId)).toEqual([]);
  // The day of the move is folded in the new organization as a whole.
  world.clock.time = Math.floor(first / day) * day + 2 * day + 5 * hour;
  await foldDays(world.services, host.organizationId);
  const trails = await world.services.table.queryAll(rowsOfOrganization(host.organizationId));
  for (const row of trails) if (row.sk.startsWith("TRAIL#")) await world.services.table.remove(row);
  expect(await hours(id)).toEqual([100, 200]);
});

test("HIS12 OPS18 deleting an organization deletes the past of its deployments with everything else", async () => {
  expect((await pastIn(stage.organizationId)).length).toBeGreaterThan(1);
  const root = await signUp(world, { email: "root@example.com" });
  const deleted = await call(world, "DELETE", `/organizations/${stage.organizationId}`, { as: root });
  expect(deleted.status).toBe(204);
  expect(await world.services.table.queryAll(rowsOfOrganization(stage.organizationId))).toEqual([]);
});

describe("HIS12 what comes back keeps its past", () => {
  const { ask } = acceptances(world);
  const minute = 60_000;

  /** Two days with an hour of slots each. Only hours and days are left of the first one. */
  beforeEach(async () => {
    world.clock.time = (Math.floor(world.clock.now() / day) + 1) * day + day / 4;
    stage = await historyStage(world);
    first = await stage.reportSlots(12, () => figures(100));
    world.clock.time = Math.floor(first / day) * day + 1.25 * day;
    await foldDays(world.services, stage.organizationId);
    await stage.reportSlots(12, () => figures(200));
    for (const row of await trailsOf(world, stage.organizationId))
      if (Number(row.sk.slice(-8)) * slotMilliseconds < first + day / 2)
        await world.services.table.remove(row);
  });

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
});
