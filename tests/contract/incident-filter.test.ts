import type { DatabaseList } from "@shardwatch/core/contract/database";
import type { DeploymentList } from "@shardwatch/core/contract/deployment";
import type { IncidentList } from "@shardwatch/core/contract/incident";
import { duePasses } from "@shardwatch/core/incident/due";
import { beforeEach, expect, test } from "vitest";
import { superAdmin } from "../support/administer.ts";
import { incidentsOf, lookAt } from "../support/incidents.ts";
import { databases, reported, reportOf, send } from "../support/reports.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, createKey, type Person, signInAgain, signUp } from "../support/world.ts";

const minute = 60_000;
const world = await worldOfFile();
const root = await superAdmin(world);
let person: Person;
let key: { compositeKey: string };

beforeEach(async () => {
  person = await signUp(world);
  key = await createKey(world, person);
});

/** Reports these deployments, with memory used of 64 MiB. */
async function report(used: Readonly<Record<string, number>>): Promise<void> {
  const all = Object.entries(used).map(([name, mebibytes]) =>
    reported(name, { databases: databases(1, mebibytes) }),
  );
  expect((await send(world, key.compositeKey, reportOf(world, all))).status).toBe(202);
}

/** A store stays full until its incident opens. The others are well. */
async function untilFull(used: Readonly<Record<string, number>>): Promise<void> {
  for (let passed = 0; passed < 4; passed += 1) {
    world.clock.advance(minute);
    await report(used);
    await lookAt(world, person);
  }
  person = await signInAgain(world, person);
}

const answer = async (path: string, as = person): Promise<Response> => await call(world, "GET", path, { as });

async function listed(query: string, as = person): Promise<string[]> {
  const response = await answer(`/deployments?${query}`, as);
  expect(response.status).toBe(200);
  return ((await response.json()) as DeploymentList).deployments.map(({ name }) => name).toSorted();
}

test("INC11 the list, its CSV and the databases are filtered by the open incidents of their deployments", async () => {
  await untilFull({ full: 60, also: 61, well: 1 });
  expect(await listed("incident=open")).toEqual(["also", "full"]);
  expect(await listed("incident=none")).toEqual(["well"]);
  expect(await listed("incident=-none")).toEqual(["also", "full"]);
  expect(await listed("incident=acknowledged")).toEqual([]);
  expect(await listed("incident=unknown")).toEqual([]);
  const [incident] = (await incidentsOf(world, person)).filter(({ title }) => title.startsWith("full"));
  await call(world, "POST", `/incidents/${incident?.id}/acknowledgement`, { as: person, body: {} });
  expect(await listed("incident=acknowledged")).toEqual(["full"]);
  expect(await listed("incident=open,none&incident=-acknowledged")).toEqual(["also", "well"]);
  expect(await listed("incident=open&search=al")).toEqual(["also"]);
  const csv = await (await answer("/deployments.csv?incident=acknowledged")).text();
  expect(csv).toContain("full");
  expect(csv).not.toContain("also");
  const list = (await (await answer("/databases?incident=open")).json()) as DatabaseList;
  expect(list.databases.map(({ deploymentName }) => deploymentName).toSorted()).toEqual(["also", "full"]);
  // The process keeps the fleet for a while, and no other question may find the incidents in it.
  expect((await (await answer("/databases?incident=none")).json()) as DatabaseList).toMatchObject({
    total: 1,
  });
  expect((await answer("/deployments?incident=burning")).status).toBe(400);
});

test("INC11 ROL07 across all organizations, each row is asked for in its own", async () => {
  await untilFull({ "first full": 60, well: 1 });
  const first = person;
  person = await signUp(world);
  key = await createKey(world, person);
  await untilFull({ "second full": 60 });
  const as = await signInAgain(world, root);
  const found = await listed("incident=open", as);
  expect(found).toEqual(expect.arrayContaining(["first full", "second full"]));
  expect(found).not.toContain("well");
  expect(await listed(`incident=open&org=${first.organizationId}`, as)).toEqual(["first full"]);
  expect(await listed("incident=open", first)).toEqual(["first full"]);
});

test("INC04 INC11 the open ones name all that they concern, and say when organizations were last looked at", async () => {
  const names = Array.from({ length: 23 }, (_, index) => [`server ${index}`, 1] as const);
  await report(Object.fromEntries(names));
  await lookAt(world, person);
  for (let passed = 0; passed < 6; passed += 1) {
    world.clock.advance(minute);
    await lookAt(world, person);
  }
  await duePasses(world.services);
  person = await signInAgain(world, person);
  const { incidents, lookedAt } = (await (await answer("/incidents")).json()) as IncidentList;
  const [{ affected } = { affected: { count: 0, first: [], others: [] } }] = incidents;
  expect(affected).toMatchObject({ count: 23 });
  const ids = [...affected.first.map(({ id }) => id), ...(affected.others ?? [])];
  expect(affected.first).toHaveLength(20);
  expect(new Set(ids).size).toBe(23);
  expect(lookedAt).toBe(new Date(Math.floor(world.clock.now() / minute) * minute).toISOString());
});
