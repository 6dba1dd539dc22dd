import { accountKey } from "@shardwatch/core/account/account.keys";
import type { AccessKey, CreatedAccessKey } from "@shardwatch/core/contract/access-key";
import { createApp } from "@shardwatch/functions/api/app";
import { expect, test } from "vitest";
import { interrupted } from "../support/interrupted.ts";
import { invite } from "../support/invitations.ts";
import { reported, reportOf, send } from "../support/reports.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, createKey, join, type Person, signInAgain, signUp, webOrigin } from "../support/world.ts";

const hour = 3_600_000;
const world = await worldOfFile();

const ask = async (as: Person, method: string, path: string, body?: unknown) =>
  await call(world, method, path, { as: await signInAgain(world, as), ...(body !== undefined && { body }) });

async function rotate(as: Person, keyId: string, overlapHours = 24): Promise<CreatedAccessKey> {
  const answer = await ask(as, "POST", `/access-key/${keyId}/rotate`, { overlapHours });
  if (answer.status !== 200) throw new Error(`the rotation was answered ${await answer.text()}`);
  return (await answer.json()) as CreatedAccessKey;
}

const get = async (as: Person, keyId: string) =>
  (await (await ask(as, "GET", `/access-key/${keyId}`)).json()) as AccessKey;

/** Reports one server as that agent. Returns the status of the answer. */
async function report(key: string, agent: string): Promise<number> {
  world.clock.advance(60_000);
  const sender = { id: agent.padEnd(16, "0"), version: "1.0.0", name: `host of ${agent}` };
  return (await send(world, key, reportOf(world, [reported(agent)], { agent: sender }))).status;
}

test("KEY26 a rotated key has two secrets until the former one ends, and counts the agents that have moved", async () => {
  const owner = await signUp(world);
  const first = await createKey(world, owner, "Rotated key");
  const agents = ["agentone", "agenttwo", "agentthree"];
  for (const agent of agents) expect(await report(first.compositeKey, agent)).toBe(202);
  const second = await rotate(owner, first.keyId);
  expect(second.keyId).toBe(first.keyId);
  expect(second.compositeKey).not.toBe(first.compositeKey);
  expect(second.rotation).toMatchObject({ moved: 0, agents: 3 });

  expect(await report(second.compositeKey, "agentone")).toBe(202);
  expect(await report(first.compositeKey, "agenttwo")).toBe(202);
  const during = await get(owner, first.keyId);
  expect(during.rotation).toMatchObject({ moved: 1, agents: 3 });
  expect(Object.fromEntries(during.agents.map(({ name, moved }) => [name, moved]))).toEqual({
    "host of agentone": true,
    "host of agenttwo": false,
    "host of agentthree": false,
  });
  // The deployments stay, and so does their source.
  expect(during.deployments.count).toBe(3);
  // An agent that goes back to the former secret has not moved.
  expect(await report(first.compositeKey, "agentone")).toBe(202);
  expect((await get(owner, first.keyId)).rotation).toMatchObject({ moved: 0 });

  world.clock.advance(Date.parse(during.rotation?.formerSecretEndsAt ?? "") - world.clock.now() - 60_000);
  expect(await report(first.compositeKey, "agenttwo")).toBe(401);
  expect(await report(second.compositeKey, "agenttwo")).toBe(202);
  expect((await get(owner, first.keyId)).rotation).toBeNull();
});

test("KEY24 R5 a revocation ends both secrets at once", async () => {
  const owner = await signUp(world);
  const first = await createKey(world, owner, "Both revoked");
  const second = await rotate(owner, first.keyId);
  expect((await ask(owner, "DELETE", `/access-key/${first.keyId}`)).status).toBe(204);
  for (const { compositeKey } of [first, second]) expect(await report(compositeKey, "agentfour")).toBe(401);
});

test("KEY26 a second rotation waits for the end of the former secret, so that no agent is cut off early", async () => {
  const owner = await signUp(world);
  const first = await createKey(world, owner, "Rotated twice");
  const second = await rotate(owner, first.keyId, 1);
  const early = await ask(owner, "POST", `/access-key/${first.keyId}/rotate`, { overlapHours: 1 });
  expect(early.status).toBe(409);
  expect(await early.json()).toMatchObject({ code: "ROTATION_UNDER_WAY" });
  world.clock.advance(hour);
  const third = await rotate(owner, first.keyId, 1);
  expect(await report(first.compositeKey, "agentfive")).toBe(401);
  expect(await report(second.compositeKey, "agentfive")).toBe(202);
  expect(await report(third.compositeKey, "agentfive")).toBe(202);
  expect((await get(owner, first.keyId)).rotation).toMatchObject({ moved: 1, agents: 1 });
});

