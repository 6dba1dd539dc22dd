import type { Deployment, DeploymentList, DeploymentListItem } from "@shardwatch/core/contract/deployment";
import type { ReportedDeployment } from "@shardwatch/core/contract/report";
import { beforeEach, expect, test } from "vitest";
import { databases, reported, reportOf, send } from "../support/reports.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, createKey, type Person, signInAgain, signUp } from "../support/world.ts";

const world = await worldOfFile();
const minute = 60_000;
let person: Person;
let key: Awaited<ReturnType<typeof createKey>>;

beforeEach(async () => {
  person = await signUp(world);
  key = await createKey(world, person);
});

async function report(agent: string, deployments: ReportedDeployment[], withKey = key): Promise<string> {
  world.clock.advance(minute);
  const id = agent.padEnd(12, "0");
  const body = reportOf(world, deployments, { agent: { id, version: "1" } });
  expect((await send(world, withKey.compositeKey, body)).status).toBe(202);
  return new Date(world.clock.now()).toISOString();
}

async function only(filter = ""): Promise<DeploymentListItem | undefined> {
  const as = await signInAgain(world, person);
  const answer = await call(world, "GET", `/deployments?${filter}`, { as });
  const { deployments } = (await answer.json()) as DeploymentList;
  const [item] = deployments;
  if (!item) return undefined;
  const detail = await call(world, "GET", `/deployments/${item.id}`, { as });
  const { facts, statusSince, via } = (await detail.json()) as Deployment;
  expect({ facts, statusSince, via }).toEqual({
    facts: item.facts,
    statusSince: item.statusSince,
    via: item.via,
  });
  return item;
}

const unreachable: ReportedDeployment = {
  key: "server",
  name: "server",
  type: "STANDALONE",
  status: "unreachable",
};

const server = (fields: object = {}) =>
  reported("server", { databases: databases(2).map((database) => ({ ...database, ...fields })) });

test("FIL01 what an agent reports of its databases is in list, detail and filter", async () => {
  const facts = { engine: "valkey", evictionPolicy: "allkeys-lru", version: "8.1.1", tlsEnabled: false };
  await report("first", [server({ ...facts, memoryLimit: "0", evicted: 3 })]);
  const item = await only("engine=valkey&policy=allkeys-lru&version=8..&tls=no&evicting=yes&gaps=no");
  expect(item?.facts).toEqual({
    engines: ["valkey"],
    versions: ["8.1.1", "8.1.1"],
    tls: "no",
    policy: "allkeys-lru",
    unlimited: 2,
    evictions: true,
  });
  expect(await only("engine=redis")).toBeUndefined();
  expect(await only("util=none")).toBeDefined();
  await report("first", [{ ...server(facts), gaps: ["The user may not run CLUSTER INFO"] }]);
  expect(await only("gaps=yes")).toBeDefined();
});

test("FIL03 an agent of a former release reports no policy, which is then unknown", async () => {
  await report("first", [server()]);
  for (const term of ["policy=noeviction", "policy=-noeviction", "engine=redis", "evicting=no"])
    expect(await only(term), term).toBeUndefined();
  expect(await only("policy=unknown")).toBeDefined();
});

test("LSX04 a status is stored with the time since which it lasts, and other changes keep that time", async () => {
  const since = await report("first", [server()]);
  await report("first", [server({ status: "pending" })]);
  await report("first", [server()]);
  expect(await only()).toMatchObject({ status: "active", statusSince: since });
  const down = await report("first", [unreachable]);
  await report("first", [{ ...unreachable, statusMessage: "Connection refused" }]);
  expect(await only()).toMatchObject({ status: "unreachable", statusSince: down });
  world.clock.advance(10 * minute);
  expect(await only()).toMatchObject({ status: "stale", statusSince: down });
  const up = await report("first", [server()]);
  expect(await only()).toMatchObject({ status: "active", statusSince: up });
});

test("FIL01 what could not be read again keeps its facts, and its new gaps", async () => {
  await report("first", [server({ engine: "redis" })]);
  const before = (await only())?.facts;
  await report("first", [{ ...unreachable, gaps: ["INFO: denied"] }]);
  expect((await only())?.facts).toEqual({ ...before, gaps: true });
  await report("first", [unreachable]);
  expect((await only())?.facts).toEqual({ ...before, gaps: true });
  await report("first", [{ ...unreachable, gaps: [] }]);
  expect((await only())?.facts).toEqual(before);
});

test("LSX01 FIL01 a deployment names the key and the agent that report it, also after another has taken over", async () => {
  await report("first", [server()]);
  expect((await only())?.via).toBe(`${key.keyId}/first0000000`);
  const next = await createKey(world, person, "Next key");
  await report("first", [server()], next);
  expect((await only(`via=${next.keyId}`))?.via).toBe(`${next.keyId}/first0000000`);
  expect(await only(`via=${key.keyId}`)).toBeUndefined();
});

test("FIL01 R12 a limit of several zeros is no limit set, and figures lose the zeros before them", async () => {
  await report("first", [server({ memoryLimit: "000", memoryUsed: "0007" })]);
  const item = await only("maxmemory=none&memory=14");
  expect(item).toMatchObject({ memoryLimit: "0", memoryUsed: "14", facts: { unlimited: 2 } });
});
