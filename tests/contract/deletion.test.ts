import { notificationList } from "@shardwatch/core/contract/channel/notification";
import {
  deployment,
  type Deployment,
  type DeploymentList,
} from "@shardwatch/core/contract/deployment/deployment";
import type { ReportAccepted } from "@shardwatch/core/contract/report/accepted";
import type { ReportedDeployment } from "@shardwatch/core/contract/report/report";
import { beforeEach, expect, test } from "vitest";
import { databases, reported, reportOf, send } from "../support/reports.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, createKey, join, type Person, signInAgain, signUp } from "../support/world.ts";

const world = await worldOfFile();
let admin: Person;
let key: string;

beforeEach(async () => {
  admin = await signUp(world);
  key = (await createKey(world, admin)).compositeKey;
});

interface Reporting {
  agent?: string;
  withKey?: string;
  measuredAt?: number;
}

/** Reports as that agent, and returns the ids of the deployments. */
async function report(deployments: ReportedDeployment[], options: Reporting = {}): Promise<string[]> {
  const { agent = "first", withKey = key, measuredAt = world.clock.now() } = options;
  const fields = {
    agent: { id: agent.padEnd(12, "0"), version: "1" },
    measuredAt: new Date(measuredAt).toISOString(),
  };
  const answer = await send(world, withKey, reportOf(world, deployments, fields));
  expect(answer.status).toBe(202);
  return ((await answer.json()) as ReportAccepted).deployments.map(({ id }) => id);
}

async function get(id: string, person = admin): Promise<Response> {
  return await call(world, "GET", `/deployments/${id}`, { as: await signInAgain(world, person) });
}

async function remove(id: string, person = admin): Promise<number> {
  const as = await signInAgain(world, person);
  return (await call(world, "DELETE", `/deployments/${id}`, { as })).status;
}

async function listed(): Promise<string[]> {
  const as = await signInAgain(world, admin);
  const answer = await call(world, "GET", "/deployments", { as });
  return ((await answer.json()) as DeploymentList).deployments.map(({ id }) => id);
}

async function detail(id: string): Promise<Deployment> {
  return deployment.parse(await (await get(id)).json());
}

const later = (milliseconds = 60_000) => world.clock.advance(milliseconds);

test("API16 ROL19 an admin deletes a deployment: 204, and it is gone from list and detail; the second time 404", async () => {
  const [id = "", kept = ""] = await report([reported("a"), reported("b")]);
  expect(await remove(id)).toBe(204);
  expect(await listed()).toEqual([kept]);
  expect((await get(id)).status).toBe(404);
  expect(await remove(id)).toBe(404);
});

test("API16 of two who delete at once one gets 204, the other 404", async () => {
  const [id = ""] = await report([reported("a")]);
  const statuses = await Promise.all([remove(id), remove(id), remove(id)]);
  expect(statuses.toSorted()).toEqual([204, 404, 404]);
});

test("API16 ROL20 Q12 a viewer gets 403 for an own deployment and 404 for any other; nobody's session 401", async () => {
  const [id = ""] = await report([reported("a")]);
  const viewer = await signUp(world, {}, ["VIEWER"]);
  await join(world, viewer, admin);
  expect(await remove(id, viewer)).toBe(403);
  expect(await remove("dep_00000000000000000000", viewer)).toBe(404);
  expect(await remove("no-id", viewer)).toBe(404);
  const stranger = await signUp(world);
  expect(await remove(id, stranger)).toBe(404);
  expect((await call(world, "DELETE", `/deployments/${id}`)).status).toBe(401);
  expect(await listed()).toEqual([id]);
});

test("API16 ROL18 a super admin deletes a deployment of any organization", async () => {
  const [id = ""] = await report([reported("a")]);
  const root = await signUp(world, {}, ["SUPER_ADMIN"]);
  expect(await remove(id, root)).toBe(204);
  expect(await remove(id, root)).toBe(404);
  expect(await listed()).toEqual([]);
});

test("NTF18 members are told by name which of them deleted a deployment, and of a super admin from outside only what they are", async () => {
  const { firstName, lastName } = admin.identity;
  const root = await signUp(world, {}, ["SUPER_ADMIN"]);
  for (const [who, reason] of [
    [admin, `Deleted by ${firstName} ${lastName}.`],
    [root, "Deleted by a Shardwatch administrator."],
  ] as const) {
    later();
    const [id = ""] = await report([reported("a")]);
    later();
    expect(await remove(id, who)).toBe(204);
    const shown = await call(world, "GET", "/notifications", { as: await signInAgain(world, admin) });
    const [newest] = notificationList.parse(await shown.json()).notifications;
    expect(newest?.metadata.reasonMessage).toBe(reason);
  }
});