test("KEY26 a rotation without an overlap ends every former secret at once, also while one still works", async () => {
  const owner = await signUp(world);
  const first = await createKey(world, owner, "Lost secrets");
  const second = await rotate(owner, first.keyId);
  const third = await rotate(owner, first.keyId, 0);
  expect(third.rotation).toBeNull();
  for (const { compositeKey } of [first, second]) expect(await report(compositeKey, "agentlost")).toBe(401);
  expect(await report(third.compositeKey, "agentlost")).toBe(202);
});

test("KEY26 AUD01 a former secret can be ended before its time, as often as one asks, and the audit has it once", async () => {
  const owner = await signUp(world, {}, ["ORG_ADMIN"]);
  const first = await createKey(world, owner, "Leaked secret");
  const second = await rotate(owner, first.keyId);
  const end = () => ask(owner, "DELETE", `/access-key/${first.keyId}/former-secret`);
  const answers = await Promise.all([end(), end()]);
  expect([...answers, await end()].map(({ status }) => status)).toEqual([204, 204, 204]);
  expect(await report(first.compositeKey, "agentleak")).toBe(401);
  expect(await report(second.compositeKey, "agentleak")).toBe(202);
  expect((await get(owner, first.keyId)).rotation).toBeNull();
  const { events } = (await (await ask(owner, "GET", "/audit")).json()) as {
    events: { action: string; object: { id: string } }[];
  };
  expect(events.filter(({ action }) => action === "accessKey.formerSecretEnded")).toHaveLength(1);
  expect((await rotate(owner, first.keyId, 1)).rotation, "a new overlap").toMatchObject({ agents: 1 });
});

test("ROL29 only the creator and admins rotate a key, and an overlap has its limits", async () => {
  const owner = await signUp(world);
  const { keyId } = await createKey(world, owner, "Guarded key");
  for (const overlapHours of [-1, 721, 1.5, "24"])
    expect((await ask(owner, "POST", `/access-key/${keyId}/rotate`, { overlapHours })).status).toBe(400);
  await world.services.table.update(accountKey(owner.accountId), { remove: ["organizationId"] });
  expect((await ask(owner, "POST", `/access-key/${keyId}/rotate`, {})).status).toBe(404);
});

test("KEY26 INV11 a key that is rotated while it moves to another organization stays rotated there", async () => {
  const [host, owner] = [await signUp(world), await signUp(world)];
  const colleague = await signUp(world, {}, ["ORG_ADMIN"]);
  await join(world, colleague, owner);
  const { keyId, compositeKey } = await createKey(world, owner, "Moving key");
  const id = await invite(world, host, owner);
  const rotating = () => rotate(colleague, keyId, 720);
  const table = interrupted(world, new RegExp(`^Transact.*KEY#${keyId}`), rotating);
  const { session } = await signInAgain(world, owner);
  const headers = { origin: webOrigin, cookie: `shardwatch_session=${session.reveal()}` };
  const app = createApp({ ...world.services, table });
  expect((await app.request(`/invitations/${id}/accept`, { method: "POST", headers })).status).toBe(204);
  const ends = new Date(world.clock.now() + 720 * hour).toISOString();
  expect((await get(owner, keyId)).rotation).toMatchObject({ formerSecretEndsAt: ends });
  expect(await report(compositeKey, "agentseven"), "with the former secret").toBe(202);
  // The colleague's secret has ended with the move, so the former one is the only one that works.
  expect(await get(owner, keyId)).toMatchObject({ secretEnded: true });
});

test("P1 P2 a report of a rotated key still takes one read and one write", async () => {
  const owner = await signUp(world);
  const first = await createKey(world, owner, "Cheap key");
  expect(await report(first.compositeKey, "agentsix")).toBe(202);
  const second = await rotate(owner, first.keyId);
  for (const { compositeKey } of [first, second]) {
    expect(await report(compositeKey, "agentsix")).toBe(202);
    world.recorder.sent.length = 0;
    expect(await report(compositeKey, "agentsix")).toBe(202);
    expect(world.recorder.sent).toHaveLength(2);
  }
});
