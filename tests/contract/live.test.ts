import type { Database, Deployment } from "@shardwatch/core/contract/deployment/deployment";
import type { Live } from "@shardwatch/core/contract/deployment/live";
import type { ReportedDeployment } from "@shardwatch/core/contract/report/report";
import type { ReportedSlot, SlotDatabases } from "@shardwatch/core/contract/report/slots";
import { beforeEach, expect, test } from "vitest";
import { databases, reported, reportOf, send } from "../support/reports.ts";
import { slotFrom, slotMilliseconds, slotStart } from "../support/slots.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, createKey, type Person, signInAgain, signUp } from "../support/world.ts";

const world = await worldOfFile();
const name = "orders-cache";
let person: Person;
let key: string;

beforeEach(async () => {
  person = await signUp(world);
  key = (await createKey(world, person)).compositeKey;
});

async function report(
  slots: ReportedSlot[],
  deployment: Partial<ReportedDeployment> = {},
  by = key,
  agent = 1,
) {
  world.clock.advance(2_000);
  const about = { id: `agent0000000000${agent}`, version: "1" };
  const sent = await send(world, by, reportOf(world, [reported(name, deployment)], { slots, agent: about }));
  expect(sent.status).toBe(202);
}

const slot = (slotsAgo: number, figures: SlotDatabases, status = "active"): ReportedSlot => ({
  at: new Date(slotStart(world, slotsAgo)).toISOString(),
  deployments: [{ key: name, status, databases: figures }],
});

async function detail(): Promise<Deployment> {
  person = await signInAgain(world, person);
  const list = await call(world, "GET", "/deployments", { as: person });
  const [first] = ((await list.json()) as { deployments: Deployment[] }).deployments;
  return (await (await call(world, "GET", `/deployments/${first?.id}`, { as: person })).json()) as Deployment;
}

const ask = async (id: string, query = "") =>
  await call(world, "GET", `/deployments/${id}/live${query}`, { as: person });

async function live(query?: (found: Deployment) => string): Promise<Live> {
  const found = await detail();
  world.recorder.clear();
  const answer = await ask(found.id, query?.(found));
  expect(answer.status).toBe(200);
  return (await answer.json()) as Live;
}

const two = (more: Partial<SlotDatabases> = {}): SlotDatabases => ({
  ids: ["1", "0"],
  used: [2_000, 1_000],
  ops: [50, 100],
  clients: [2, 3],
  hits: [10, 80],
  misses: [10, 0],
  evicted: [0, 0.25],
  keys: [7, 9],
  expiring: [1, 2],
  expired: [1, 0.5],
  fragmentation: [1.5, 1.2],
  lagBytes: [64, 128],
  lagSeconds: [1, 0],
  ...more,
});

test("DEX01 the live figures are those of the newest slot, for each database and in total", async () => {
  await report([slot(1, two()), slot(2, two({ ops: [1, 1] }))], { databases: databases(2) });
  const begun = slotStart(world, 1);
  expect(await live()).toEqual({
    from: new Date(begun).toISOString(),
    to: new Date(begun + slotMilliseconds).toISOString(),
    total: {
      opsPerSecond: 150,
      clients: 5,
      lookupsPerSecond: 100,
      hitRatio: 90,
      evictedPerSecond: 0.25,
      keys: 16,
      expiring: 3,
      memoryUsed: "3000",
      expiredPerSecond: 1.5,
      // Two thirds of the memory have 1.5, one third has 1.2.
      fragmentation: expect.closeTo(1.4) as number,
      replicationLag: "128",
      replicationSilence: 1,
    },
    databases: [
      {
        id: "0",
        opsPerSecond: 100,
        clients: 3,
        lookupsPerSecond: 80,
        hitRatio: 100,
        evictedPerSecond: 0.25,
        keys: 9,
        expiring: 2,
        memoryUsed: "1000",
        expiredPerSecond: 0.5,
        fragmentation: 1.2,
        replicationLag: "128",
        replicationSilence: 0,
      },
      {
        id: "1",
        opsPerSecond: 50,
        clients: 2,
        lookupsPerSecond: 20,
        hitRatio: 50,
        evictedPerSecond: 0,
        keys: 7,
        expiring: 1,
        memoryUsed: "2000",
        expiredPerSecond: 1,
        fragmentation: 1.5,
        replicationLag: "64",
        replicationSilence: 1,
      },
    ],
    unknown: [],
  });
});

test("DEX01 HIS01 P2 live figures take two round trips for a reader who knows the source, and three for others", async () => {
  await report([slot(1, two())], { databases: databases(2) });
  const known = await live(({ via = "" }) => `?via=${encodeURIComponent(via)}`);
  expect(world.recorder.sequentialRoundTrips()).toBe(2);
  expect(await live()).toEqual(known);
  expect(world.recorder.sequentialRoundTrips()).toBe(3);
  const other = await live(() => "?via=key_01m1sp1aced000000000000000/agent00000000001");
  expect(other).toEqual(known);
  expect(await live(() => "?via=%23PULSE")).toEqual(known);
});

