import type { DeploymentList } from "@shardwatch/core/contract/deployment/deployment";
import { job } from "@shardwatch/core/contract/job";
import type { Moves } from "@shardwatch/core/contract/people/moves";
import type { RedisCloud } from "@shardwatch/core/contract/source/redis-cloud";
import type { ReportAccepted } from "@shardwatch/core/contract/report/accepted";
import { elastiCachesOf } from "@shardwatch/core/elasticache/elasticache.keys";
import type { Table } from "@shardwatch/core/table/table";
import { createApp } from "@shardwatch/functions/api/app";
import { tick } from "@shardwatch/functions/jobs/tick";
import { work } from "@shardwatch/functions/jobs/work";
import type { SimulatedCache } from "@shardwatch/local/simulators/aws/state";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Aws, connectAccount, makeRole, roleOf, startAws } from "../support/aws.ts";
import { invite } from "../support/invitations.ts";
import { type Cloud, keysOf, startCloud } from "../support/redis-cloud.ts";
import { databases, reported, reportOf, send } from "../support/reports.ts";
import { rowsOfOrganization, scopeOf } from "../support/scope.ts";
import {
  call,
  createKey,
  join,
  type Person,
  signInAgain,
  signUp,
  startWorld,
  webOrigin,
  type World,
} from "../support/world.ts";

let world: World;
let cloud: Cloud;
let aws: Aws;

beforeAll(async () => {
  [cloud, aws] = await Promise.all([startCloud(), startAws()]);
  world = await startWorld({ accounts: { "redis-cloud": cloud.api, elasticache: aws.api } });
});

afterAll(async () => {
  await world.stop();
  await Promise.all([cloud.stop(), aws.stop()]);
});

const ask = async (person: Person, method: string, path: string, body?: unknown) =>
  call(world, method, path, { as: await signInAgain(world, person), ...(body !== undefined && { body }) });

/** Runs the schedule once, and all jobs that it queues. */
async function round(): Promise<void> {
  world.clock.advance(10 * 60_000);
  await tick(world.services, world.queue);
  for (let next = world.queue.take(); next; next = world.queue.take())
    expect(await work(world.services, JSON.stringify(job.parse(next.job)))).toBe(true);
}

const connectCloud = async (person: Person, account: number) => {
  const answer = await ask(person, "POST", "/redis-cloud", keysOf(account));
  expect(answer.status).toBe(201);
  return ((await answer.json()) as RedisCloud).id;
};

async function seenBy(person: Person) {
  const read = async (path: string) =>
    (await (await ask(person, "GET", path)).json()) as Record<string, { id: string }[]>;
  const { deployments } = (await read("/deployments")) as unknown as DeploymentList;
  const rows = await world.services.table.queryAll(elastiCachesOf(scopeOf(person)));
  return {
    clouds: ((await read("/redis-cloud"))["redisClouds"] ?? []).map(({ id }) => id),
    roles: rows.map(({ id }) => id),
    deployments: deployments.map(({ id, status }) => `${id} ${status}`).toSorted(),
  };
}

const cache: SimulatedCache = {
  kind: "replicationGroup",
  id: "sessions",
  nodeType: "cache.t3.micro",
  shards: [{ used: 300_000_000, nodes: ["sessions-001"] }],
};

test("INV11 INV13 SEC04 integrations move with what they have found, go on being read in the new organization, and others' stay", async () => {
  const [host, mover, colleague] = [await signUp(world), await signUp(world), await signUp(world)];
  await join(world, colleague, mover);
  for (const account of ["410000000041", "410000000043"])
    aws.state.accounts[account] = {
      regions: ["eu-west-1"],
      parameterGroups: {},
      caches: { "eu-west-1": [cache] },
    };
  const cloudId = await connectCloud(mover, 41);
  const awsId = await connectAccount(world, aws, mover, roleOf("410000000041"));
  const stays = await connectCloud(colleague, 42);
  await round();
  const before = await seenBy(mover);
  expect(before.deployments.length).toBeGreaterThan(2);

  const id = await invite(world, host, mover);
  expect((await ask(mover, "POST", `/invitations/${id}/accept`)).status).toBe(204);
  const [there, here] = [await seenBy(host), await seenBy(colleague)];
  expect([there.clouds, there.roles]).toEqual([[cloudId], [awsId]]);
  expect([here.clouds, here.roles]).toEqual([[stays], []]);
  expect([...there.deployments, ...here.deployments].toSorted()).toEqual(before.deployments);
  expect(there.deployments.map((text) => text.split(" ")[0])).toContain(awsId);

  await round();
  expect(await seenBy(host)).toEqual(there);
  expect(await seenBy(colleague)).toEqual(here);
  expect((await ask(host, "GET", `/redis-cloud/${cloudId}`)).status).toBe(200);
  expect((await ask(colleague, "GET", `/redis-cloud/${cloudId}`)).status).toBe(404);
  const roleArn = roleOf("410000000043");
  const externalId = await makeRole(world, aws, await signInAgain(world, host), roleArn);
  expect((await ask(host, "PUT", `/api/elasticache/${awsId}`, { roleArn, externalId })).status).toBe(200);
  await round();
  expect(await seenBy(host), "the new role's external ID is the new organization's").toEqual(there);
});

