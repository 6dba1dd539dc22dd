import { randomBytes, randomInt } from "node:crypto";
import { gzipSync } from "node:zlib";
import type { Deployment, DeploymentList } from "@shardwatch/core/contract/deployment/deployment";
import type { ReportAccepted } from "@shardwatch/core/contract/report/accepted";
import type { ReportedDeployment } from "@shardwatch/core/contract/report/report";
import { formatAgentKey } from "@shardwatch/core/kit/composite-key";
import { beforeEach, expect, test } from "vitest";
import { madeUpKeys } from "../support/made-up-keys.ts";
import { databases, reported, reportOf, send } from "../support/reports.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, createKey, type Person, signUp } from "../support/world.ts";

const world = await worldOfFile();
let person: Person;
let key: string;

beforeEach(async () => {
  person = await signUp(world);
  key = (await createKey(world, person)).compositeKey;
});

async function list(): Promise<DeploymentList["deployments"]> {
  const answer = await call(world, "GET", "/deployments", { as: person });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as DeploymentList).deployments;
}

async function detail(id: string): Promise<Deployment> {
  const answer = await call(world, "GET", `/deployments/${id}`, { as: person });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Deployment;
}

test("AGT02 AGT03 AGT06 LIM19 a report with a key is answered 202 with the ids and when to come again", async () => {
  const answer = await send(world, key, reportOf(world, [reported("cache"), reported("queue")]));
  expect(answer.status).toBe(202);
  const accepted = (await answer.json()) as ReportAccepted;
  expect(accepted.nextReportInSeconds).toBe(60);
  expect(accepted.serverTime).toBe(new Date(world.clock.now()).toISOString());
  expect(accepted.deployments.map((deployment) => deployment.key)).toEqual(["cache", "queue"]);
  expect((await list()).map((deployment) => deployment.id).toSorted()).toEqual(
    accepted.deployments.map((deployment) => deployment.id).toSorted(),
  );
});

test("AGT24 ENT21 ENT23 ENT24 ENT26 what was reported of a database is what the detail shows", async () => {
  const database = {
    id: "0",
    name: null,
    status: "active",
    version: "8.0.1",
    memoryUsed: "18014398509481985",
    memoryLimit: null,
    tlsEnabled: null,
  };
  await send(world, key, reportOf(world, [reported("big", { databases: [database] })]));
  const [item] = await list();
  expect(item).toMatchObject({ type: "STANDALONE", status: "active", databaseCount: 1, source: "agent" });
  expect(item?.memoryUsed).toBe("18014398509481985");
  expect((await detail(item?.id ?? "")).databases).toEqual([database]);
});

test("AGT04 a report may be compressed with gzip", async () => {
  const body = gzipSync(JSON.stringify(reportOf(world, [reported("zipped")])));
  const answer = await world.app.request("/agent/reports", {
    method: "POST",
    headers: {
      authorization: `Bearer ${key}`,
      "content-type": "application/json",
      "content-encoding": "gzip",
    },
    body,
  });
  expect(answer.status).toBe(202);
  expect((await list()).map((deployment) => deployment.name)).toEqual(["zipped"]);
});

test("AGT08 AGT17 the same report twice makes one deployment and one state, under the same id", async () => {
  const report = reportOf(world, [reported("twice")]);
  const first = (await (await send(world, key, report)).json()) as ReportAccepted;
  world.clock.advance(60_000);
  const before = await list();
  const second = await send(world, key, report);
  expect(second.status).toBe(202);
  expect(((await second.json()) as ReportAccepted).deployments).toEqual(first.deployments);
  expect(await list()).toEqual(before);
});

test("AGT17 a later report updates the deployment under the same id", async () => {
  await send(world, key, reportOf(world, [reported("growing")]));
  const [before] = await list();
  world.clock.advance(60_000);
  await send(world, key, reportOf(world, [reported("growing", { databases: databases(2, 8) })]));
  const [after, ...more] = await list();
  expect(more).toEqual([]);
  expect(after?.id).toBe(before?.id);
  expect(after).toMatchObject({ databaseCount: 2, memoryUsed: String(17 * 1_048_576) });
});

