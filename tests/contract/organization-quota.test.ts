import type { AccessKey } from "@shardwatch/core/contract/source/access-key";
import type { DeploymentList } from "@shardwatch/core/contract/deployment/deployment";
import type { ProblemBody } from "@shardwatch/core/contract/problem";
import { mostReported, type ReportedDeployment } from "@shardwatch/core/contract/report/report";
import { usageKey } from "@shardwatch/core/deployment/rows/deployment.keys";
import { beforeEach, expect, test } from "vitest";
import { databases, reported, reportOf, send } from "../support/reports.ts";
import { scopeOf } from "../support/scope.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, createKey, type Person, signInAgain, signUp } from "../support/world.ts";

const world = await worldOfFile();
let person: Person;
let key: string;

beforeEach(async () => {
  world.clock.advance(60_000);
  person = await signUp(world);
  key = (await createKey(world, person)).compositeKey;
});

const usageRow = () => usageKey(scopeOf(person));
const usage = async () => (await world.services.table.get(usageRow())) as Record<string, number> | undefined;

/** Writes the current count into the usage row, so that the organization may have this many more. */
async function leave(left: Partial<typeof mostReported | Record<keyof typeof mostReported, number>>) {
  const set = {
    deployments: mostReported.deployments - (left.deployments ?? mostReported.deployments),
    databases: mostReported.databases - (left.databases ?? mostReported.databases),
    countedAt: world.clock.now(),
  };
  await world.services.table.update(usageRow(), { set });
}

async function report(deployments: ReportedDeployment[], agent = "agent00000000001", as = key) {
  return await send(world, as, reportOf(world, deployments, { agent: { id: agent, version: "1.0.0" } }));
}

async function list(): Promise<DeploymentList["deployments"]> {
  const as = await signInAgain(world, person);
  const answer = await call(world, "GET", "/deployments", { as });
  return ((await answer.json()) as DeploymentList).deployments;
}

const names = async (status: string) =>
  (await list())
    .filter((item) => item.status === status)
    .map(({ name }) => name)
    .toSorted();

test("SEC22 what exceeds the quota of an organization is refused with the limit, and what is there stays up to date", async () => {
  // More than a page, so that new deployments move others from one page to the next.
  const servers = Array.from({ length: 40 }, (_, index) => reported(`server ${index}`));
  expect((await report(servers)).status).toBe(202);
  expect(await usage()).toMatchObject({ deployments: 40, databases: 40 });
  const all = [...servers, ...Array.from({ length: 5 }, (_, index) => reported(`new ${index}`))];
  for (const minute of [1, 2]) {
    world.clock.advance(6 * 60_000);
    await leave({ deployments: 0 });
    const answer = await report(all);
    expect([answer.status, answer.headers.get("retry-after")], `report ${minute}`).toEqual([429, "240"]);
    const { code, message, details } = (await answer.json()) as ProblemBody;
    expect(code).toBe("ORGANIZATION_FULL");
    expect(message).toContain(`${mostReported.deployments} deployments`);
    expect(details).toEqual([expect.stringMatching(/^deployments: .*delete old ones/)]);
    expect(await names("active")).toHaveLength(40);
  }
  world.clock.advance(60_000);
  await leave({ deployments: 5, databases: 5 });
  expect((await report(all)).status).toBe(202);
  expect(await names("active")).toHaveLength(45);
});

test("SEC22 a cluster that grows beyond the organization's databases turns stale with what is known of it, the others do not", async () => {
  const growing = (count: number) => reported("growing", { databases: databases(count) });
  expect((await report([growing(5), reported("steady")])).status).toBe(202);
  world.clock.advance(60_000);
  const used = databases(5).map((database) => ({ ...database, memoryUsed: "7" }));
  await report([reported("growing", { databases: used }), reported("steady")]);
  world.clock.advance(6 * 60_000);
  await leave({ databases: 10 });
  expect((await report([growing(16), reported("steady")])).status).toBe(429);
  expect([await names("active"), await names("stale")]).toEqual([["steady"], ["growing"]]);
  const known = (await list()).find(({ name }) => name === "growing");
  expect(known).toMatchObject({ databaseCount: 5, memoryUsed: "35" });
  // Its first five databases stay reserved until the next count, so the limit is ten.
  world.clock.advance(60_000);
  expect((await report([growing(11), reported("steady")])).status).toBe(429);
  world.clock.advance(60_000);
  expect((await report([growing(10), reported("steady")])).status).toBe(202);
  expect(await names("active")).toEqual(["growing", "steady"]);
});

