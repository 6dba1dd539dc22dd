import type { DeploymentList } from "@shardwatch/core/contract/deployment";
import type { ProblemBody } from "@shardwatch/core/contract/problem";
import { mostReported, type ReportedDeployment } from "@shardwatch/core/contract/report";
import { beforeEach, expect, test } from "vitest";
import { databases, reported, reportOf, send } from "../support/reports.ts";
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

const roomRow = () => ({ pk: `ORG#${person.organizationId}`, sk: "ROOM" });
const room = async () => (await world.house.table.get(roomRow())) as Record<string, number> | undefined;

/** Makes the organization one that was counted just now, with room for so much more. */
async function leave(left: Partial<typeof mostReported | Record<keyof typeof mostReported, number>>) {
  const set = {
    deployments: mostReported.deployments - (left.deployments ?? mostReported.deployments),
    databases: mostReported.databases - (left.databases ?? mostReported.databases),
    countedAt: world.clock.now(),
  };
  await world.house.table.update(roomRow(), { set });
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

test("SEC22 what an organization has no room for is refused with the limit, and what is there stays up to date", async () => {
  // More than a page, so that what is new moves others from one page to the next.
  const servers = Array.from({ length: 40 }, (_, index) => reported(`server ${index}`));
  expect((await report(servers)).status).toBe(202);
  expect(await room()).toMatchObject({ deployments: 40, databases: 40 });
  for (const minute of [1, 2]) {
    world.clock.advance(6 * 60_000);
    await leave({ deployments: 4 });
    const all = [...servers, ...Array.from({ length: 5 }, (_, index) => reported(`new ${index}`))];
    const answer = await report(all);
    expect([answer.status, answer.headers.get("retry-after")], `report ${minute}`).toEqual([429, "240"]);
    const { code, message, details } = (await answer.json()) as ProblemBody;
    expect(code).toBe("ORGANIZATION_FULL");
    expect(message).toContain(`${mostReported.deployments} deployments`);
    expect(details).toEqual([expect.stringMatching(/^deployments: .*delete what is gone/)]);
    expect(await names("active")).toHaveLength(40);
  }
  world.clock.advance(60_000);
  await leave({ deployments: 5 });
  expect((await report([...servers, reported("new 0")])).status).toBe(202);
  expect(await names("active")).toHaveLength(41);
});

test("SEC22 a cluster that grows beyond the organization's databases turns stale with what is known of it, the others do not", async () => {
  const growing = (count: number) => reported("growing", { databases: databases(count) });
  expect((await report([growing(5), reported("steady")])).status).toBe(202);
  await leave({ databases: 10 });
  world.clock.advance(6 * 60_000);
  expect((await report([growing(16), reported("steady")])).status).toBe(429);
  expect([await names("active"), await names("stale")]).toEqual([["steady"], ["growing"]]);
  expect((await list()).find(({ name }) => name === "growing")?.databaseCount).toBe(5);
  world.clock.advance(60_000);
  expect((await report([growing(15), reported("steady")])).status).toBe(202);
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
});

test("SEC22 what somebody deleted makes room, and so does an agent that has been silent for an hour", async () => {
  await report([reported("gone"), reported("stays")]);
  await report([reported("silent", { databases: databases(30) })], "silentagent");
  world.clock.advance(61 * 60_000);
  await leave({ deployments: 0, databases: 0 });
  const more = () => report([reported("stays"), reported("more")]);
  expect((await more()).status).toBe(429);
  const gone = (await list()).find(({ name }) => name === "gone");
  const as = await signInAgain(world, person);
  expect((await call(world, "DELETE", `/deployments/${gone?.id}`, { as })).status).toBe(204);
  world.clock.advance(10 * 60_000);
  expect((await more()).status).toBe(202);
  expect(await room()).toMatchObject({ deployments: 3, databases: 2 });
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
});

test("SEC22 P1 reports without growth never ask for room, and growth pays one write for it", async () => {
  await report([reported("a")]);
  const [shape, comes] = [
    ["BatchGet", "TransactWrite"],
    ["Update", "BatchGet", "BatchGet", "TransactWrite"],
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

test("SEC22 agents that report the same servers take room once", async () => {
  const servers = [reported("one"), reported("two")];
  for (let minute = 0; minute < 3; minute += 1) {
    await report(servers);
    await report(servers, "secondagent1");
    world.clock.advance(60_000);
  }
  expect(await room()).toMatchObject({ deployments: 2, databases: 2 });
  // The second takes over, and the first, when it is back, finds them owned.
  world.clock.advance(6 * 60_000);
  await report(servers, "secondagent1");
  await report(servers);
  expect(await room()).toMatchObject({ deployments: 2 });
});