test("AGT09 an older report never overwrites a newer state", async () => {
  const old = reportOf(world, [reported("state", { name: "old name", databases: databases(3) })]);
  world.clock.advance(60_000);
  await send(world, key, reportOf(world, [reported("state", { name: "new name" })]));
  world.clock.advance(60_000);
  expect((await send(world, key, old)).status).toBe(202);
  expect(await list()).toMatchObject([{ name: "new name", databaseCount: 1 }]);
});

test("AGT10 unknown fields are ignored", async () => {
  const report = reportOf(world, [{ ...reported("extra"), colour: "blue" } as never]);
  const answer = await send(world, key, { ...report, mood: "good", agent: { ...report.agent, shoe: 42 } });
  expect(answer.status).toBe(202);
});

test.each([
  ["changed", { name: "too soon" }],
  ["unchanged", {}],
])(
  "AGT13 a report that comes too soon is answered 429 with Retry-After, and changes nothing, with deployments that are %s",
  async (_, fields) => {
    await send(world, key, reportOf(world, [reported("often")]));
    const before = await list();
    world.clock.advance(1_000);
    const answer = await send(world, key, reportOf(world, [reported("often", fields)]));
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await list()).toEqual(before);
    world.clock.advance(1_000);
    expect((await send(world, key, reportOf(world, [reported("often")]))).status).toBe(202);
    expect((await list()).map((deployment) => deployment.name)).toEqual(["often"]);
  },
);

test("AGT15 a key writes into its own organization only", async () => {
  const other = await signUp(world);
  const otherKey = (await createKey(world, other)).compositeKey;
  await send(world, key, reportOf(world, [reported("shared key")]));
  const [mine] = await list();
  const theirs = await send(world, otherKey, reportOf(world, [reported("shared key", { name: "theirs" })]));
  const { deployments } = (await theirs.json()) as ReportAccepted;
  expect(deployments.map(({ id }) => id)).not.toContain(mine?.id);
  await send(world, otherKey, reportOf(world, [reported(mine?.id ?? "", { name: "theirs" })]));
  expect(await list()).toEqual([mine]);
});

test("AGT16 KEY28 LIM20 a report sets the key's last use, told in steps of five minutes", async () => {
  const lastUsed = async () => {
    const answer = await call(world, "GET", "/access-key", { as: person });
    const { accessKeys } = (await answer.json()) as { accessKeys: { lastUsed: string | null }[] };
    return accessKeys[0]?.lastUsed;
  };
  expect(await lastUsed()).toBeNull();
  const step = world.clock.now() - (world.clock.now() % (5 * 60_000)) + 5 * 60_000;
  world.clock.time = step + 2 * 60_000;
  await send(world, key, reportOf(world, [reported("a")]));
  expect(await lastUsed()).toBe(new Date(step).toISOString());
  world.clock.advance(2 * 60_000);
  await send(world, key, reportOf(world, [reported("a")]));
  expect(await lastUsed()).toBe(new Date(step).toISOString());
  world.clock.advance(2 * 60_000);
  await send(world, key, reportOf(world, [reported("a")]));
  expect(await lastUsed()).toBe(new Date(step + 5 * 60_000).toISOString());
});

