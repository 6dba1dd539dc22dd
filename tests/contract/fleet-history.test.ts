import { inflateRawSync } from "node:zlib";
import type { DeploymentList } from "@shardwatch/core/contract/deployment/deployment";
import type { FleetHistory, Sparks } from "@shardwatch/core/contract/history/fleet-history";
import { beforeEach, describe, expect, test } from "vitest";
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
  await report([["one"], ["two"]], { by: other });
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

describe("HIS14 the history of an organization", () => {
  const day = 24 * hour;
  const mebibyte = 1_048_576;

  beforeEach(async () => {
    world.clock.time = Math.ceil(world.clock.time / day) * day;
    person = await signUp(world);
    key = (await createKey(world, person)).compositeKey;
  });

  const iso = (time: number) => new Date(time).toISOString();

  /** A census at this time, with that many MiB used. */
  async function countAt(time: number, mebibytes: number, count = 1) {
    world.clock.time = time;
    await send(world, key, reportOf(world, [reported("one", { databases: databases(count, mebibytes) })]));
    await takeCensus(world, person);
  }

  async function askHistory(query: object, as = person): Promise<Response> {
    const signedIn = await signInAgain(world, as);
    const text = new URLSearchParams(query as Record<string, string>).toString();
    return await call(world, "GET", `/history?${text}`, { as: signedIn });
  }

  const historyOf = async (query: object) => (await (await askHistory(query)).json()) as FleetHistory;

  const metric = ({ series }: FleetHistory, name: string) =>
    series.find((each) => each.metric === name)?.values.map((value) => value && value / mebibyte);

  test("HIS14 hours are answered in whole steps of UTC, and an hour without a census is null", async () => {
    const midnight = world.clock.time;
    await countAt(midnight + 10 * hour + 7 * 60_000, 3);
    await countAt(midnight + 12 * hour + 50 * 60_000, 5);
    const found = await historyOf({
      from: iso(midnight + 9.5 * hour),
      to: iso(midnight + 12.2 * hour),
    });
    expect(found).toMatchObject({
      from: iso(midnight + 9 * hour),
      to: iso(midnight + 13 * hour),
      step: 3_600,
      newest: iso(midnight + 12 * hour),
      types: [{ type: "STANDALONE", values: [null, 1, null, 1] }],
      statuses: [{ status: "active", values: [null, 1, null, 1] }],
    });
    expect(metric(found, "memoryUsed")).toEqual([null, 3, null, 5]);
  });

  test("HIS14 above 31 days there are days: the largest memory, the last limit, and the last count", async () => {
    const midnight = world.clock.time;
    for (const [at, mebibytes] of [
      [3 * hour, 9],
      [20 * hour, 2],
      [day + 5 * hour, 4],
    ] as const)
      await countAt(midnight + at, mebibytes);
    const [from, to] = [iso(midnight - 38.5 * day), iso(midnight + 1.5 * day)];
    const found = await historyOf({ from, to });
    expect(found).toMatchObject({
      from: iso(midnight - 39 * day),
      to: iso(midnight + 2 * day),
      step: 86_400,
    });
    expect(metric(found, "memoryUsed")?.slice(-3)).toEqual([null, 9, 4]);
    expect(metric(found, "memoryLimit")?.slice(-3)).toEqual([null, 64, 64]);
    expect(found.types[0]?.values).toHaveLength(41);
  });

  test("MND21 a day has the last limit and the last numbers of deployments and databases, when they change within it", async () => {
    const midnight = world.clock.time;
    await countAt(midnight + 3 * hour, 1, 3);
    world.clock.time = midnight + 20 * hour;
    await send(world, key, reportOf(world, [reported("one"), reported("two")]));
    await takeCensus(world, person);
    const range = { from: iso(midnight - 38.5 * day), to: iso(midnight + 0.5 * day) };
    const found = await historyOf({ ...range, metric: "memoryLimit,databases" });
    expect(metric(found, "memoryLimit")?.at(-1)).toBe(2 * 64);
    expect(found.series.find((one) => one.metric === "databases")?.values.at(-1)).toBe(2);
    expect(found.types.map(({ type, values }) => [type, values.at(-1)])).toEqual([["STANDALONE", 2]]);
  });

  test("HIS14 a month of hours is one Query, and has all of them", async () => {
    const midnight = world.clock.time;
    for (const days of [0, 15, 31]) await countAt(midnight + days * day - hour * (days === 31 ? 1 : 0), 2);
    const as = await signInAgain(world, person);
    world.recorder.clear();
    const query = `from=${iso(midnight)}&to=${iso(midnight + 31 * day)}`;
    const answer = await call(world, "GET", `/history?${query}`, { as });
    expect(world.recorder.sent.filter(({ command }) => command === "QueryCommand")).toHaveLength(1);
    expect(world.recorder.sequentialRoundTrips()).toBeLessThanOrEqual(2);
    const values = metric((await answer.json()) as FleetHistory, "memoryUsed") ?? [];
    expect(values).toHaveLength(744);
    expect([values[0], values[15 * 24], values.at(-1)]).toEqual([2, 2, 2]);
  });

  test("HIS14 ranges that cannot be shown are refused with the reason", async () => {
    const now = world.clock.time;
    const refused: [query: object, reason: string][] = [
      [{ from: iso(now), to: iso(now) }, "from: must be before to"],
      [{ from: iso(now), to: iso(now - 1) }, "from: must be before to"],
      [{ from: iso(now - 751 * day), to: iso(now) }, "from: must be at most 750 days before to"],
      [{ from: "yesterday" }, "must be a time such as"],
      [{ to: "9999-12-31T23:59:59Z" }, "to: must be in a year from 1970 to 9998"],
      [{ to: "0000-01-02T00:00:00Z" }, "to: must be in a year from 1970 to 9998"],
    ];
    for (const [query, reason] of refused) {
      const answer = await askHistory(query);
      expect([answer.status, await answer.text()], reason).toEqual([400, expect.stringContaining(reason)]);
    }
    expect((await askHistory({ from: iso(now - 750 * day), to: iso(now) })).status).toBe(200);
    for (const to of ["9998-12-31T23:59:59Z", "1970-01-01T00:00:00Z"]) {
      const answer = await askHistory({ to });
      expect(answer.status, to).toBe(200);
      expect(await answer.json()).toMatchObject({ from: expect.stringMatching(/^\d{4}-/) as string });
    }
  });

  test("R5 HIS14 a super admin names the organization, and others see none but their own", async () => {
    await countAt(world.clock.time + hour, 7);
    const organizationId = person.organizationId;
    const unnamed = await askHistory({}, root);
    expect([unnamed.status, await unnamed.text()]).toEqual([400, expect.stringContaining("organizationId")]);
    const asRoot = await askHistory({ organizationId }, root);
    expect(metric((await asRoot.json()) as FleetHistory, "memoryUsed")?.at(-1)).toBe(7);
    const stranger = await signUp(world);
    expect((await askHistory({ organizationId }, stranger)).status).toBe(403);
    expect(await (await askHistory({}, stranger)).json()).toMatchObject({
      newest: null,
      types: [],
      series: [],
    });
    const as = await signInAgain(world, stranger);
    const none = (await (await call(world, "GET", "/history/sparks", { as })).json()) as Sparks;
    expect(none).toEqual({ at: null, step: 3_600, sparks: {} });
  });
});
