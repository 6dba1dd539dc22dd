import type { DatabaseList } from "@shardwatch/core/contract/deployment/database";
import type { DeploymentListItem } from "@shardwatch/core/contract/deployment/deployment";
import { list as listDeployments } from "@shardwatch/core/deployment/read/list";
import { figureReader } from "@shardwatch/core/history/newest/figures";
import { holdersOf } from "@shardwatch/core/deployment/read/owners";
import { finishDeletion } from "@shardwatch/core/offboarding/organization";
import { beginDeletion } from "@shardwatch/core/organization/delete";
import { parse } from "csv-parse/sync";
import { beforeEach, expect, test } from "vitest";
import { interrupted } from "../support/interrupted.ts";
import { actorFor, organizationPartition, rowsOfOrganization, scopeOf } from "../support/scope.ts";
import { superAdmin } from "../support/administer.ts";
import { databases, reported, reportOf, send } from "../support/reports.ts";
import { slotStart } from "../support/slots.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, createKey, join, type Person, signInAgain, signUp } from "../support/world.ts";

const world = await worldOfFile();
const root = await superAdmin(world);
const second = 1_000;
const minute = 60 * second;
let person: Person;
let key: string;

beforeEach(begin);

async function begin() {
  person = await signUp(world);
  key = (await createKey(world, person)).compositeKey;
  // Each test begins two minutes into a slot.
  world.clock.time = Math.ceil(world.clock.time / (5 * minute)) * 5 * minute + 2 * minute;
}

/** A report of an agent, with the slot that is over where `ops` says what happened in it. */
async function report(name: string, ops?: number, { agent = 1, by = key, others = [] as string[] } = {}) {
  world.clock.advance(second);
  const names = [name, ...others];
  const slot = {
    at: new Date(slotStart(world, 1)).toISOString(),
    deployments: names.map((one) => ({
      key: one,
      status: "active",
      databases: {
        ids: ["0"],
        used: [1_000],
        ops: [ops ?? 0],
        clients: [7],
        hits: [90],
        misses: [10],
        lagBytes: [2_048],
        lagSeconds: [3],
        fragmentation: [1.5],
      },
    })),
  };
  const about = { id: `agent0000000000${agent}`, version: "1" };
  const fields = { agent: about, ...(ops !== undefined && { slots: [slot] }) };
  const answer = await send(
    world,
    by,
    reportOf(
      world,
      names.map((one) => reported(one)),
      fields,
    ),
  );
  expect(answer.status).toBe(202);
}

async function list(query = "?figures=1"): Promise<DeploymentListItem[]> {
  person = await signInAgain(world, person);
  world.recorder.clear();
  const answer = await call(world, "GET", `/deployments${query}`, { as: person });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { deployments: DeploymentListItem[] }).deployments;
}

const opsOf = (items: readonly DeploymentListItem[]) =>
  Object.fromEntries(items.map(({ name, figures }) => [name, figures?.opsPerSecond]));

const costs = () => {
  const { sent } = world.recorder;
  const sum = (kind: "readUnits" | "writeUnits") => sent.reduce((total, one) => total + one[kind], 0);
  return {
    gathers: sent.some(
      ({ command, partitions }) =>
        command === "BatchGetItemCommand" &&
        partitions.every((each) => each === organizationPartition(person.organizationId)),
    ),
    writeUnits: sum("writeUnits"),
  };
};

test("RUL02 a list has the newest five-minute figures where they are asked for", async () => {
  await report("cart", 240);
  const [item] = await list();
  expect(item?.figures).toMatchObject({
    to: new Date(slotStart(world, 0)).toISOString(),
    opsPerSecond: 240,
    clients: 7,
    hitRatio: 90,
    replicationLag: "2048",
    replicationSilence: 3,
    fragmentation: 1.5,
  });
  expect((await list(""))[0]).not.toHaveProperty("figures");
  expect(costs().gathers).toBe(false);
});

test("RUL02 LSX08 the CSV file of the list has them", async () => {
  await report("cart", 240);
  const as = await signInAgain(world, person);
  const file = await (await call(world, "GET", "/deployments.csv", { as })).text();
  const [record] = parse<Record<string, string>>(file, { columns: true });
  expect(record).toMatchObject({
    fiveMinutesUntil: new Date(slotStart(world, 0)).toISOString(),
    opsPerSecond: "240",
    clients: "7",
    hitRatioPercent: "90",
    replicationLagBytes: "2048",
    replicationSilenceSeconds: "3",
  });
});