test("AGT25 a cluster that cannot be read keeps its type, its last databases and figures", async () => {
  const cluster = { type: "CLUSTER", databases: databases(2) } as const;
  await send(world, key, reportOf(world, [reported("gone", cluster), reported("fine")]));
  // The agent was restarted, and has never reached the server at this address.
  for (const minutes of [1, 2]) {
    world.clock.advance(60_000);
    const unreachable = reported("gone", { status: "unreachable", statusMessage: `refused ${minutes}` });
    delete unreachable.databases;
    await send(world, key, reportOf(world, [unreachable, reported("fine")]));
  }
  const items = await list();
  const gone = items.find((deployment) => deployment.name === "gone");
  expect(gone).toMatchObject({ type: "CLUSTER", status: "unreachable", statusMessage: "refused 2" });
  expect(gone?.databaseCount).toBe(2);
  expect(gone?.memoryUsed).toBe(String(3 * 1_048_576));
  expect((await detail(gone?.id ?? "")).databases).toEqual(databases(2));
  expect(items.find((deployment) => deployment.name === "fine")?.status).toBe("active");
});

test("ENT17 ENT19 LIM21 a deployment is stale after five silent minutes and active when it reports again", async () => {
  await send(world, key, reportOf(world, [reported("silent")]));
  world.clock.advance(5 * 60_000);
  expect(await list()).toMatchObject([{ status: "active" }]);
  world.clock.advance(1);
  const [stale] = await list();
  expect(stale?.status).toBe("stale");
  expect((await detail(stale?.id ?? "")).status).toBe("stale");
  await send(world, key, reportOf(world, [reported("silent")]));
  expect(await list()).toMatchObject([{ status: "active" }]);
});

test("ENT20 LIM22 DET23 a list item holds ten databases and the count, the detail holds all", async () => {
  await send(world, key, reportOf(world, [reported("many", { databases: databases(25) })]));
  const [item] = await list();
  expect(item?.databases).toHaveLength(10);
  expect(item?.databaseCount).toBe(25);
  expect((await detail(item?.id ?? "")).databases).toHaveLength(25);
});

test("a deployment that its agent no longer reports keeps its figures and turns stale", async () => {
  await send(
    world,
    key,
    reportOf(world, [reported("stays"), reported("leaves", { databases: databases(1, 9) })]),
  );
  const left = (await list()).find((deployment) => deployment.name === "leaves");
  world.clock.advance(6 * 60_000);
  await send(world, key, reportOf(world, [reported("stays")]));
  expect((await list()).find((deployment) => deployment.name === "leaves")).toEqual({
    ...left,
    status: "stale",
  });
});

test("five hundred deployments of one agent arrive in one report", async () => {
  const many = Array.from({ length: 500 }, (_, index) => reported(`server ${index}`));
  expect((await send(world, key, reportOf(world, many))).status).toBe(202);
  world.clock.advance(60_000);
  expect((await send(world, key, reportOf(world, many.slice(0, 450)))).status).toBe(202);
  const items = await list();
  expect(items).toHaveLength(500);
  const fresh = items.filter((item) => item.lastUpdated === new Date(world.clock.now()).toISOString());
  expect(fresh).toHaveLength(450);
});

async function keys(): Promise<unknown> {
  return await (await call(world, "GET", "/access-key", { as: person })).json();
}

test("AGT11 KEY24 a revoked key is refused from the next report on", async () => {
  const { keyId, compositeKey } = await createKey(world, person, "To be revoked");
  expect((await send(world, compositeKey, reportOf(world, [reported("a")]))).status).toBe(202);
  expect((await call(world, "DELETE", `/access-key/${keyId}`, { as: person })).status).toBe(204);
  world.clock.advance(60_000);
  expect((await send(world, compositeKey, reportOf(world, [reported("a")]))).status).toBe(401);
});

test("AGT12 a key that is missing, mistyped, unknown or revoked is refused, a missing or mistyped one without a read", async () => {
  const report = reportOf(world, [reported("a")]);
  const last = key.at(-1) === "0" ? "1" : "0";
  world.recorder.clear();
  for (const wrong of [`${key.slice(0, -1)}${last}`, "sw_nonsense", "", key.toLowerCase()])
    expect((await send(world, wrong, report)).status).toBe(401);
  expect((await call(world, "POST", "/agent/reports", { body: report })).status).toBe(401);
  expect(world.recorder.sent).toEqual([]);
  const unknown = formatAgentKey("key_00000000000000000000000000", randomBytes(32));
  const revoked = await createKey(world, person, "Revoked one");
  await call(world, "DELETE", `/access-key/${revoked.keyId}`, { as: person });
  for (const wrong of [unknown, revoked.compositeKey]) {
    const answer = await send(world, wrong, report);
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({
      code: "BAD_API_KEY",
      details: [expect.stringMatching(/^Authorization: /)],
    });
  }
  expect(await list()).toEqual([]);
});