test("AGT18 Q10 a deleted deployment comes back under the same id with the next report, and that costs only once", async () => {
  const fleet = [reported("a", { databases: databases(3) }), reported("b")];
  const [id = ""] = await report(fleet);
  const before = await detail(id);
  expect(await remove(id)).toBe(204);
  later();
  expect((await report(fleet))[0]).toBe(id);
  const lastUpdated = new Date(world.clock.now()).toISOString();
  expect(await detail(id)).toEqual({
    ...before,
    statusSince: lastUpdated,
    lastUpdated,
    feeds: expect.anything(),
    report: expect.objectContaining({ receivedAt: lastUpdated }),
  });
  later();
  world.recorder.clear();
  await report(fleet);
  expect(world.recorder.sent.reduce((units, sent) => units + sent.writeUnits, 0)).toBe(1);
});

test("AGT18 Q10 a report that was measured before the deletion does not bring it back, however late it arrives", async () => {
  const [id = ""] = await report([reported("a"), reported("b")]);
  later();
  const measuredBefore = world.clock.now();
  later(5_000);
  expect(await remove(id)).toBe(204);
  later(5_000);
  await report([reported("a"), reported("b", { databases: databases(2) })], { measuredAt: measuredBefore });
  expect((await get(id)).status).toBe(404);
  expect(await listed()).toHaveLength(1);
  await report([reported("a")], { agent: "second", measuredAt: measuredBefore + 5_000 });
  expect((await get(id)).status, "measured in the moment of the deletion").toBe(404);
  later();
  await report([reported("a"), reported("b")]);
  expect((await get(id)).status).toBe(200);
});

test("AGT18 another agent that watches the same server brings it back, too", async () => {
  const [id = ""] = await report([reported("a")]);
  later();
  await report([reported("a", { name: "seen by the second" })], { agent: "second" });
  expect((await detail(id)).name).toBe("a");
  expect(await remove(id)).toBe(204);
  later();
  await report([reported("a", { name: "seen by the second" })], { agent: "second" });
  expect((await detail(id)).name).toBe("seen by the second");
});

test("AGT18 a deployment whose page in its agent's report has changed is found and comes back", async () => {
  const many = Array.from({ length: 70 }, (_, index) => reported(`server ${index}`));
  const ids = (await report(many)).toSorted();
  for (const count of [70, 65, 31, 30, 31, 70]) {
    const some = many.slice(0, count);
    later();
    const present = new Set(await report(some));
    const last = ids.findLast((id) => present.has(id)) ?? "";
    expect(await remove(last)).toBe(204);
    later();
    await report(some);
    later();
    await report(some);
    expect((await get(last)).status, `of ${count}`).toBe(200);
  }
});

test("a deployment that comes back while its server is unreachable shows no figures of before", async () => {
  const [id = ""] = await report([reported("a", { databases: databases(2) })]);
  await remove(id);
  later();
  await report([{ key: "a", name: "a", type: "STANDALONE", status: "unreachable" }]);
  expect(await detail(id)).toMatchObject({ memoryUsed: null, databases: [], databaseCount: 0 });
});

test("LST94 the detail names the living keys that report a deployment, its owner's or not, with their last use", async () => {
  const other = await createKey(world, admin, "Second key");
  const unrelated = await createKey(world, admin, "Unrelated key");
  const [id = ""] = await report([reported("a")]);
  await report([reported("c")], { agent: "third", withKey: unrelated.compositeKey });
  later(10 * 60_000);
  await report([reported("a"), reported("b")], { agent: "second", withKey: other.compositeKey });
  later(60_000);
  await report([reported("a"), reported("b")], { agent: "second", withKey: other.compositeKey });
  await report([reported("a")]);
  const as = await signInAgain(world, admin);
  const answer = await call(world, "GET", "/access-key", { as });
  const { accessKeys } = (await answer.json()) as {
    accessKeys: { keyId: string; name: string; lastUsed: string }[];
  };
  const fed = accessKeys.flatMap(({ keyId, name, lastUsed }) =>
    name === "Unrelated key" ? [] : [{ kind: "agent", id: keyId, name, lastUsed, failure: null }],
  );
  expect(fed).toHaveLength(2);
  const { feeds } = await detail(id);
  expect(feeds).toHaveLength(2);
  expect(feeds).toEqual(expect.arrayContaining(fed));

  later();
  await report([reported("b")], { agent: "second", withKey: other.compositeKey });
  expect(
    (await detail(id)).feeds.map(({ name }) => name),
    "no longer reported",
  ).toEqual(["Test key"]);
  await call(world, "DELETE", `/access-key/${feeds.find(({ name }) => name === "Test key")?.id}`, {
    as: await signInAgain(world, admin),
  });
  expect((await detail(id)).feeds, "a revoked key feeds nothing").toEqual([]);
});
