import { work } from "@shardwatch/functions/jobs/work";
import { everyMinute } from "@shardwatch/functions/jobs/minute";
import { afterAll, expect, test } from "vitest";
import { alertRowsOf, lookAt } from "../support/incidents.ts";
import { startOwnApi } from "../support/own-api.ts";
import { interrupted } from "../support/interrupted.ts";
import { databases, reported, reportOf, send } from "../support/reports.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { createKey, signUp } from "../support/world.ts";

const minute = 60_000;
const world = await worldOfFile();
const api = await startOwnApi(world);
afterAll(() => api.stop());
world.clock.time = Math.ceil(world.clock.time / (60 * minute)) * 60 * minute;

/** The jobs of the schedule's next call. */
async function jobs() {
  await everyMinute(world.services, world.queue, api.canaryReports);
  const taken = [];
  for (let next = world.queue.take(); next; next = world.queue.take()) taken.push(next.job);
  return taken;
}

async function watchedOrganization() {
  const person = await signUp(world);
  const { compositeKey } = await createKey(world, person);
  await send(world, compositeKey, reportOf(world, [reported("one")]));
  return person;
}

test("INC02 every minute looks at organizations with agents, and every fifth at all, at most 25 in a job", async () => {
  const person = await watchedOrganization();
  const others = await Promise.all(Array.from({ length: 30 }, () => signUp(world)));
  const at = world.clock.now();
  const all = await jobs();
  expect(all.map((job) => ("organizationIds" in job ? job.organizationIds.length : 0))).toEqual([25, 6]);
  expect(all[0]).toMatchObject({ kind: "evaluate", minute: at, previous: at, since: at, heardSince: 0 });
  for (const job of all) expect(await work(world.services, JSON.stringify(job))).toBe(true);
  expect(await alertRowsOf(world, person)).toHaveLength(1);
  expect(await alertRowsOf(world, others[0] ?? person)).toEqual([]);
  world.clock.advance(minute);
  const expected = { kind: "evaluate", organizationIds: [person.organizationId], heardSince: 0 };
  expect(await jobs()).toEqual([{ ...expected, minute: at + minute, previous: at, since: at }]);
  // A schedule that fires twice in a minute says the same.
  world.clock.advance(30_000);
  expect(await jobs()).toEqual([{ ...expected, minute: at + minute, previous: at, since: at }]);
});

test("INC08 the minute after a gap begins anew", async () => {
  const before = world.clock.now();
  world.clock.advance(180 * minute);
  const [job] = await jobs();
  const now = world.clock.now() - (world.clock.now() % minute);
  expect(job).toMatchObject({ minute: now, since: now });
  expect(job && "previous" in job && job.previous).toBeLessThanOrEqual(before);
});

test("INC07 a pass that comes more than two minutes late is dropped", async () => {
  const person = await watchedOrganization();
  const due = { kind: "evaluate", organizationIds: [person.organizationId], previous: 0, since: 0 };
  const now = world.clock.now() - (world.clock.now() % minute);
  world.clock.time = now + 1;
  expect(await work(world.services, JSON.stringify({ ...due, minute: now - 2 * minute }))).toBe(true);
  expect(await alertRowsOf(world, person)).toEqual([]);
  expect(await work(world.services, JSON.stringify({ ...due, minute: now - minute }))).toBe(true);
  expect(await alertRowsOf(world, person)).toHaveLength(1);
});

test("INC07 a pass of an organization that is gone writes nothing", async () => {
  await lookAt(world, { organizationId: "org_00000000000000000000000000" });
  expect(await alertRowsOf(world, { organizationId: "org_00000000000000000000000000" })).toEqual([]);
});

test.for([
  ["below half of its limit", 0, 30, "volatile-lru"],
  ["that evicts any key", 0, 63, "allkeys-lru"],
  ["that evicts nothing", 0, 63, "noeviction"],
  ["that fills up and evicts keys with an expiry", 1, 63, "volatile-lru"],
] as const)(
  "RUN01 INC10 P18 a pass over a database %s reads the outlook %d times",
  async ([, reads, used, policy]) => {
    const person = await signUp(world);
    const { compositeKey } = await createKey(world, person);
    const one = databases(1, used).map((database) => ({ ...database, evictionPolicy: policy }));
    await send(world, compositeKey, reportOf(world, [reported("one", { databases: one })]));
    let counted = 0;
    const table = interrupted(world, /^QueryCommand.*OUTLOOK#/, () => Promise.resolve((counted += 1)));
    await lookAt(world, person, { table });
    expect(counted).toBe(reads);
  },
);
