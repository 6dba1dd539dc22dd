import { organizationOfJob } from "@shardwatch/core/access/scope.job";
import type { DeploymentList } from "@shardwatch/core/contract/deployment";
import { foldDays } from "@shardwatch/core/history/fold/fold";
import { storeSlots } from "@shardwatch/core/history/store";
import { expect, test } from "vitest";
import { reported, reportOf, send } from "../support/reports.ts";
import { rowsOfOrganization } from "../support/scope.ts";
import { slotMilliseconds, slotStart } from "../support/slots.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, createKey, signInAgain, signUp } from "../support/world.ts";

const world = await worldOfFile();
const hour = 3_600_000;
const day = 24 * hour;
const toNextDay = (after: number) => {
  world.clock.time = (Math.floor(world.clock.now() / day) + 1) * day + after;
};
const first = "agent00000000001";
const second = "agent00000000002";

/**
 * An agent of twelve servers that is another one from noon on, or the same. Both have a slot of every hour of their time,
 * with the number of the slot as the memory used.
 */
async function reportedDay(fromNoon: string) {
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
  const steady = await reportedDay(first);
  const requests = await requestsOfFold(steady);
  const changed = await reportedDay(second);
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
  const folded: number[] = [];
  for (let attempt = 0; attempt < 5; attempt += 1) {
    await foldDays({ ...world.services, table: slow }, person.organizationId);
    folded.push((await foldedIn(person.organizationId)).length / 2);
  }
  expect(folded).toEqual([1, 2, 3, 3, 3]);
});
