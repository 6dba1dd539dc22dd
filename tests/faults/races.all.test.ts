import type { Table } from "@shardwatch/core/table/table";
import type { MemberContext } from "@shardwatch/core/access/context";
import { remove } from "@shardwatch/core/elasticache/elasticache";
import { accept } from "@shardwatch/core/invitation/accept";
import { moveIntegrations } from "@shardwatch/core/integration/move";
import { redisCloud } from "@shardwatch/core/redis-cloud/kind";
import { unfinishedWork } from "@shardwatch/functions/jobs/tick";
import { afterAll, beforeAll, expect, test } from "vitest";
import { acceptances } from "../support/acceptances.ts";
import { type Aws, connectAccount, makeRole, roleOf, startAws } from "../support/aws.ts";
import { invite } from "../support/invitations.ts";
import { interrupted } from "../support/interrupted.ts";
import { type Cloud, keysOf, startCloud } from "../support/redis-cloud.ts";
import { actorFor, scopeOf } from "../support/scope.ts";
import { call, type Person, signUp, startWorld, type World } from "../support/world.ts";

let aws: Aws;
let cloud: Cloud;
let world: World;

beforeAll(async () => {
  aws = await startAws();
  cloud = await startCloud();
  world = await startWorld({ accounts: { elasticache: aws.api, "redis-cloud": cloud.api } });
});
afterAll(async () => {
  await world.stop();
  await cloud.stop();
  await aws.stop();
});

async function contextOf(person: Person, table: Table): Promise<MemberContext> {
  const actor = await actorFor(world, person);
  return { ...world.services, table, actor, requestId: "race" };
}

test("R15 an AWS account that is given another role while it is disconnected leaves both roles free", async () => {
  const person = await signUp(world);
  const [before, after] = [roleOf("111111111111"), roleOf("222222222222")];
  const id = await connectAccount(world, aws, person, before);
  const externalId = await makeRole(world, aws, person, after);
  const table = interrupted(world, /^Transact/, async () => {
    const body = { roleArn: after, externalId };
    const changed = await call(world, "PUT", `/api/elasticache/${id}`, { as: person, body });
    expect(changed.status).toBe(200);
  });
  await remove(await contextOf(person, table), id);
  for (const roleArn of [before, after]) {
    const body = { roleArn, externalId };
    expect((await call(world, "POST", "/api/elasticache", { as: person, body })).status).toBe(201);
  }
});

test("INV14 R15 of two invitations that are accepted at once, the later takes along what the earlier was still moving", async () => {
  const { furnish, kindsOf, listed } = acceptances(world);
  const { host, mover, id } = await furnish();
  const second = await signUp(world);
  const other = await invite(world, second, mover);
  const table = interrupted(world, /^Transact/, async () => {
    // Interrupted after the first key.
    expect(await accept(await contextOf(mover, world.services.table), id, 1)).toBe(false);
  });
  expect(await accept(await contextOf(mover, table), other)).toBe(true);
  expect(await unfinishedWork(world.services)).toEqual([]);
  expect(await listed(second)).toHaveLength(3);
  expect(await listed(host)).toEqual([]);
  expect((await kindsOf(host.organizationId)).filter((kind) => kind === "KEY")).toEqual([]);
});

test("INV11 R15 a Redis Cloud account that is renamed while it moves to another organization keeps its new name", async () => {
  const [host, mover] = [await signUp(world), await signUp(world)];
  const created = await call(world, "POST", "/redis-cloud", { as: mover, body: keysOf(1) });
  const { id } = (await created.json()) as { id: string };
  const table = interrupted(world, /^Transact/, async () => {
    const renamed = await call(world, "PUT", `/redis-cloud/${id}`, { as: mover, body: { name: "new name" } });
    expect(renamed.status).toBe(200);
  });
  const [from, to] = [mover, host].map(scopeOf);
  if (!from || !to) throw new Error("nowhere to move");
  await moveIntegrations({ ...world.services, table }, redisCloud, { from, to, accountId: mover.accountId });
  const shown = await call(world, "GET", `/redis-cloud/${id}`, { as: host });
  expect(await shown.json()).toMatchObject({ name: "new name" });
});
