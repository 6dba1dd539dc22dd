import { organizationOfJob } from "@shardwatch/core/access/scope.trusted";
import type { DeploymentList } from "@shardwatch/core/contract/deployment/deployment";
import { dueFolds } from "@shardwatch/core/history/fold/due";
import { foldDays } from "@shardwatch/core/history/fold/fold";
import { storeSlots } from "@shardwatch/core/history/store";
import type { StoredRow } from "@shardwatch/core/table/row";
import { createTable } from "@shardwatch/core/table/table";
import { afterAll, expect, test } from "vitest";
import { disturb } from "../support/disturb.ts";
import { figures, historyStage, range } from "../support/history-stage.ts";
import { historyOf, valuesOf } from "../support/history.ts";
import { databases, reported, reportOf, send } from "../support/reports.ts";
import { rowsOfOrganization } from "../support/scope.ts";
import { slotMilliseconds, slotStart } from "../support/slots.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, createKey, signInAgain, signUp } from "../support/world.ts";

const world = await worldOfFile();
const client = world.database.client();
afterAll(() => client.destroy());
const hour = 3_600_000;
const day = 24 * hour;

const crashing = (after: number) => {
  const disturbed = disturb(client, after);
  const table = createTable({ client: disturbed.client, name: world.database.tableName });
  return { services: { ...world.services, table }, writes: () => disturbed.writes() };
};

const folded = async (organizationId: string): Promise<StoredRow[]> =>
  (await world.services.table.queryAll(rowsOfOrganization(organizationId))).filter(({ sk }) =>
    /^(HOURS|DAYS)#/.test(sk),
  );

/** Ahead to a time of the next day, UTC. */
function toNextDay(after: number): number {
  world.clock.time = (Math.floor(world.clock.now() / day) + 1) * day + after;
  return world.clock.time;
}

/** Agents of one key, each with three servers, report slots of a day. */
async function reportedDay(agents = 5) {
  toNextDay(6 * hour);
  const stage = await historyStage(world);
  const names = ["a", "b", "c"];
  for (let agent = 0; agent < agents; agent += 1)
    for (let round = 0; round < 6; round += 1) {
      world.clock.advance(slotMilliseconds);
      const begun = slotStart(world, 1);
      const at = new Date(begun).toISOString();
      const deployments = names.map((name, index) => ({
        key: `${agent}-${name}`,
        status: "active",
        databases: figures(100 * agent + 10 * round + index),
      }));
      await send(
        world,
        stage.key,
        reportOf(
          world,
          names.map((name) => reported(`${agent}-${name}`)),
          {
            slots: [{ at, deployments }],
            agent: { id: `agent000000000${String(agent).padStart(2, "0")}`, version: "1" },
          },
        ),
      );
    }
  toNextDay(4 * hour);
  return stage;
}

test("HIS05 R1 a fold that is cut off after any write, and done again by the next tick, gives the same bytes", async () => {
  const { organizationId } = await reportedDay(2);
  await foldDays(world.services, organizationId);
  const expected = await folded(organizationId);
  expect(expected).toHaveLength(12);
  await foldDays(world.services, organizationId);
  expect(await folded(organizationId)).toEqual(expected);

  const progress = async () =>
    (await world.services.table.queryAll(rowsOfOrganization(organizationId))).filter(
      ({ sk }) => sk === "FOLDED",
    );
  const clear = async () => {
    for (const row of [...(await folded(organizationId)), ...(await progress())])
      await world.services.table.remove(row);
  };
  await clear();
  const counting = crashing(Infinity);
  await foldDays(counting.services, organizationId);
  const writes = counting.writes();
  expect(writes).toBeGreaterThan(12);
  for (let point = 1; point <= writes; point += 1) {
    await clear();
    await foldDays(crashing(point).services, organizationId).catch(() => undefined);
    await foldDays(world.services, organizationId);
    expect(await folded(organizationId), `after write ${point} of ${writes}`).toEqual(expected);
  }
}, 60_000);