test("INV11 an account that the new organization has connected already stays with those who are left, which is told before and after", async () => {
  const [host, mover, colleague] = [await signUp(world), await signUp(world), await signUp(world)];
  await join(world, colleague, mover);
  const [own, moving] = [await connectCloud(host, 51), await connectCloud(mover, 51)];
  await round();
  const id = await invite(world, host, mover);
  const moves = async () => (await (await ask(mover, "GET", `/invitations/${id}/moves`)).json()) as Moves;
  const before = await moves();
  expect(before.moving.redisClouds.count).toBe(0);
  expect(before.staying).toMatchObject([
    { what: "redisClouds", because: "CONNECTED_THERE", count: 1 },
    { what: "deployments", because: "CONNECTED_THERE" },
  ]);
  expect((await ask(mover, "POST", `/invitations/${id}/accept`)).status).toBe(204);
  expect(await moves()).toEqual({ ...before, invitedBy: expect.anything() });
  await round();
  expect((await seenBy(host)).clouds).toEqual([own]);
  expect((await seenBy(colleague)).clouds).toEqual([moving]);
});

test("INV11 SEC04 what would stay where nobody is left is disconnected with its keys and deployments, which is told before", async () => {
  const [host, mover] = [await signUp(world), await signUp(world)];
  await connectCloud(host, 52);
  await connectCloud(mover, 52);
  await round();
  const id = await invite(world, host, mover);
  const before = (await (await ask(mover, "GET", `/invitations/${id}/moves`)).json()) as Moves;
  expect(before.staying).toMatchObject([
    { what: "redisClouds", because: "NOBODY_LEFT", count: 1 },
    { what: "deployments", because: "NOBODY_LEFT" },
  ]);
  expect((await ask(mover, "POST", `/invitations/${id}/accept`)).status).toBe(204);
  await round();
  const left = await world.services.table.queryAll(rowsOfOrganization(mover.organizationId));
  // The organization is deleted with the last two. The past ends by itself: how much there is depends on the hour.
  const past = /^(?:CENSUS|CHANGED?|DAYS|FOLDED|FORGET|HOURS|SPARKS|TOTALS|TRAIL)(?:#|$)/;
  expect(left.map(({ sk }) => sk).filter((sk) => !past.test(sk))).toEqual(["ORG", "QUOTA"]);
});

test("INV11 an account that somebody connects there while another one is on the way stays, and the answer says so", async () => {
  const [host, mover, colleague] = [await signUp(world), await signUp(world), await signUp(world)];
  await join(world, colleague, mover);
  await connectCloud(mover, 53);
  const id = await invite(world, host, mover);
  const connects = () => connectCloud(host, 53);
  const app = createApp({ ...world.services, table: followed(world.services.table, connects) });
  const as = await signInAgain(world, mover);
  const headers = { origin: webOrigin, cookie: `shardwatch_session=${as.session.reveal()}` };
  expect((await app.request(`/invitations/${id}/accept`, { method: "POST", headers })).status).toBe(204);
  const after = (await (await ask(mover, "GET", `/invitations/${id}/moves`)).json()) as Moves;
  expect(after.moving.redisClouds).toEqual({ count: 0, first: [] });
  expect(after.staying).toMatchObject([{ what: "redisClouds", because: "CONNECTED_THERE", count: 1 }]);
});

/** A table on which something happens right after the first transaction, the joining. */
function followed(table: Table, happens: () => Promise<unknown>): Table {
  let pending: (() => Promise<unknown>) | undefined = happens;
  return {
    ...table,
    transact: async (writes) => {
      await table.transact(writes);
      const now = pending;
      pending = undefined;
      await now?.();
    },
  };
}

test("INV11 a role that has moved can be saved again as it is, and its external ID serves no other role", async () => {
  const [host, mover] = [await signUp(world), await signUp(world)];
  const [roleArn, another] = [roleOf("410000000061"), roleOf("410000000062")];
  const id = await connectAccount(world, aws, mover, roleArn);
  const { externalId } = (await (await ask(mover, "GET", `/api/elasticache/${id}`)).json()) as {
    externalId: string;
  };
  // Another role of the former organization that is not connected.
  await makeRole(world, aws, await signInAgain(world, mover), another);
  const invitation = await invite(world, host, mover);
  expect((await ask(mover, "POST", `/invitations/${invitation}/accept`)).status).toBe(204);
  const save = (input: object) => ask(mover, "PUT", `/api/elasticache/${id}`, input);
  expect((await save({ roleArn, externalId })).status).toBe(200);
  const refused = await save({ roleArn: another, externalId });
  expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([
    400,
    "FOREIGN_EXTERNAL_ID",
  ]);
  const connected = await ask(mover, "POST", "/api/elasticache", { roleArn: another, externalId });
  expect(connected.status).toBe(400);
});

const answer = async (as: Person, id: string, verb: string) =>
  (await call(world, "POST", `/invitations/${id}/${verb}`, { as })).status;

const dataOf = async (as: Person) => {
  const [deployments, keys] = await Promise.all(
    ["/deployments", "/access-key"].map(async (path) => (await call(world, "GET", path, { as })).json()),
  );
  return {
    deployments: (deployments as { deployments: { id: string; name: string; organizationId: string }[] })
      .deployments,
    keys: (keys as { accessKeys: { name: string }[] }).accessKeys.map(({ name }) => name),
  };
};

const report = async (key: string, names: string[]) => {
  world.clock.advance(10_000);
  const fleet = names.map((name) => reported(name, { databases: databases(2) }));
  const response = await send(world, key, reportOf(world, fleet));
  expect(response.status).toBe(202);
  return ((await response.json()) as ReportAccepted).deployments.map(({ id }) => id);
};

test("INV09 INV10 INV13 INV15 keys and deployments move with their ids and figures, other members' stay, and agents go on reporting", async () => {
  const [host, mover, colleague] = [await signUp(world), await signUp(world), await signUp(world)];
  await join(world, colleague, mover);
  const moving = await createKey(world, mover, "Moving key");
  const staying = await createKey(world, colleague, "Staying key");
  const ids = await report(moving.compositeKey, ["a", "b"]);
  const stays = await report(staying.compositeKey, ["c"]);
  const before = await (await call(world, "GET", `/deployments/${ids[0]}`, { as: mover })).json();

  expect(await answer(mover, await invite(world, host, mover), "accept")).toBe(204);
  const [there, here] = [await dataOf(host), await dataOf(colleague)];
  expect(there.keys).toEqual(["Moving key"]);
  expect(there.deployments.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  expect(there.deployments.every(({ organizationId }) => organizationId === host.organizationId)).toBe(true);
  expect(here.keys).toEqual(["Staying key"]);
  expect(here.deployments.map(({ id }) => id)).toEqual(stays);
  const detail = await call(world, "GET", `/deployments/${ids[0]}`, { as: host });
  expect(await detail.json()).toEqual({ ...(before as object), organizationId: host.organizationId });
  expect((await call(world, "GET", `/deployments/${ids[0]}`, { as: colleague })).status).toBe(404);

  world.clock.advance(50_000);
  world.recorder.clear();
  expect(await report(moving.compositeKey, ["a", "b"])).toEqual(ids);
  expect(
    world.recorder.sent.reduce((units, one) => units + one.writeUnits, 0),
    "a plain report",
  ).toBe(1);
  expect(await report(moving.compositeKey, ["a", "b", "new"])).toHaveLength(3);
  expect((await dataOf(host)).deployments).toHaveLength(3);
  expect((await dataOf(colleague)).deployments).toHaveLength(1);
});

test("INV13 a server that a colleague's agent reports too is found again in the former organization, and moves back without a double", async () => {
  const [host, mover, colleague] = [await signUp(world), await signUp(world), await signUp(world)];
  await join(world, colleague, mover);
  const keys = [await createKey(world, mover), await createKey(world, colleague)] as const;
  const [id] = await report(keys[0].compositeKey, ["shared"]);
  expect(await answer(mover, await invite(world, host, mover), "accept")).toBe(204);
  expect(await report(keys[1].compositeKey, ["shared"])).toEqual([id]);
  expect(await report(keys[0].compositeKey, ["shared"])).toEqual([id]);
  for (const person of [host, colleague]) expect((await dataOf(person)).deployments).toHaveLength(1);
  expect(await answer(mover, await invite(world, colleague, mover), "accept")).toBe(204);
  await report(keys[0].compositeKey, ["shared"]);
  expect((await dataOf(host)).deployments).toEqual([]);
  expect((await dataOf(colleague)).deployments.map((one) => one.id)).toEqual([id]);
});

test("R15 what was deleted before does not come back by a report that is older", async () => {
  const [host, mover] = [await signUp(world), await signUp(world)];
  const { compositeKey } = await createKey(world, mover);
  const [id] = await report(compositeKey, ["a"]);
  world.clock.advance(10_000);
  const old = reportOf(world, [reported("a", { name: "late" })]);
  world.clock.advance(10_000);
  expect((await call(world, "DELETE", `/deployments/${id}`, { as: mover })).status).toBe(204);
  expect(await answer(mover, await invite(world, host, mover), "accept")).toBe(204);
  expect((await send(world, compositeKey, old)).status).toBe(202);
  expect((await dataOf(host)).deployments).toEqual([]);
  expect(await report(compositeKey, ["a"])).toEqual([id]);
  expect((await dataOf(host)).deployments).toHaveLength(1);
});
