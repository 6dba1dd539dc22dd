import { inflateRawSync } from "node:zlib";
import type { DeploymentList } from "@shardwatch/core/contract/deployment";
import type { FleetHistory, Sparks } from "@shardwatch/core/contract/fleet-history";
import { beforeEach, expect, test } from "vitest";
import { superAdmin } from "../support/administer.ts";
import { censusRowsOf, takeCensus } from "../support/census.ts";
import { databases, reported, reportOf, send } from "../support/reports.ts";
import { slotFigures, slotStart } from "../support/slots.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, createKey, join, type Person, signInAgain, signUp } from "../support/world.ts";

const minute = 60_000;
const hour = 60 * minute;
const world = await worldOfFile();
const root = await superAdmin(world);
let person: Person;
let key: string;

beforeEach(async () => {
  // Each test begins at ten past an hour of the middle of a day.
  world.clock.time = Math.ceil(world.clock.time / (24 * hour)) * 24 * hour + 12 * hour + 10 * minute;
  person = await signUp(world);
  key = (await createKey(world, person)).compositeKey;
});

type Entry = Parameters<typeof reported>;

async function report(deployments: Entry[], { slots = false, by = key, agent = 1 } = {}) {
  world.clock.advance(2_000);
  const entries = deployments.map((entry) => reported(...entry));
  const figures = { clients: [5], hits: [90], misses: [10], ops: [20] };
  const slot = {
    at: new Date(slotStart(world, 1)).toISOString(),
    deployments: entries.map((entry) => ({
      key: entry.key,
      status: entry.status,
      databases: { ...slotFigures(1, 0), ...figures },
    })),
  };
  const about = { id: `agent0000000000${agent}`, version: "1" };
  const fields = { agent: about, ...(slots && { slots: [slot] }) };
  const answer = await send(world, by, reportOf(world, entries, fields));
  expect(answer.status).toBe(202);
}

async function ask<T>(path: string, as = person, status = 200): Promise<T> {
  const signedIn = await signInAgain(world, as);
  const answer = await call(world, "GET", path, { as: signedIn });
  expect(answer.status).toBe(status);
  return (await answer.json()) as T;
}

const history = (query = "") => ask<FleetHistory>(`/history${query}`);
const sparks = () => ask<Sparks>("/history/sparks");

/** The last value of each metric. */
const latest = ({ series }: FleetHistory) =>
  Object.fromEntries(series.map(({ metric, values }) => [metric, values.at(-1)]));

test("HIS14 a census counts deployments by type and status, memory, shards, and operations of the newest five minutes", async () => {
  const license = {
    activationDate: null,
    expirationDate: null,
    clusterName: "cluster",
    owner: null,
    ramShardsInUse: 3,
    ramShardsLimit: 10,
    flashShardsInUse: 1,
    flashShardsLimit: 4,
    shardsLimit: 14,
    features: [],
  };
  await report(
    [
      ["one"],
      ["two", { status: "degraded", databases: databases(2) }],
      ["three", { type: "ENTERPRISE", license, status: "of its own" }],
    ],
    { slots: true },
  );
  expect(await takeCensus(world, person)).toBe(true);
  const found = await history();
  expect(found.types).toMatchObject([{ type: "STANDALONE" }, { type: "ENTERPRISE" }]);
  expect(found.types.map(({ values }) => values.at(-1))).toEqual([2, 1]);
  expect(Object.fromEntries(found.statuses.map(({ status, values }) => [status, values.at(-1)]))).toEqual({
    active: 1,
    degraded: 1,
    other: 1,
  });
  expect(latest(found)).toEqual({
    databases: 4,
    memoryUsed: 5 * 1_048_576,
    memoryLimit: 4 * 67_108_864,
    unlimited: 0,
    measured: 3,
    ops: 60,
    clients: 15,
    hitRatio: 90,
    ramShards: 3,
    ramShardLimit: 10,
    flashShards: 1,
    flashShardLimit: 4,
  });
  expect(found.newest).toBe(new Date(Math.floor(world.clock.now() / hour) * hour).toISOString());
});

test("HIS14 operations are unknown without a slot of the last minutes, and only the owner's slots count", async () => {
  const other = (await createKey(world, person, "Other")).compositeKey;
  await report([["one"]], { slots: true });
  world.clock.advance(40 * minute);
  await report([["one"]]);
  await report([["one"]], { slots: true, by: other, agent: 2 });
  await takeCensus(world, person);
  expect(latest(await history())).toMatchObject({ databases: 1, memoryUsed: 1_048_576, measured: 0 });
  expect(latest(await history())).not.toHaveProperty("ops");
});

test("HIS14 operations of a deployment that another key took over are its own", async () => {
  const other = (await createKey(world, person, "Other")).compositeKey;
  await report([["one"]], { slots: true });
  world.clock.advance(10 * minute);
  await report([["one"]], { slots: true, by: other });
  await report([["two"]], { by: other });
  await takeCensus(world, person);
  expect(latest(await history())).toMatchObject({ databases: 2, measured: 1, ops: 20 });
});

test("HIS14 operations of an agent count whatever else it reports", async () => {
  const colleague = await signUp(world);
  await join(world, colleague, person);
  const by = (await createKey(world, colleague)).compositeKey;
  const others = Array.from({ length: 301 }, (_, index): Entry => [`other ${index}`]);
  await report(others);
  // They stay the person's. The slot is divided by all that it has.
  await report([...others, ["own"]], { slots: true, by, agent: 2 });
  await takeCensus(world, person);
  expect(latest(await history())).toMatchObject({ databases: 302, measured: 1, ops: 20 });
});