test("RUL02 DBS01 each database of a list has its own, where they are asked for", async () => {
  world.clock.advance(second);
  const ids = ["1", "0"];
  const slot = {
    at: new Date(slotStart(world, 1)).toISOString(),
    deployments: [{ key: "cart", status: "active", databases: { ids, ops: [10, 20], clients: [1, 2] } }],
  };
  const two = reported("cart", { databases: databases(2) });
  expect(
    (await send(world, key, reportOf(world, [two, reported("unmeasured")], { slots: [slot] }))).status,
  ).toBe(202);
  const as = await signInAgain(world, person);
  const ask = async (query: string) => {
    const answer = await call(world, "GET", `/databases${query}`, { as });
    expect(answer.status).toBe(200);
    return ((await answer.json()) as DatabaseList).databases;
  };
  const rows = await ask("?figures=1&sort=deployment");
  expect(rows.map(({ deploymentName, id, figures }) => [deploymentName, id, figures?.opsPerSecond])).toEqual([
    ["cart", "0", 20],
    ["cart", "1", 10],
    ["unmeasured", "0", undefined],
  ]);
  expect((await ask(""))[0]).not.toHaveProperty("figures");
  const file = await (await call(world, "GET", "/databases.csv?sort=deployment", { as })).text();
  const records = parse<Record<string, string>>(file, { columns: true });
  expect(records.map(({ deploymentName, id, clients }) => [deploymentName, id, clients])).toEqual([
    ["cart", "0", "2"],
    ["cart", "1", "1"],
    ["unmeasured", "0", ""],
  ]);
  const refused = await call(world, "GET", "/databases?figures=yes", { as });
  expect(await refused.json()).toMatchObject({ details: ['figures: must be "1", or left out'] });
});

test("R16 RUL02 the newest figures expire three hours after the look that stored them", async () => {
  await report("cart", 240);
  await list();
  const rows = await world.services.table.queryAll(rowsOfOrganization(person.organizationId));
  const stored = rows.filter(({ sk }) => sk.startsWith("NEWEST#"));
  expect(stored.map(({ sk, ttl }) => [sk, ttl])).toEqual(
    ["0", "look"].map((part) => [`NEWEST#${part}`, Math.ceil(world.clock.now() / second) + 3 * 3_600]),
  );
});

test("RUL02 the first look after a slot gathers it and stores it, the next ones read one place", async () => {
  const many = Array.from({ length: 90 }, (_, index) => `cache ${index}`);
  for (const [index, name] of many.entries()) await report(name, 100, { agent: index + 1_000 });
  world.clock.advance(minute);
  const first = await list();
  expect(first.map(({ figures }) => figures?.opsPerSecond)).toEqual(many.map(() => 100));
  expect(costs()).toMatchObject({ gathers: true });
  world.clock.advance(minute);
  const again = await list();
  expect(again.map(({ figures }) => figures)).toEqual(first.map(({ figures }) => figures));
  expect(costs()).toEqual({ gathers: false, writeUnits: 0 });
  expect(world.recorder.sequentialRoundTrips()).toBe(2);
});

test("RUL02 an agent that reports its slot late is found by a look a minute later, and nobody else is read again", async () => {
  await report("early", 10);
  await report("late", undefined, { agent: 2 });
  world.clock.advance(minute);
  expect(opsOf(await list())).toEqual({ early: 10, late: undefined });
  await report("late", 20, { agent: 2 });
  // Within a minute nobody looks again.
  expect(opsOf(await list())).toEqual({ early: 10, late: undefined });
  world.clock.advance(minute);
  expect(opsOf(await list())).toEqual({ early: 10, late: 20 });
});

test("RUL02 looks at an agent that sends no slots write that they looked, and nothing else", async () => {
  await report("early", 10);
  await report("former", undefined, { agent: 2 });
  world.clock.advance(minute);
  await list();
  for (let minutes = 0; minutes < 2; minutes += 1) {
    world.clock.advance(minute);
    expect(opsOf(await list())).toEqual({ early: 10, former: undefined });
    expect(costs()).toEqual({ gathers: true, writeUnits: 1 });
  }
});