test("DEX01 a figure of the total that one database lacks is not known, and no lookups are no missing ratio", async () => {
  const idle = two({ ops: [1, null], hits: [0, 0], misses: [0, 0] });
  const { expiring: _, ...withoutExpiring } = idle;
  await report([slot(1, withoutExpiring)], { databases: databases(2) });
  const { total, unknown } = await live();
  expect(total).toMatchObject({ opsPerSecond: null, hitRatio: null, lookupsPerSecond: 0, expiring: null });
  expect(unknown).toEqual([
    { figure: "opsPerSecond", reason: "One of the databases did not report it." },
    { figure: "expiring", reason: "The server did not report it." },
  ]);
});

test("DEX01 the lag of what has no replicas, of a replica, and of copying replicas is unknown for different reasons", async () => {
  const { lagBytes: _, lagSeconds: __, ...withoutLag } = two();
  const reasons = async (facts: Partial<Database>, figures: SlotDatabases = withoutLag) => {
    await report([slot(1, figures)], { databases: databases(2).map((one) => ({ ...one, ...facts })) });
    return (await live()).unknown.map(({ reason }) => reason);
  };
  expect(await reasons({ role: "primary", replicas: 0 })).toEqual(Array(2).fill("No replicas."));
  expect(await reasons({ role: "replica", replicas: 0 }, { ...withoutLag, lagSeconds: [0, 3] })).toEqual([
    "Only its primary knows it.",
  ]);
  const copying = "No replica is in touch with its primary.";
  expect(await reasons({ role: "primary", replicas: 1 })).toEqual([copying, copying]);
  await report([slot(1, withoutLag)], { type: "ENTERPRISE", databases: databases(2) });
  expect((await live()).unknown[0]?.reason).toBe("Redis Enterprise does not report it.");
});

test("DEX01 a database that is newer than the newest slot has no figures, not zeros", async () => {
  await report([slot(1, { ids: ["0"], ops: [5], keys: [0] })], { databases: databases(2) });
  const { databases: each } = await live();
  expect(each.map(({ opsPerSecond, keys }) => [opsPerSecond, keys])).toEqual([
    [5, 0],
    [null, null],
  ]);
});

test("SCR07 the first report has figures at once; for what takes two readings the answer says so; the whole slot replaces them", async () => {
  const { ids, used, clients, keys, fragmentation } = two();
  const first = { ids, used, clients, keys, fragmentation, ops: [1, 2] };
  await report([{ ...slot(0, first), covers: 1 }], { databases: databases(2) });
  const early = await live();
  expect(Date.parse(early.to ?? "")).toBe(slotStart(world, 0) + slotMilliseconds);
  expect(early.total).toMatchObject({ opsPerSecond: 3, clients: 5, keys: 16, hitRatio: null });
  const reasonOf = (found: Live) => found.unknown.find(({ figure }) => figure === "hitRatio")?.reason;
  expect(reasonOf(early)).toBe("It takes two reports: the first value comes in a minute.");
  await report([slot(0, two())], { databases: databases(2) });
  expect((await live()).total.hitRatio).toBe(90);
  // The first one again, as after a lost answer.
  await report([{ ...slot(0, first), covers: 1 }], { databases: databases(2) });
  expect((await live()).total).toMatchObject({ opsPerSecond: 150, hitRatio: 90 });
});

test("DEX01 without any slot, and for databases that were not read, the answer says why", async () => {
  await report([], { databases: databases(1) });
  const empty = await live();
  expect(empty).toMatchObject({ from: null, to: null });
  expect(empty.unknown).toHaveLength(12);
  expect(empty.unknown[0]?.reason).toBe("The first values come five minutes after the first report.");
  await report([
    { at: new Date(slotStart(world, 1)).toISOString(), deployments: [{ key: name, status: "unreachable" }] },
  ]);
  const unread = await live();
  expect(unread.from).not.toBeNull();
  expect(unread.unknown[0]?.reason).toBe("The databases could not be read in these five minutes.");
});

const unreadable = { status: "unreachable", databases: undefined };
const unread = (slotsAgo: number): ReportedSlot => ({
  at: new Date(slotStart(world, slotsAgo)).toISOString(),
  deployments: [{ key: name, status: "unreachable" }],
});

test("SCR06 while its databases can't be read, the figures of a deployment are the last ones, with their time", async () => {
  await report([slot(1, two())], { databases: databases(2) });
  const begun = slotStart(world, 1);
  world.clock.advance(2 * slotMilliseconds);
  await report([unread(1), unread(2)], unreadable);
  // Hours later there are more slots without figures than are looked through.
  for (let round = 0; round < 5; round += 1) {
    world.clock.advance(4 * slotMilliseconds);
    await report([1, 2, 3, 4].map(unread), unreadable);
  }
  const { from, to, total, unknown } = await live();
  expect(from).toBe(new Date(begun).toISOString());
  expect(to).toBe(new Date(begun + slotMilliseconds).toISOString());
  expect(total).toMatchObject({ opsPerSecond: 150, hitRatio: 90, keys: 16, memoryUsed: "3000" });
  expect(unknown).toEqual([]);
});

