import type { IncidentList } from "@shardwatch/core/contract/incident/incident";
import { serve } from "../support/serve.ts";
import { canaryReportsTo, startOwnApi } from "../support/own-api.ts";
import { duePasses } from "@shardwatch/core/incident/due";
import { everyMinute } from "@shardwatch/functions/jobs/minute";
import { work } from "@shardwatch/functions/jobs/work";
import { afterEach, beforeEach, expect, test } from "vitest";
import { superAdmin } from "../support/administer.ts";
import { incidentsOf } from "../support/incidents.ts";
import { reported, reportOf, send } from "../support/reports.ts";
import {
  call,
  createKey,
  type Person,
  signInAgain,
  signUp,
  startWorld,
  type World,
} from "../support/world.ts";

const minute = 60_000;
const hour = 60 * minute;
let world: World;
let api: Awaited<ReturnType<typeof startOwnApi>>;

beforeEach(async () => {
  world = await startWorld();
  api = await startOwnApi(world);
});
afterEach(async () => {
  await api.stop();
  await world.stop();
});

/** The next minute of the schedule. Its jobs are done where somebody wants to look. */
async function nextMinute(worksJobs = true): Promise<number[]> {
  world.clock.advance(minute);
  await everyMinute(world.services, world.queue, api.canaryReports);
  const since: number[] = [];
  for (let next = world.queue.take(); next; next = world.queue.take()) {
    if (next.job.kind !== "evaluate") continue;
    since.push(next.job.heardSince ?? 0);
    if (worksJobs) expect(await work(world.services, JSON.stringify(next.job))).toBe(true);
  }
  return since;
}

/** `npm run prove -- outage` takes 1,000 agents and three hours. */
const count = Number(process.env["AGENTS"] ?? 4);
const deadMinutes = Number(process.env["DEAD_MINUTES"] ?? 8);
const limit = 10_000 + 1_000 * count;

const agents = Array.from({ length: count }, (_, index) => `agent${String(index).padStart(4, "0")}`);
/** A key takes so many agents. */
const agentsOfKey = 100;

async function report(keys: readonly string[], names = agents): Promise<void> {
  for (const name of names) {
    const key = keys[Math.floor(agents.indexOf(name) / agentsOfKey)] ?? "";
    const agent = { agent: { id: name.padEnd(16, "0"), name, version: "1.0.0" } };
    expect((await send(world, key, reportOf(world, [reported(name)], agent))).status).toBe(202);
  }
}

test("INC08 our own report is one of a key and an organization that nobody lists, and its key works for that report alone", async () => {
  const root = await superAdmin(world);
  const sent: string[] = [];
  const listening = {
    post: async (...given: Parameters<typeof api.canaryReports.post>) => {
      sent.push(given[0].reveal());
      return await api.canaryReports.post(...given);
    },
  };
  for (let index = 0; index < 2; index += 1) {
    world.clock.advance(minute);
    await everyMinute(world.services, world.queue, listening);
  }
  const { table } = world.services;
  expect(await table.get({ pk: "PLATFORM", sk: "CANARY" })).toMatchObject({ accepted: "f".repeat(16) });
  const pulses = await table.queryAll({ pk: "ORG#org_canary", prefix: "PULSE#" });
  expect(pulses).toHaveLength(1);
  const [former = "", latest = ""] = sent;
  const statusOf = async (key: string) =>
    (await call(world, "POST", "/agent/reports", { key, body: {} })).status;
  expect(await statusOf(former)).toBe(401);
  expect(await statusOf(latest)).toBe(400);
  world.clock.advance(2 * minute);
  expect(await statusOf(latest)).toBe(401);
  expect(world.logLines.join()).not.toContain(latest);
  for (const path of ["/organizations", "/accounts", "/deployments"]) {
    const answer = await call(world, "GET", path, { as: await signInAgain(world, root) });
    expect(await answer.text(), path).not.toContain("canary");
  }
  world.clock.time = Math.ceil(world.clock.time / (5 * minute)) * 5 * minute;
  const due = await duePasses(world.services);
  expect(due.flatMap(({ organizationIds }) => organizationIds)).toEqual([root.organizationId]);
});

test("INC08 an answer that is no acceptance counts as an outage", async () => {
  const server = await serve(() => new Response("busy", { status: 503 }));
  for (let index = 0; index < 2; index += 1) {
    world.clock.advance(minute);
    await everyMinute(world.services, world.queue, canaryReportsTo(server.url));
  }
  await server.stop();
  expect(await world.services.table.get({ pk: "PLATFORM", sk: "CANARY" })).toMatchObject({
    accepted: "fffffffffffffffc",
  });
  expect(world.logLines.join()).toContain('"our own report was not accepted","status":503');
});

async function deafUntil(person: Person): Promise<number> {
  const as = await signInAgain(world, person);
  const answer = await call(world, "GET", "/incidents", { as });
  const list = (await answer.json()) as IncidentList;
  return Date.parse(list.deafUntil ?? "");
}

async function watched(): Promise<{ person: Person; keys: string[] }> {
  world.clock.time = Math.ceil(world.clock.time / hour) * hour;
  const person = await signUp(world);
  const keys: string[] = [];
  while (keys.length * agentsOfKey < count) keys.push((await createKey(world, person)).compositeKey);
  // The fifth minute looks at every organization, so from then on this one is watched.
  for (let passed = 1; passed < 5; passed += 1) await nextMinute(false);
  await report(keys);
  await nextMinute();
  return { person, keys };
}

test(
  "INC08 R21 while our ingest is dead no incident opens, and agents that stay dead are reported afterwards",
  { timeout: limit },
  async () => {
    const { person, keys } = await watched();
    api.silence();
    for (let passed = 1; passed <= deadMinutes; passed += 1) {
      const since = await nextMinute(passed % 6 === 0);
      if (passed >= 2) expect(since).toEqual([world.clock.now()]);
    }
    expect(await incidentsOf(world, person)).toEqual([]);
    expect(await deafUntil(person)).toBe(world.clock.now() + 10 * minute);
    api.start();
    const [living, dead] = [agents.slice(0, -2), agents.slice(-2)];
    for (let passed = 1; passed <= 10; passed += 1) {
      await nextMinute();
      if (passed === 2 || passed === 7) await report(keys, living);
    }
    expect(await incidentsOf(world, person)).toEqual([]);
    expect(await deafUntil(person)).toBe(world.clock.now() + minute);
    await nextMinute();
    expect(await deafUntil(person)).toBeNaN();
    const incidents = await incidentsOf(world, person);
    expect(incidents.map(({ rule }) => rule)).toEqual(["silent", "silent"]);
    expect(incidents.map(({ cause }) => cause.name).toSorted()).toEqual(dead);
  },
);

test("INC08 agents that die while our ingest works are reported as ever", { timeout: limit }, async () => {
  const { person } = await watched();
  for (let passed = 1; passed <= 6; passed += 1) await nextMinute();
  expect(await incidentsOf(world, person)).toMatchObject([{ cause: { kind: "network" } }]);
});