test("RUL02 a look asks a hundred agents at most that lack their slot, and the next one asks others", async () => {
  const keys = await Promise.all([1, 2].map(async () => (await createKey(world, person)).compositeKey));
  for (const by of keys)
    for (let agent = 0; agent < 70; agent += 1)
      await report(`cache ${by.slice(-6)} ${agent}`, undefined, { agent: agent + 1_000, by });
  world.clock.advance(minute);
  const asked = async () => {
    await list();
    return world.recorder.sent.filter(({ command }) => command === "QueryCommand").length;
  };
  // Each costs two queries: how its deployments are divided, and one group.
  expect(await asked()).toBeLessThanOrEqual(2 * 100 + 10);
  world.clock.advance(minute);
  expect(await asked()).toBeGreaterThan(2 * 90);
});

test("RUL02 figures are unknown once they are older than two rhythms of their source", async () => {
  await report("cart", 30);
  await list();
  const end = slotStart(world, 0);
  world.clock.time = end + 10 * minute - second;
  await report("cart");
  expect(opsOf(await list())).toEqual({ cart: 30 });
  world.clock.time = end + 10 * minute + second;
  expect(opsOf(await list())).toEqual({ cart: undefined });
});

test("RUL02 only what the owner of a deployment says counts", async () => {
  await report("cart", 40);
  const colleague = await signUp(world);
  await join(world, colleague, person);
  const by = (await createKey(world, colleague)).compositeKey;
  await report("own", 50, { by, agent: 2, others: ["cart"] });
  world.clock.advance(2 * minute);
  expect(opsOf(await list())).toEqual({ cart: 40, own: 50 });
});

test("R1 RUL02 a look that dies after its first write is made good by one a minute later", async () => {
  await report("cart", 60);
  await list();
  world.clock.advance(5 * minute);
  await report("cart", 70);
  const dies = () => Promise.reject(new Error("the process died"));
  const table = interrupted(world, /^PutItemCommand.*NEWEST#0/, dies);
  const ctx = { ...world.services, table, actor: await actorFor(world, root), requestId: "request" };
  const { organizationId } = person;
  await listDeployments(ctx, { organizationId, limit: 10, joins: { figures: figureReader } });
  expect(opsOf(await list())).toEqual({ cart: 60 });
  world.clock.advance(minute);
  expect(opsOf(await list())).toEqual({ cart: 70 });
  expect(opsOf(await list())).toEqual({ cart: 70 });
});

test("R15 RUL02 of two deployments that trails can't tell apart, neither has figures", async () => {
  await report("cart", 60);
  const [item] = await list();
  const id = item?.id ?? "";
  // Trails name a deployment by its first 64 bits, so another last digit changes nothing for them.
  const twin = `${id.slice(0, -1)}${id.endsWith("0") ? "1" : "0"}`;
  const owner = (name: string, deployment: string) => ({
    owner: name,
    kind: "agent" as const,
    receivedAt: world.clock.now(),
    deployments: new Set([deployment]),
    databases: 1,
  });
  const read = (...owners: ReturnType<typeof owner>[]) =>
    figureReader(world.services, scopeOf(person))(holdersOf(owners));
  expect([...(await read(owner("one", id))).keys()]).toEqual([id]);
  expect([...(await read(owner("one", id), owner("two", twin))).keys()]).toEqual([]);
});

test("R15 RUL02 a look that meets the deletion of its organization leaves no row", async () => {
  for (const written of ["look", "0"]) {
    await report("cart", 60);
    const happens = async () => {
      const ctx = { ...world.services, actor: await actorFor(world, root), requestId: "request" };
      await beginDeletion(ctx, scopeOf(person));
      await finishDeletion(world.services, person.organizationId);
    };
    const table = interrupted(world, new RegExp(`^TransactWriteItemsCommand.*NEWEST#${written}`), happens);
    const ctx = { ...world.services, table, actor: await actorFor(world, root), requestId: "request" };
    const { organizationId } = person;
    const { items } = await listDeployments(ctx, {
      organizationId,
      limit: 10,
      joins: { figures: figureReader },
    });
    expect(items).toHaveLength(1);
    const rows = await world.services.table.queryAll(rowsOfOrganization(organizationId));
    expect(rows.filter(({ sk }) => sk.startsWith("NEWEST#"))).toEqual([]);
    await begin();
  }
});