test("SCR06 P2 the last figures take as many round trips as new ones: two for who knows the source and since when", async () => {
  await report([slot(1, two())], { databases: databases(2) });
  world.clock.advance(2 * slotMilliseconds);
  await report([unread(1), unread(2)], unreadable);
  const ofVia = ({ via = "" }: Deployment) => `?via=${encodeURIComponent(via)}`;
  const known = await live((found) => `${ofVia(found)}&statusSince=${found.statusSince}`);
  expect(known.total.opsPerSecond).toBe(150);
  expect(world.recorder.sequentialRoundTrips()).toBe(2);
  for (const query of [
    ofVia,
    () => "",
    (found: Deployment) => `${ofVia(found)}&statusSince=2026-01-01T00:00:00.000Z`,
    () => "?via=key_01m1sp1aced000000000000000/agent00000000001",
  ]) {
    expect(await live(query)).toEqual(known);
    expect(world.recorder.sequentialRoundTrips()).toBe(3);
  }
});

test("DEX01 R4 the figures of a deployment are those of its owner, whatever another agent says of it", async () => {
  await report([slot(1, { ids: ["0"], ops: [5] })]);
  const stranger = await createKey(world, await signUp(world));
  await report([slot(1, { ids: ["0"], ops: [777] })], {}, stranger.compositeKey);
  await report([slot(1, { ids: ["0"], ops: [9] })], {}, key, 2);
  const { via = "" } = await detail();
  const owner = via.endsWith("1") ? 5 : 9;
  for (const guess of [`${stranger.keyId}/agent00000000001`, via.replace(/.$/, owner === 5 ? "2" : "1")])
    expect((await live(() => `?via=${guess}`)).total.opsPerSecond).toBe(owner);
});

test("API50 R4 a deployment of another organization has no live figures: the same 404 as for none", async () => {
  await report([slot(1, two())]);
  const { id, via = "" } = await detail();
  const stranger = await signUp(world);
  const [foreign, none] = await Promise.all(
    [id, "dep_00000000000000000000"].map(async (asked) => {
      const path = `/deployments/${asked}/live?via=${encodeURIComponent(via)}`;
      const answer = await call(world, "GET", path, { as: stranger });
      const { requestId: _, ...body } = (await answer.json()) as { requestId: string };
      return { status: answer.status, body };
    }),
  );
  expect(foreign).toEqual(none);
  expect(foreign?.status).toBe(404);
});

test("DEX01 a slot of a source with thousands of databases is found in its group", async () => {
  const many = Array.from({ length: 40 }, (_, index) =>
    reported(`many ${index}`, { databases: databases(30) }),
  );
  const keys = many.map((one) => one.key);
  world.clock.advance(2_000);
  const slots = [slotFrom(slotStart(world, 1), keys, 600)];
  const figures = databases(30).map(({ id }) => Number(id));
  for (const one of slots[0]?.deployments ?? [])
    one.databases = { ids: figures.map(String), ops: figures, keys: figures.map(() => 1) };
  await send(world, key, reportOf(world, many, { slots }));
  const { total } = await live();
  expect(total).toMatchObject({ opsPerSecond: (29 * 30) / 2, keys: 30 });
});

test("DEX01 the figures that some databases lack have the total of the others, and say of how many it is", async () => {
  const figures: SlotDatabases = {
    ids: ["1", "0"],
    used: [2_000, 1_000],
    keys: [7, 9],
    ops: [50, null],
    hits: [30, null],
    misses: [10, 5],
    fragmentation: [null, 1.2],
  };
  const at = new Date(slotStart(world, 1)).toISOString();
  await report([{ at, deployments: [{ key: name, status: "active", databases: figures }] }], {
    databases: databases(2),
  });
  const { total, partial } = await live();
  expect(total).toMatchObject({ opsPerSecond: null, clients: null, hitRatio: null, keys: 16 });
  expect(partial?.total).toMatchObject({
    opsPerSecond: 50,
    clients: null,
    hitRatio: 75,
    lookupsPerSecond: 40,
    fragmentation: 1.2,
    keys: 16,
  });
  expect(partial?.reported).toEqual(
    ["opsPerSecond", "lookupsPerSecond", "hitRatio", "fragmentation"].map((figure) => ({
      figure,
      databases: 1,
    })),
  );
});

test("DEX01 an answer without a slot says what is missing: a reading, five minutes, or an agent that sends values", async () => {
  const reason = async () => (await live()).unknown[0]?.reason;
  await report([], { status: "unreachable", databases: undefined });
  expect(await reason()).toBe("Its agent could not read it yet.");
  await report([], { databases: databases(1) });
  for (const [minutes, expected] of [
    [4, "The first values come five minutes after the first report."],
    [7, "Its agent sends none: it is silent, or too old. Update the agent if it reports."],
  ] as const) {
    world.clock.advance(minutes * 60_000);
    await report([], { databases: databases(1) });
    expect(await reason()).toBe(expected);
  }
});
