import type { SourceState } from "@shardwatch/core/contract/source/state";
import { createApp } from "@shardwatch/functions/api/app";
import { afterAll, expect, test } from "vitest";
import { connectAccount, roleOf, startAws } from "../support/aws.ts";
import { startCloudWorld } from "../support/cloud-world.ts";
import { reported, reportOf, send } from "../support/reports.ts";
import { call, createKey, join, type Person, signInAgain, signUp, webOrigin } from "../support/world.ts";

const minute = 60_000;
const aws = await startAws();
const place = await startCloudWorld({ accounts: { elasticache: aws.api } });
const { cloud, world, connect, workAll, nextRound } = place;

afterAll(async () => {
  await Promise.all([place.stop(), aws.stop()]);
});

async function sourcesOf(person: Person, organization?: string): Promise<SourceState[]> {
  const query = organization === undefined ? "" : `?organizationId=${organization}`;
  const answer = await call(world, "GET", `/sources${query}`, { as: await signInAgain(world, person) });
  if (answer.status !== 200) throw new Error(`the sources were answered ${await answer.text()}`);
  return ((await answer.json()) as { sources: SourceState[] }).sources;
}

const at = (moment: number) => new Date(moment).toISOString();

async function report(key: string, agent: string): Promise<string> {
  const sender = { id: agent.padEnd(12, "0"), version: "1" };
  await send(world, key, reportOf(world, [reported(agent)], { agent: sender }));
  return at(world.clock.now());
}

test("OVR06 OVR08 one request names every key and account, with its last and next reading", async () => {
  const person = await signUp(world);
  const unused = await createKey(world, person, "Unused key");
  // Keys of one millisecond have no order.
  world.clock.advance(1);
  const used = await createKey(world, person, "Used key");
  const account = await connect(undefined, person);
  const role = await connectAccount(world, aws, person, roleOf("111122223333"));
  expect(await sourcesOf(person)).toMatchObject([
    { kind: "agent", id: unused.keyId, name: "Unused key", status: "pending", lastReadAt: null },
    {
      kind: "agent",
      id: used.keyId,
      createdBy: person.accountId,
      agents: { total: 0, reporting: 0, deployments: 0 },
    },
    {
      kind: "redis-cloud",
      id: account.id,
      createdBy: person.accountId,
      status: "pending",
      nextReadAt: null,
      agents: null,
    },
    { kind: "elasticache", id: role, name: "AWS account 111122223333", status: "pending" },
  ]);

  await report(used.compositeKey, "first");
  await workAll();
  const readAt = world.clock.now();
  world.clock.advance(6 * minute);
  const reportedAt = await report(used.compositeKey, "second");
  const [, key, redisCloud, elastiCache] = await sourcesOf(person);
  expect(key).toMatchObject({
    status: "partial",
    lastReadAt: reportedAt,
    nextReadAt: null,
    agents: { total: 2, reporting: 1, deployments: 2 },
  });
  for (const read of [redisCloud, elastiCache])
    expect(read).toMatchObject({ lastReadAt: at(readAt), nextReadAt: at(readAt + 5 * minute) });
  expect(redisCloud).toMatchObject({ status: "ok", lastError: null });

  world.clock.advance(6 * minute);
  expect((await sourcesOf(person))[1]).toMatchObject({
    status: "silent",
    agents: { total: 2, reporting: 0 },
  });
});

test("OVR03 an account whose keys are refused says so, and why", async () => {
  const account = await connect();
  await workAll();
  await cloud.control({ account: account.keys.apiKey.replace("key-of-", ""), every: "revoked" });
  await nextRound(account);
  const [source] = await sourcesOf(account.person);
  expect(source?.status).toBe("denied");
  expect(source?.lastError).toMatch(/^credentials refused/);
  expect(source?.nextReadAt).toBe(at(world.clock.now() + 15 * minute));
});

test("OVR09 super admins name the organization whose sources they see, others see their own", async () => {
  const [own, other] = [await signUp(world), await signUp(world)];
  await createKey(world, own, "Own key");
  const theirs = await createKey(world, other, "Their key");
  const superAdmin = await signUp(world, {}, ["SUPER_ADMIN"]);
  await join(world, superAdmin, own);
  expect((await sourcesOf(superAdmin)).map(({ name }) => name)).toEqual(["Own key"]);
  expect(await sourcesOf(superAdmin, other.organizationId)).toMatchObject([{ id: theirs.keyId }]);
  const refused = await call(world, "GET", `/sources?organizationId=${other.organizationId}`, { as: own });
  expect(refused.status).toBe(403);
});

test("OVR06 AWS accounts are in no answer while their feature is off", async () => {
  const person = await signUp(world);
  await connectAccount(world, aws, person, roleOf("444455556666"));
  const { services } = world;
  const app = createApp({ ...services, settings: { ...services.settings, elastiCache: false } });
  const { session } = await signInAgain(world, person);
  const answer = await app.request("/sources", {
    headers: { cookie: `shardwatch_session=${session.reveal()}`, origin: webOrigin },
  });
  expect(await answer.json()).toEqual({ sources: [] });
});
