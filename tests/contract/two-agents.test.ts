import { credentialKey } from "@shardwatch/core/agent-key/agent-key.keys";
import type { Deployment, DeploymentList } from "@shardwatch/core/contract/deployment/deployment";
import type { ReportedDeployment } from "@shardwatch/core/contract/report/report";
import { keyOfPulse, readPulse } from "@shardwatch/core/deployment/rows/pulse.table";
import { beforeEach, expect, test } from "vitest";
import { databases, reported, reportOf, send } from "../support/reports.ts";
import { scopeOf } from "../support/scope.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, createKey, type Person, signInAgain, signUp } from "../support/world.ts";

const world = await worldOfFile();
let person: Person;
let key: string;

beforeEach(async () => {
  person = await signUp(world);
  key = (await createKey(world, person)).compositeKey;
});

async function report(agent: string, deployments: ReportedDeployment[], withKey = key): Promise<number> {
  const id = agent.padEnd(12, "0");
  return (await send(world, withKey, reportOf(world, deployments, { agent: { id, version: "1" } }))).status;
}

async function only(): Promise<Deployment> {
  const as = await signInAgain(world, person);
  const { deployments } = (await (await call(world, "GET", "/deployments", { as })).json()) as DeploymentList;
  expect(deployments).toHaveLength(1);
  const detail = await call(world, "GET", `/deployments/${deployments[0]?.id}`, { as });
  const deployment = (await detail.json()) as Deployment;
  expect(deployments[0]).toMatchObject({
    name: deployment.name,
    status: deployment.status,
    lastUpdated: deployment.lastUpdated,
    memoryUsed: deployment.memoryUsed,
  });
  return deployment;
}

const healthy = reported("server", { databases: databases(2) });
const unreachable: ReportedDeployment = {
  key: "server",
  name: "server",
  type: "STANDALONE",
  status: "unreachable",
};

test("AGT25 a second agent that cannot reach a server does not declare it dead while the first one reports it", async () => {
  await report("first", [healthy]);
  world.clock.advance(10_000);
  expect(await report("laptop", [unreachable])).toBe(202);
  expect(await only()).toMatchObject({ status: "active" });
  world.clock.advance(60_000);
  await report("first", [healthy]);
  expect(await only()).toMatchObject({
    status: "active",
    lastUpdated: new Date(world.clock.now()).toISOString(),
  });
});

test("a second agent takes over when the first falls silent, and the first takes back when the second does", async () => {
  await report("first", [healthy]);
  for (let minute = 0; minute < 7; minute += 1) {
    world.clock.advance(60_000);
    await report("second", [reported("server", { name: "seen by the second" })]);
  }
  expect(await only()).toMatchObject({
    name: "seen by the second",
    status: "active",
    databases: databases(1),
  });
  world.clock.advance(60_000);
  await report("first", [healthy]);
  expect(await only()).toMatchObject({ name: "seen by the second" });
  for (let minute = 0; minute < 7; minute += 1) {
    world.clock.advance(60_000);
    await report("first", [healthy]);
  }
  expect(await only()).toMatchObject({ name: "server", status: "active", databases: databases(2) });
});

test("an agent that goes on with a new key goes on with its deployments at once", async () => {
  await report("first", [healthy]);
  const next = (await createKey(world, person, "New key")).compositeKey;
  world.clock.advance(10_000);
  await report("first", [reported("server", { name: "renamed" })], next);
  expect(await only()).toMatchObject({
    name: "renamed",
    lastUpdated: new Date(world.clock.now()).toISOString(),
  });
});

test("figures belong to the databases of the agent whose word counts, in whatever order another lists them", async () => {
  const [a, b] = databases(2);
  if (!a || !b) throw new Error("two databases");
  await report("first", [reported("server", { databases: [a, b] })]);
  world.clock.advance(10_000);
  await report("second", [reported("server", { databases: [b, a] })]);
  world.clock.advance(60_000);
  await report("second", [
    reported("server", {
      databases: [
        { ...b, memoryUsed: "222" },
        { ...a, memoryUsed: "111" },
      ],
    }),
  ]);
  expect((await only()).databases).toEqual([a, b]);
});