test("AGT12 KEY26 the id of a key opens nothing without the secret of that key", async () => {
  await send(world, key, reportOf(world, [reported("mine")]));
  world.clock.advance(60_000);
  const other = (await createKey(world, person, "Another key")).compositeKey;
  const before = [await list(), await keys()];
  for (const [name, wrong] of Object.entries(madeUpKeys(key, other))) {
    world.recorder.clear();
    const answer = await send(world, wrong, reportOf(world, [reported("mine", { name: "Forged" })]));
    expect(answer.status, name).toBe(401);
    expect(await answer.json(), name).toMatchObject({ code: "BAD_API_KEY" });
    expect(
      world.recorder.sent.map(({ writeUnits }) => writeUnits),
      name,
    ).toEqual([0]);
  }
  expect([await list(), await keys()]).toEqual(before);
});

/**
 * Sends a server among forty others, which is more than a page holds, while all of these become degraded.
 * Resolves to the server, and to the ids of the others.
 */
async function sendBesideOthers(fields: Partial<ReportedDeployment>): Promise<[Deployment, string[]]> {
  const others = (status: string) =>
    Array.from({ length: 40 }, (_, n) => ({ ...reported(`other ${n}`), status }));
  await send(world, key, reportOf(world, others("active")));
  world.clock.advance(60_000);
  const answer = await send(world, key, reportOf(world, [reported("large", fields), ...others("degraded")]));
  expect(answer.status).toBe(202);
  const { deployments } = (await answer.json()) as ReportAccepted;
  const [large, ...ids] = deployments.map(({ id }) => id);
  const shown = await call(world, "GET", `/deployments/${large}`, { as: person });
  return [(await shown.json()) as Deployment, ids];
}

async function expectOthersDegraded(ids: readonly string[]): Promise<void> {
  expect(ids).toHaveLength(40);
  const shownList = await call(world, "GET", "/deployments?limit=100", { as: person });
  const { deployments } = (await shownList.json()) as DeploymentList;
  const degraded = deployments.filter(({ status }) => status === "degraded").map(({ id }) => id);
  expect(degraded.toSorted()).toEqual(ids.toSorted());
}

test("LIM18 R12 more databases than a row holds are stored in part, a gap says so, and other servers stay up to date", async () => {
  const names = databases(2_800).map((one) => ({
    ...one,
    name: randomBytes(148).toString("base64url"),
  }));
  const [large, ids] = await sendBesideOthers({ databases: names });
  expect(large.databases.length).toBeGreaterThan(500);
  expect(large.databases.length).toBeLessThan(2_800);
  expect(large.gaps).toEqual([`${2_800 - large.databases.length} more databases are too large to be stored`]);
  await expectOthersDegraded(ids);
});

test("DEX01 R12 shards that no row holds are left out with a gap, and other servers stay up to date", async () => {
  const letters = (length: number) =>
    String.fromCharCode(...Array.from({ length }, () => 0x4e00 + randomInt(20_000)));
  const shards = Array.from({ length: 1_600 }, (_, index) => ({
    id: `${index}${letters(58)}`,
    database: "1",
    node: letters(64),
    role: null,
    state: letters(40),
  }));
  const [large, ids] = await sendBesideOthers({ type: "ENTERPRISE", shards });
  expect(large.databases).toHaveLength(1);
  expect(large).not.toHaveProperty("shards");
  expect(large.gaps).toEqual(["The 1600 shards are too large to be stored"]);
  await expectOthersDegraded(ids);
});