test("HIS14 a census within the same hour changes no byte, whatever happened meanwhile", async () => {
  await report([["one"]]);
  await takeCensus(world, person);
  const before = await censusRowsOf(world, person);
  expect(before).toHaveLength(2);
  world.clock.advance(20 * minute);
  await report([["one", { databases: databases(3) }], ["two"]]);
  await takeCensus(world, person);
  expect(await censusRowsOf(world, person)).toEqual(before);
  world.clock.advance(hour);
  await takeCensus(world, person);
  expect(await censusRowsOf(world, person)).not.toEqual(before);
});

test("HIS13 a sparkline follows the hours: levels of the limit, silence, and nothing of a deployment that is new", async () => {
  await report([
    ["one", { databases: databases(1, 32) }],
    ["free", { databases: unlimited(10) }],
  ]);
  await takeCensus(world, person);
  world.clock.advance(hour);
  await takeCensus(world, person);
  world.clock.advance(hour);
  await report([["one", { databases: databases(1, 64) }], ["free", { databases: unlimited(5) }], ["new"]]);
  await takeCensus(world, person);
  const { deployments } = await ask<DeploymentList>("/deployments");
  const found = await sparks();
  expect(found.at).toBe(new Date(Math.floor(world.clock.now() / hour) * hour).toISOString());
  const named = deployments.map(({ id, name }) => [name, found.sparks[id]]);
  expect(Object.fromEntries(named)).toEqual({
    one: `${"-".repeat(21)}V-z`,
    free: `~${"-".repeat(21)}z-V`,
    new: `${"-".repeat(23)}1`,
  });
});

const unlimited = (mebibytes: number) =>
  databases(1, mebibytes).map((database) => ({ ...database, memoryLimit: "0" }));

test("HIS13 the sparklines have an ETag: asked again, they are the same until the next census, in a few bytes", async () => {
  await report([["one"]]);
  await takeCensus(world, person);
  const as = await signInAgain(world, person);
  const first = await call(world, "GET", "/history/sparks", { as });
  const etag = first.headers.get("etag") ?? "";
  expect(first.headers.get("cache-control")).toBe("private, no-cache");
  const again = () => call(world, "GET", "/history/sparks", { as, headers: { "if-none-match": etag } });
  expect((await again()).status).toBe(304);
  world.clock.advance(hour);
  await takeCensus(world, person);
  const as2 = await signInAgain(world, person);
  const next = await call(world, "GET", "/history/sparks", { as: as2, headers: { "if-none-match": etag } });
  expect(next.status).toBe(200);
});

test("CHG06 the first census after midnight UTC keeps the list as it is then, and no later one does", async () => {
  await report([["one"], ["two", { status: "down" }]]);
  world.clock.time = Math.ceil(world.clock.time / (24 * hour)) * 24 * hour + 5 * minute;
  const list = await ask<DeploymentList>("/deployments");
  await takeCensus(world, person);
  const [row] = (await censusRowsOf(world, person)).filter(({ sk }) => sk.startsWith("CENSUS#"));
  const ended = new Date(world.clock.now() - 24 * hour).toISOString().slice(0, 10);
  expect(row).toMatchObject({ sk: `CENSUS#${ended}#0`, of: 1, at: world.clock.now() });
  expect(row?.["ttl"]).toBe((Date.parse(ended) + 400 * 24 * hour) / 1_000);
  expect(JSON.parse(inflateRawSync(row?.["p"] as Uint8Array).toString())).toEqual(list.deployments);
  world.clock.advance(hour);
  await takeCensus(world, person);
  const days = (await censusRowsOf(world, person)).filter(({ sk }) => sk.startsWith("CENSUS#"));
  expect(days).toEqual([row]);
});

test("CHG06 a list that is counted long after midnight is not kept as the end of the day before", async () => {
  await report([["one"]]);
  world.clock.time = Math.ceil(world.clock.time / (24 * hour)) * 24 * hour + 2 * hour;
  await takeCensus(world, person);
  expect((await censusRowsOf(world, person)).map(({ sk }) => sk.split("#")[0])).toEqual(["SPARKS", "TOTALS"]);
});

test("HIS14 an organization without deployments costs no row; one that lost its last is counted down to none", async () => {
  await takeCensus(world, person);
  expect(await censusRowsOf(world, person)).toEqual([]);
  await report([["one"]]);
  await takeCensus(world, person);
  const [one] = (await ask<DeploymentList>("/deployments")).deployments;
  const as = await signInAgain(world, person);
  expect((await call(world, "DELETE", `/deployments/${one?.id}`, { as })).status).toBe(204);
  world.clock.advance(hour);
  await takeCensus(world, person);
  expect((await history()).types).toMatchObject([{ type: "STANDALONE" }]);
  expect((await history()).types[0]?.values.slice(-2)).toEqual([1, 0]);
});

test("HIS14 an organization that is deleted during its census keeps no row of it", async () => {
  await report([["one"]]);
  await takeCensus(world, person);
  expect(await censusRowsOf(world, person)).not.toEqual([]);
  const as = await signInAgain(world, root);
  const path = `/organizations/${person.organizationId}`;
  expect((await call(world, "DELETE", path, { as })).status).toBe(204);
  expect(await censusRowsOf(world, person)).toEqual([]);
  expect(await takeCensus(world, person)).toBe(true);
  expect(await censusRowsOf(world, person)).toEqual([]);
});