test("DBS02 the text of a pulse's fingerprint changes with every change of the deployments that its agent owns", async () => {
  const texts = new Set<string>();
  const textOf = async (agent: string) => {
    const [organization, source] = [scopeOf(person), key.split("_").slice(1, 3).join("_")];
    const instance = agent.padEnd(12, "0");
    const row = await world.services.table.get(
      keyOfPulse(organization, { kind: "agent", id: source, instance }, 0),
    );
    return row && readPulse(row).fingerprint;
  };
  const changed = async (deployments: ReportedDeployment[]) => {
    world.clock.advance(60_000);
    await report("first", [healthy, reported("other")]);
    expect(await report("second", deployments)).toBe(202);
    const text = (await textOf("second")) ?? "";
    const isNew = !texts.has(text);
    texts.add(text);
    return isNew;
  };
  const own = reported("own");
  expect(await changed([own])).toBe(true);
  expect(await changed([own, healthy]), "shared with the first agent").toBe(true);
  expect(await changed([own, healthy])).toBe(false);
  expect(await changed([reported("own", { name: "renamed" }), healthy])).toBe(true);
  expect(await changed([reported("own", { name: "renamed" }), healthy, reported("other")])).toBe(true);
  world.clock.advance(6 * 60_000);
  const before = await textOf("second");
  await report("second", [reported("own", { name: "renamed" }), healthy, reported("other")]);
  expect(await textOf("second"), "what it has taken over").not.toBe(before);
});

test("AGT09 a clock that ran ahead locks nothing once it is right again", async () => {
  const ahead = new Date(world.clock.now() + 299_000).toISOString();
  const agent = { id: "first0000000", version: "1" };
  const early = reportOf(world, [reported("server", { name: "from the future" })], {
    measuredAt: ahead,
    agent,
  });
  expect((await send(world, key, early)).status).toBe(202);
  world.clock.advance(10_000);
  await report("first", [reported("server", { name: "now" })]);
  expect(await only()).toMatchObject({ name: "now" });
});

test("SEC22 at most a hundred agents share one key, and those that are gone make room", async () => {
  for (let index = 0; index < 100; index += 1)
    expect(await report(`agent${index}x`, [reported(`server ${index}`)])).toBe(202);
  expect(await report("onemore", [reported("one more")])).toBe(429);
  world.clock.advance(3_000);
  expect(await report("agent5x", [reported("server 5"), reported("another")])).toBe(202);
  world.clock.advance(61 * 60_000);
  expect(await report("onemore", [reported("one more")])).toBe(202);
  const as = await signInAgain(world, person);
  const { deployments } = (await (await call(world, "GET", "/deployments", { as })).json()) as DeploymentList;
  expect(deployments).toHaveLength(102);
  expect(deployments.every((deployment) => deployment.memoryUsed === "1048576")).toBe(true);
});

test("SEC22 a key that keeps inventing deployments comes to an end, and an organization has at most 100 keys", async () => {
  const { keyId } = await createKey(world, person, "Inventive");
  await world.services.table.update(credentialKey(keyId), { set: { created: 19_999 } });
  const inventive = (await createKey(world, person, "Second one")).compositeKey;
  expect(await report("first", [reported("a"), reported("b")], inventive)).toBe(202);
  const credential = credentialKey(inventive.split("_").slice(1, 3).join("_"));
  expect((await world.services.table.get(credential))?.["created"]).toBe(2);
  await world.services.table.update(credential, { set: { created: 19_999 } });
  world.clock.advance(60_000);
  expect(await report("first", [reported("c"), reported("d")], inventive)).toBe(429);
  expect(await report("first", [reported("a"), reported("b")], inventive)).toBe(202);
  for (let count = 3; count < 100; count += 1) await createKey(world, person);
  const answer = await call(world, "POST", "/access-key", { as: person, body: { name: "One more" } });
  expect(answer.status).toBe(409);
});