test("HIS05 R14 a fold that stops half-way is continued by the next tick where it was", async () => {
  const other = await reportedDay();
  // At midnight no organization has its turn: what is due then has begun.
  const midnight = { now: () => Math.floor(world.clock.now() / day) * day };
  const isDue = async () =>
    (await dueFolds({ ...world.services, clock: midnight })).some(
      (job) => job.organizationId === other.organizationId,
    );
  // The day before has nothing of the five agents.
  await foldDays(world.services, other.organizationId, { limit: 5 });
  expect(await folded(other.organizationId)).toEqual([]);
  await foldDays(world.services, other.organizationId, { limit: 2 });
  expect(await folded(other.organizationId)).toHaveLength(12);
  expect(await isDue()).toBe(true);
  await foldDays(world.services, other.organizationId, { limit: 2 });
  await foldDays(world.services, other.organizationId, { limit: 2 });
  expect(await folded(other.organizationId)).toHaveLength(30);
  expect(await isDue()).toBe(false);
});

test("HIS05 R14 P16 a call begins no further owner after a quarter of a minute, and the next calls fold the rest", async () => {
  const { organizationId } = await reportedDay();
  await foldDays(world.services, organizationId);
  const expected = await folded(organizationId);
  for (const row of await world.services.table.queryAll(rowsOfOrganization(organizationId)))
    if (/^(HOURS#|DAYS#|FOLDED$)/.test(row.sk)) await world.services.table.remove(row);
  const slow = { now: () => (world.clock.time += 4_000) };
  let calls = 0;
  for (; calls < 20 && (await folded(organizationId)).length < expected.length; calls += 1)
    await foldDays({ ...world.services, clock: slow }, organizationId);
  expect(calls).toBeGreaterThan(2);
  expect(await folded(organizationId)).toEqual(expected);
});

test("HIS05 a day is folded once it is over for good, and each organization has its turn between four and ten o'clock", async () => {
  const { organizationId } = await reportedDay();
  const begun = Math.floor(world.clock.now() / day) * day;
  world.clock.time = begun + 3.9 * hour;
  await foldDays(world.services, organizationId);
  expect(await folded(organizationId)).toEqual([]);
  const turns: number[] = [];
  for (let at = 0; at < day; at += 300_000) {
    world.clock.time = begun + at;
    const due = await dueFolds(world.services);
    if (due.some((job) => job.organizationId === organizationId)) turns.push(at / hour);
  }
  expect(turns[0]).toBeGreaterThanOrEqual(4);
  expect(turns[0]).toBeLessThan(10);
  expect(turns.slice(1).every((at, index) => Math.abs(at - (turns[index] ?? 0) - 1) < 0.01)).toBe(true);
});

test("HIS05 a day that is folded late, when its first trails have expired, takes nothing away", async () => {
  const { organizationId } = await reportedDay();
  await foldDays(world.services, organizationId);
  const expected = await folded(organizationId);
  const rows = await world.services.table.queryAll(rowsOfOrganization(organizationId));
  for (const row of rows) {
    // Half of the day's trails are gone.
    if (row.sk.startsWith("TRAIL#") && Number(row.sk.slice(-8)) % 2 === 0)
      await world.services.table.remove(row);
    if (row.sk === "FOLDED") await world.services.table.remove(row);
  }
  await foldDays(world.services, organizationId);
  expect(await folded(organizationId)).toEqual(expected);
  // Three days later nothing of that day is read any more.
  world.clock.time += 3 * day;
  await foldDays(world.services, organizationId);
  expect(await folded(organizationId)).toEqual(expected);
});

test("HIS05 hours and days show the same before and after the fold, and hours stay 35 days", async () => {
  world.clock.time = Math.ceil(world.clock.now() / day) * day + 1_000;
  const stage = await historyStage(world);
  const first = await stage.reportSlots(30, (index) => figures(1_000 + index, { keys: [index] }));
  const { id } = await stage.found();
  const query = `?metric=memoryUsed,ops,keys,utilization&${range(first, first + 3 * hour)}`;
  const ask = async (step: number) =>
    await historyOf(world, await stage.signedIn(), id, `${query}&step=${step}`);
  const before = [await ask(3_600), await ask(86_400)];
  expect(valuesOf(before[0] ?? (await ask(3_600)), "memoryUsed")).toEqual([1_011, 1_023, 1_029]);
  toNextDay(5 * hour);
  await foldDays(world.services, stage.organizationId);
  const trails = (await world.services.table.queryAll(rowsOfOrganization(stage.organizationId))).filter(
    ({ sk }) => sk.startsWith("TRAIL#"),
  );
  for (const row of trails) await world.services.table.remove(row);
  const withoutAge = ({ unknown: _, ...rest }: Awaited<ReturnType<typeof ask>>) => rest;
  expect([await ask(3_600), await ask(86_400)].map(withoutAge)).toEqual(before.map(withoutAge));
  world.clock.time += 33 * day;
  expect(valuesOf(await ask(3_600), "memoryUsed")).toEqual([1_011, 1_023, 1_029]);
  world.clock.time += 360 * day;
  expect(valuesOf(await ask(86_400), "memoryUsed")).toEqual([1_029]);
});

test("MND18 utilization of hours and days is the largest of five minutes when the limit is raised or lowered, folded or not", async () => {
  world.clock.time = Math.ceil(world.clock.now() / day) * day + 1_000;
  const stage = await historyStage(world);
  const two = (used: [number, number], limit: [number, number]) => ({ ids: ["0", "1"], used, limit });
  // Enlarged in the first hour, emptied and lowered in the second, and the same all the time in the third.
  const said = (index: number) => {
    if (index < 12) return two([1_900, 10], [index < 6 ? 2_000 : 4_000, 100]);
    if (index < 24) return index < 18 ? two([1_900, 10], [4_000, 100]) : two([300, 10], [1_000, 100]);
    return two([index === 30 ? 600 : 300, 10], [1_000, 100]);
  };
  const first = await stage.reportSlots(36, said, { databases: databases(2) });
  const { id } = await stage.found();
  const ask = async (step: number, database: string) => {
    const query = `?metric=utilization&database=${database}&${range(first, first + 3 * hour)}&step=${step}`;
    const { series } = await historyOf(world, await stage.signedIn(), id, query);
    return series[0]?.values.map((value) => value && Math.round(value));
  };
  const expectLargest = async () => {
    expect(await ask(3_600, "0")).toEqual([95, 48, 60]);
    expect(await ask(86_400, "0")).toEqual([95]);
    const together = [(1_910 / 2_100) * 100, (1_910 / 4_100) * 100, (610 / 1_100) * 100].map(Math.round);
    expect(await ask(3_600, "total")).toEqual(together);
    expect(await ask(86_400, "total")).toEqual(together.slice(0, 1));
  };
  await expectLargest();
  toNextDay(5 * hour);
  await foldDays(world.services, stage.organizationId);
  const trails = (await world.services.table.queryAll(rowsOfOrganization(stage.organizationId))).filter(
    ({ sk }) => sk.startsWith("TRAIL#"),
  );
  for (const row of trails) await world.services.table.remove(row);
  await expectLargest();
});

test("HIS05 a day on which the owner changed has each slot from who owned the server then", async () => {
  toNextDay(6 * hour);
  const stage = await historyStage(world);
  await stage.report([]);
  const { id } = await stage.found();
  const second = (await createKey(world, await stage.signedIn())).compositeKey;
  // The other agent has a server of its own all the time.
  const agent = { id: "agent00000000002", version: "1" };
  await send(world, second, reportOf(world, [reported("session-store")], { agent }));
  const first = await stage.reportSlots(12, () => figures(100));
  await stage.report([stage.slot(first, figures(999))], {}, second);
  world.clock.time = first + 3 * hour;
  await stage.report([stage.slot(slotStart(world, 1), figures(999))], {}, second);
  world.clock.advance(slotMilliseconds);
  await stage.report([stage.slot(slotStart(world, 1), figures(7))], {}, second);
  toNextDay(5 * hour);
  await foldDays(world.services, stage.organizationId);
  const begun = Math.floor(first / hour) * hour;
  const answer = await historyOf(
    world,
    await stage.signedIn(),
    id,
    `?metric=memoryUsed&step=3600&${range(begun, begun + 4 * hour)}`,
  );
  expect(valuesOf(answer, "memoryUsed")).toEqual([100, null, null, 7]);
});

test("HIS05 R7 a clock that was a day ahead for a while costs no history", async () => {
  toNextDay(6 * hour);
  const stage = await historyStage(world);
  const first = await stage.reportSlots(12, () => figures(100));
  const right = world.clock.now();
  world.clock.time = right + day;
  await foldDays(world.services, stage.organizationId);
  expect(await folded(stage.organizationId)).toHaveLength(2);
  world.clock.time = right;
  await stage.reportSlots(24, () => figures(200));
  const { id } = await stage.found();
  const hours = async () => {
    const query = `?metric=memoryUsed&step=3600&${range(first, first + 4 * hour)}`;
    return valuesOf(await historyOf(world, await stage.signedIn(), id, query), "memoryUsed");
  };
  expect(await hours()).toEqual([100, 200, 200, null]);
  toNextDay(5 * hour);
  await foldDays(world.services, stage.organizationId);
  expect(await hours()).toEqual([100, 200, 200, null]);
});

const first = "agent00000000001";
const second = "agent00000000002";

/**
 * An agent of twelve servers that is another one from noon on, or the same. Both have a slot of every hour of their time,
 * with the number of the slot as the memory used.
 */
async function dayOfTwoOwners(fromNoon: string) {
  toNextDay(0);
  const person = await signUp(world);
  const { compositeKey, keyId } = await createKey(world, person);
  const fleet = Array.from({ length: 12 }, (_, index) => reported(`server ${index}`));
  const report = async (id: string) => {
    const answer = await send(world, compositeKey, reportOf(world, fleet, { agent: { id, version: "1" } }));
    expect(answer.status).toBe(202);
  };
  await report(first);
  const list = await call(world, "GET", "/deployments", { as: await signInAgain(world, person) });
  const ids = ((await list.json()) as DeploymentList).deployments.map(({ id }) => id);
  const begin = slotStart(world, 0) / slotMilliseconds;
  world.clock.advance(12 * hour);
  await report(fromNoon);
  const store = async (instance: string, hours: readonly number[]) => {
    const slots = hours.map((at) => ({
      slot: begin + at * 12,
      deployments: ids.map((id) => ({ id, status: "active", databases: { ids: ["0"], used: [at + 1] } })),
    }));
    const source = { kind: "agent", id: keyId, instance } as const;
    await storeSlots(world.services, organizationOfJob(person.organizationId), source, slots);
  };
  const hours = Array.from({ length: 24 }, (_, at) => at);
  if (fromNoon === first) await store(first, hours);
  else {
    await store(first, hours.slice(0, 12));
    await store(second, hours.slice(12));
  }
  toNextDay(5 * hour);
  return person.organizationId;
}

const foldedIn = async (organizationId: string) => {
  const rows = await world.services.table.queryAll(rowsOfOrganization(organizationId));
  return rows.filter(({ sk }) => /^(HOURS|DAYS)#/.test(sk));
};

/** Folds and returns how many requests that took. */
async function requestsOfFold(organizationId: string): Promise<number> {
  world.recorder.clear();
  await foldDays(world.services, organizationId);
  return world.recorder.sent.length;
}

test("HIS05 P16 a day of servers whose agent got another id is folded with a few more requests", async () => {
  const steady = await dayOfTwoOwners(first);
  const requests = await requestsOfFold(steady);
  const changed = await dayOfTwoOwners(second);
  expect(await requestsOfFold(changed)).toBeLessThan(requests + 10);
  const payloads = async (organization: string) => (await foldedIn(organization)).map((row) => row["p"]);
  expect(await payloads(changed)).toEqual(await payloads(steady));
});

test("HIS05 P16 R14 an owner whose time runs out between two groups of trails is folded by the next call", async () => {
  toNextDay(0);
  const person = await signUp(world);
  const { compositeKey } = await createKey(world, person);
  const agents = ["agent00000000001", "agent00000000002", "agent00000000003"];
  for (const [index, id] of agents.entries())
    for (let round = 0; round < 2; round += 1) {
      const at = new Date(slotStart(world, 1)).toISOString();
      const key = `server ${index}`;
      const deployments = [{ key, status: "active", databases: { ids: ["0"], used: [1] } }];
      const about = { agent: { id, version: "1" }, slots: [{ at, deployments }] };
      const answer = await send(world, compositeKey, reportOf(world, [reported(key)], about));
      expect(answer.status).toBe(202);
      world.clock.advance(slotMilliseconds);
    }
  toNextDay(5 * hour);
  const { table } = world.services;
  const slow: typeof table = {
    ...table,
    query: async (run, options) => {
      // Each Query of trails takes twenty seconds.
      if (run.prefix.startsWith("TRAIL#")) world.clock.advance(20_000);
      return await table.query(run, options);
    },
  };
  const owners: number[] = [];
  for (let attempt = 0; attempt < 5; attempt += 1) {
    await foldDays({ ...world.services, table: slow }, person.organizationId);
    owners.push((await foldedIn(person.organizationId)).length / 2);
  }
  expect(owners).toEqual([1, 2, 3, 3, 3]);
});