test("SEC22 reports at the same time do not exceed the limit together", async () => {
  await report([reported("first")]);
  await leave({ deployments: 6 });
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => report([reported(`server ${index}`)], `parallel${index}`)),
  );
  const taken = answers.filter(({ status }) => status === 202);
  expect(taken).toHaveLength(6);
  expect(await list()).toHaveLength(7);
  // An agent whose whole report was refused leaves no rows either.
  const as = await signInAgain(world, person);
  const answer = await call(world, "GET", "/access-key", { as });
  const { accessKeys } = (await answer.json()) as { accessKeys: AccessKey[] };
  expect(accessKeys.map(({ agents }) => agents.length)).toEqual([7]);
});

test("SEC22 a full organization may grow ten minutes after a deletion, and instead of an agent that is silent for an hour", async () => {
  await report([reported("gone"), reported("stays")]);
  await report([reported("silent", { databases: databases(30) })], "silentagent");
  world.clock.advance(61 * 60_000);
  await leave({ deployments: 0, databases: 0 });
  const more = () => report([reported("stays"), reported("more")]);
  expect((await more()).status).toBe(429);
  const gone = (await list()).find(({ name }) => name === "gone");
  const as = await signInAgain(world, person);
  expect((await call(world, "DELETE", `/deployments/${gone?.id}`, { as })).status).toBe(204);
  world.clock.advance(10 * 60_000 - 1);
  expect((await more()).status).toBe(429);
  world.clock.advance(60_000);
  expect((await more()).status).toBe(202);
  expect(await usage()).toMatchObject({ deployments: 3, databases: 2 });
  expect((await list()).find(({ name }) => name === "silent")?.memoryUsed).not.toBeNull();
});

test("SEC22 in a full organization a key can be exchanged for another", async () => {
  const servers = [reported("one"), reported("two")];
  await report(servers);
  world.clock.advance(60_000);
  await leave({ deployments: 0 });
  const other = await createKey(world, person, "Exchanged");
  expect((await report(servers, "agent00000000001", other.compositeKey)).status).toBe(202);
  expect((await report([...servers, reported("three")], "another0", other.compositeKey)).status).toBe(429);
  // An existing deployment needs no reservation, so one place is enough for one new deployment.
  world.clock.advance(60_000);
  await leave({ deployments: 1 });
  const third = await createKey(world, person, "Third");
  const all = [...servers, reported("three")];
  expect((await report(all, "agent00000000001", third.compositeKey)).status).toBe(202);
});

test("SEC22 P1 reports without growth never touch the quota, and growth pays one write for it", async () => {
  await report([reported("a")]);
  // The last update is the time of the change, for open pages.
  const [shape, comes] = [
    ["BatchGet", "TransactWrite", "Update"],
    ["BatchGet", "BatchGet", "Update", "TransactWrite", "Update"],
  ];
  for (const [deployments, rest] of [
    [[reported("a")], []],
    [[reported("a", { name: "renamed" })], shape],
    [[reported("a", { name: "renamed" }), reported("b")], comes],
  ] as const) {
    world.clock.advance(60_000);
    world.recorder.clear();
    expect((await report([...deployments])).status).toBe(202);
    const commands = world.recorder.sent.map(({ command }) => command.replace(/Items?Command$/, ""));
    expect(commands).toEqual(["Get", "Update", ...rest]);
  }
});

test("SEC22 agents that report the same servers count once", async () => {
  const servers = [reported("one"), reported("two")];
  for (let minute = 0; minute < 3; minute += 1) {
    await report(servers);
    await report(servers, "secondagent1");
    world.clock.advance(60_000);
  }
  expect(await usage()).toMatchObject({ deployments: 2, databases: 2 });
  // The second agent takes over. The first reports again and finds another owner.
  world.clock.advance(6 * 60_000);
  await report(servers, "secondagent1");
  await report(servers);
  expect(await usage()).toMatchObject({ deployments: 2 });
});
