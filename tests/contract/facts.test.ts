import type {
  Deployment,
  DeploymentList,
  DeploymentListItem,
} from "@shardwatch/core/contract/deployment/deployment";
import type { ReportedDeployment } from "@shardwatch/core/contract/report/report";
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

/** The longest health that an agent reports. */
const health = {
  id: "0123456789abcdef0123456789abcdef",
  version: "1.10.12",
  startedAt: "2026-03-01T11:00:00.000Z",
  platform: "windows-arm64",
  clockSkewMs: -123_456,
  lastError: "orders: the connection was refused".padEnd(300, "."),
  roundMs: 123_456,
};

async function reportOnce(compositeKey: string, deployments: ReportedDeployment[]): Promise<void> {
  world.clock.advance(60_000);
  expect((await send(world, compositeKey, reportOf(world, deployments, { agent: health }))).status).toBe(202);
}

/** The write units of a second report that changes figures only. */
async function unitsOf(deployments: ReportedDeployment[]): Promise<number> {
  const { compositeKey } = await createKey(world, await signUp(world));
  await reportOnce(compositeKey, deployments);
  world.recorder.clear();
  await reportOnce(compositeKey, deployments);
  return world.recorder.sent.reduce((sum, { writeUnits }) => sum + writeUnits, 0);
}

async function listOf(): Promise<DeploymentList["deployments"]> {
  const answer = await call(world, "GET", "/deployments", { as: person });
  return ((await answer.json()) as DeploymentList).deployments;
}

async function detailOf(id: string | undefined): Promise<Deployment> {
  return (await (await call(world, "GET", `/deployments/${id}`, { as: person })).json()) as Deployment;
}

const terabytes = (count: number, evicted?: number) =>
  databases(count).map((database) => ({
    ...database,
    name: `${database.name} `.padEnd(60, "customers-"),
    memoryUsed: "123456789012",
    memoryLimit: "999999999999",
    ...(evicted !== undefined && { evicted }),
  }));

test("P1 ten deployments of one agent are one write unit with figures of twelve digits and a long error", async () => {
  const ten = (evicted?: number) =>
    Array.from({ length: 10 }, (_, index) =>
      reported(`production cache eu west ${index}`, {
        databases: terabytes(1, evicted),
        commands: { INFO: 1 },
      }),
    );
  expect(await unitsOf(ten())).toBe(1);
  expect(await unitsOf(ten(1_234_567))).toBe(1);
});

test("P1 a deployment of ten databases is one write unit, with its fullest one and evictions", async () => {
  expect(
    await unitsOf([reported("one", { databases: terabytes(10, 1_234_567), commands: { INFO: 1 } })]),
  ).toBe(1);
});

test("LSX01 the fullest database and the evicted keys of the last report are in list and detail", async () => {
  const { compositeKey } = await createKey(world, person);
  const several = (used: string, evicted: number) => [
    reported("several", {
      databases: databases(2).map((database, index) => ({
        ...database,
        ...(index === 1 && { name: "orders", memoryUsed: used, memoryLimit: "1000", evicted }),
      })),
    }),
    reported("one"),
  ];
  await reportOnce(compositeKey, several("900", 0));
  const measured = async () => {
    const [one, other] = (await listOf()).toSorted((left, right) => left.name.localeCompare(right.name));
    expect(one).not.toHaveProperty("fullest");
    expect(one).not.toHaveProperty("evicted");
    const detail = await detailOf(other?.id);
    expect(detail.databases.some((database) => "evicted" in database)).toBe(false);
    const { fullest, evicted } = detail;
    expect({ fullest, evicted }).toEqual({ fullest: other?.fullest, evicted: other?.evicted });
    return { memoryUsed: other?.memoryUsed, fullest, evicted };
  };
  expect(await measured()).toEqual({
    memoryUsed: "1049476",
    fullest: { utilization: 90, database: "orders" },
    evicted: undefined,
  });
  // Only the pulse is written.
  await reportOnce(compositeKey, several("957", 12));
  expect(await measured()).toEqual({
    memoryUsed: "1049533",
    fullest: { utilization: 95.7, database: "orders" },
    evicted: 12,
  });
  await reportOnce(compositeKey, several("900", 0));
  expect((await measured()).evicted).toBeUndefined();
});

test("LSX01 what cannot be read any more keeps its last fullest database, also after its agent's pulse is gone", async () => {
  const { compositeKey } = await createKey(world, person);
  const full = [{ ...databases(1)[0], id: "9", name: "full", memoryUsed: "99", memoryLimit: "100" }];
  const two = reported("two", { databases: [...databases(1), ...full] as ReportedDeployment["databases"] });
  await reportOnce(compositeKey, [two, reported("other")]);
  const fullest = { utilization: 99, database: "full" };
  await reportOnce(compositeKey, [
    { key: "two", name: "two", type: "STANDALONE", status: "unreachable" },
    reported("other"),
  ]);
  const found = async () => (await listOf()).find(({ name }) => name === "two");
  expect(await found()).toMatchObject({ status: "unreachable", fullest });
  await reportOnce(compositeKey, [two, reported("other")]);
  await reportOnce(compositeKey, [reported("other")]);
  expect(await found()).toMatchObject({ fullest });
  expect((await detailOf((await found())?.id)).fullest).toEqual(fullest);
});

async function changedAt(who: Person): Promise<string | null> {
  const answer = await call(world, "GET", "/deployments/changed", { as: await signInAgain(world, who) });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { changedAt: string | null }).changedAt;
}

test("P22 the time of the last change is that of a report with another status, not of one with other figures", async () => {
  const { compositeKey } = await createKey(world, person);
  const sendOne = (fields: object) =>
    send(world, compositeKey, reportOf(world, [{ ...reported("orders"), ...fields }]));
  const now = () => new Date(world.clock.now()).toISOString();
  expect(await changedAt(person)).toBeNull();
  await sendOne({});
  const first = now();
  expect(await changedAt(person)).toBe(first);
  world.clock.advance(60_000);
  await sendOne({});
  expect(await changedAt(person)).toBe(first);
  world.clock.advance(60_000);
  await sendOne({ status: "unreachable", databases: undefined });
  expect(await changedAt(person)).toBe(now());
  expect(await changedAt(await signUp(world))).toBeNull();
});
