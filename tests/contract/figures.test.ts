import type { Deployment, DeploymentList } from "@shardwatch/core/contract/deployment";
import type { ReportedDeployment } from "@shardwatch/core/contract/report";
import { expect, test } from "vitest";
import { databases, reported, reportOf, send } from "../support/reports.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, createKey, type Person, signUp } from "../support/world.ts";

const world = await worldOfFile();

/** The longest health that an agent reports. */
const health = {
  id: "0123456789abcdef0123456789abcdef",
  version: "1.10.12",
  startedAt: "2026-03-01T11:00:00.000Z",
  platform: "windows-arm64",
  clockSkewMs: -123_456,
  lastError: "orders: the connection was refused".padEnd(300, "."),
};

async function report(key: string, deployments: ReportedDeployment[]): Promise<void> {
  world.clock.advance(60_000);
  expect((await send(world, key, reportOf(world, deployments, { agent: health }))).status).toBe(202);
}

/** The write units of a second report that changes figures only. */
async function unitsOf(deployments: ReportedDeployment[]): Promise<number> {
  const { compositeKey } = await createKey(world, await signUp(world));
  await report(compositeKey, deployments);
  world.recorder.clear();
  await report(compositeKey, deployments);
  return world.recorder.sent.reduce((sum, { writeUnits }) => sum + writeUnits, 0);
}

async function listOf(person: Person): Promise<DeploymentList["deployments"]> {
  const answer = await call(world, "GET", "/deployments", { as: person });
  return ((await answer.json()) as DeploymentList).deployments;
}

async function detailOf(person: Person, id: string | undefined): Promise<Deployment> {
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
  const person = await signUp(world);
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
  await report(compositeKey, several("900", 0));
  const measured = async () => {
    const [one, other] = (await listOf(person)).toSorted((left, right) =>
      left.name.localeCompare(right.name),
    );
    expect(one).not.toHaveProperty("fullest");
    expect(one).not.toHaveProperty("evicted");
    const detail = await detailOf(person, other?.id);
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
  await report(compositeKey, several("957", 12));
  expect(await measured()).toEqual({
    memoryUsed: "1049533",
    fullest: { utilization: 95.7, database: "orders" },
    evicted: 12,
  });
  await report(compositeKey, several("900", 0));
  expect((await measured()).evicted).toBeUndefined();
});

test("LSX01 what cannot be read any more keeps its last fullest database, also after its agent's pulse is gone", async () => {
  const person = await signUp(world);
  const { compositeKey } = await createKey(world, person);
  const full = [{ ...databases(1)[0], id: "9", name: "full", memoryUsed: "99", memoryLimit: "100" }];
  const two = reported("two", { databases: [...databases(1), ...full] as ReportedDeployment["databases"] });
  await report(compositeKey, [two, reported("other")]);
  const fullest = { utilization: 99, database: "full" };
  await report(compositeKey, [
    { key: "two", name: "two", type: "STANDALONE", status: "unreachable" },
    reported("other"),
  ]);
  const found = async () => (await listOf(person)).find(({ name }) => name === "two");
  expect(await found()).toMatchObject({ status: "unreachable", fullest });
  await report(compositeKey, [two, reported("other")]);
  await report(compositeKey, [reported("other")]);
  expect(await found()).toMatchObject({ fullest });
  expect((await detailOf(person, (await found())?.id)).fullest).toEqual(fullest);
});
