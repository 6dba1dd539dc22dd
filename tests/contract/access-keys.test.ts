import { ScanCommand } from "@aws-sdk/client-dynamodb";
import { accountKey } from "@shardwatch/core/account/account.keys";
import { mostKeyChangesInADay } from "@shardwatch/core/agent-key/daily-limit";
import { count } from "@shardwatch/core/attempts/attempts";
import type { AccessKey, CreatedAccessKey } from "@shardwatch/core/contract/source/access-key";
import type { Deployment, DeploymentList } from "@shardwatch/core/contract/deployment/deployment";
import { parseAgentKey } from "@shardwatch/core/kit/composite-key";
import { sha256 } from "@shardwatch/core/kit/hash";
import { createApp } from "@shardwatch/functions/api/app";
import { expect, test } from "vitest";
import { interrupted } from "../support/interrupted.ts";
import { invite } from "../support/invitations.ts";
import { reported, reportOf, send } from "../support/reports.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, createKey, join, type Person, signInAgain, signUp, webOrigin } from "../support/world.ts";

const world = await worldOfFile();
const person = await signUp(world);

async function list(as: Person): Promise<AccessKey[]> {
  const answer = await call(world, "GET", "/access-key", { as });
  return ((await answer.json()) as { accessKeys: AccessKey[] }).accessKeys;
}

async function dump(): Promise<string> {
  const client = world.database.client();
  const { Items } = await client.send(new ScanCommand({ TableName: world.database.tableName }));
  client.destroy();
  return JSON.stringify(Items);
}

test("KEY25 API25 ENT35 creating a key answers it whole, in the documented form, with a true checksum", async () => {
  const answer = await call(world, "POST", "/access-key", { as: person, body: { name: "  Production  " } });
  expect(answer.status).toBe(201);
  const key = (await answer.json()) as AccessKey & { compositeKey: string };
  expect(key).toMatchObject({ name: "Production", lastUsed: null });
  expect(key.compositeKey).toMatch(/^sw_key_[0-9a-z]{26}_[0-9A-Za-z]{43}[0-9A-Za-z]{6}$/);
  expect(parseAgentKey(key.compositeKey)?.keyId).toBe(key.keyId);
});

test("KEY05 KEY16 ENT34 the list never shows the composite key or a part of its secret", async () => {
  const { compositeKey, keyId } = await createKey(world, person, "Listed key");
  const key = (await list(person)).find((each) => each.keyId === keyId);
  expect(Object.keys(key ?? {}).toSorted()).toEqual([
    "agents",
    "createdAt",
    "createdBy",
    "deployments",
    "expiresAt",
    "keyId",
    "lastUsed",
    "name",
    "refused",
    "revision",
    "rotation",
  ]);
  expect(JSON.stringify(await list(person))).not.toContain(parseAgentKey(compositeKey)?.secret.slice(0, 8));
});

test("KEY26 R13 only a SHA-256 hash of the secret is stored, and neither is logged", async () => {
  const { compositeKey } = await createKey(world, person, "Hashed key");
  const secret = parseAgentKey(compositeKey)?.secret ?? "";
  const stored = await dump();
  expect(stored).toContain(sha256(compositeKey).toString("base64url"));
  expect(stored).not.toContain(secret);
  expect(stored).not.toContain(person.session.reveal().split(".")[1]);
  expect(world.logLines.join("\n")).not.toContain(secret);
  expect(world.logLines.join("\n")).not.toContain(person.session.reveal());
});

test("KEY27 ROL29 ROL30 API24 API26 a key belongs to the organization: colleagues see and revoke it, strangers do not", async () => {
  const [colleague, stranger] = [await signUp(world), await signUp(world)];
  await join(world, colleague, person);
  const { keyId } = await createKey(world, person, "Shared key");
  expect((await list(colleague)).map((key) => key.keyId)).toContain(keyId);
  expect(await list(stranger)).toEqual([]);
  const path = `/access-key/${keyId}`;
  expect((await call(world, "DELETE", path)).status).toBe(401);
  expect((await call(world, "DELETE", path, { as: stranger })).status).toBe(404);
  expect((await call(world, "DELETE", path, { as: colleague })).status).toBe(204);
  expect((await call(world, "DELETE", path, { as: colleague })).status).toBe(404);
  expect((await list(person)).map((key) => key.keyId)).not.toContain(keyId);
});

test("ONB01 one key says which agents and deployments report with it, to its own organization only", async () => {
  const [owner, stranger] = [await signUp(world), await signUp(world)];
  const { keyId, compositeKey } = await createKey(world, owner, "Waits for a report");
  const get = (as: Person, id = keyId) => call(world, "GET", `/access-key/${id}`, { as });
  expect(await (await get(owner)).json()).toMatchObject({ keyId, agents: [], deployments: { count: 0 } });
  const other = await createKey(world, owner, "Another key");
  await send(world, other.compositeKey, reportOf(world, [reported("elsewhere")]));
  expect(await (await get(owner)).json()).toMatchObject({ agents: [], deployments: { count: 0 } });
  await send(world, compositeKey, reportOf(world, [reported("orders-cache")]));
  const waited = (await (await get(owner)).json()) as AccessKey;
  expect(waited).toMatchObject({ agents: [{ stale: false, deployments: 1 }], deployments: { count: 1 } });
  expect(waited).toEqual((await list(owner)).find((key) => key.keyId === keyId));
  expect((await get(stranger)).status).toBe(404);
  expect((await get(owner, "key_01kjmma2g01hcqs7t34ybz9j6a")).status).toBe(404);
});

test("KEY14 LIM08 the API takes 5 to 50 characters of letters, digits and spaces, and tells the rule", async () => {
  const create = (name: unknown) => call(world, "POST", "/access-key", { as: person, body: { name } });
  for (const name of ["abcde", "a".repeat(50), "Key 1", "  spaced  "])
    expect((await create(name)).status, name).toBe(201);
  const refused: [unknown, string][] = [
    ["abcd", "API key name must be at least 5 characters long"],
    ["a".repeat(51), "API key name must be no more than 50 characters long"],
    ["", "API key name is required"],
    ["    \t  ", "API key name is required"],
    ["umläute", "API key name can only contain letters, numbers, and spaces"],
    ["<script>", "API key name can only contain letters, numbers, and spaces"],
  ];
  for (const [name, message] of refused) {
    const answer = await create(name);
    expect(answer.status, String(name)).toBe(400);
    expect(await answer.json()).toMatchObject({ message });
  }
});

test("an organization has at most a hundred keys, and room again when one is revoked", async () => {
  const owner = await signUp(world);
  const created: string[] = [];
  while (created.length < 100) created.push((await createKey(world, owner)).keyId);
  const create = () => call(world, "POST", "/access-key", { as: owner, body: { name: "One too many" } });
  const refused = await create();
  expect(refused.status).toBe(409);
  expect(await refused.json()).toMatchObject({ code: "TOO_MANY_KEYS" });
  expect(await list(owner)).toHaveLength(100);
  expect((await call(world, "DELETE", `/access-key/${created[0]}`, { as: owner })).status).toBe(204);
  expect((await create()).status).toBe(201);
});

test("AUD01 SEC19 a person creates and rotates keys at most 300 times a day, so that nobody fills the audit", async () => {
  const [owner, colleague] = [await signUp(world), await signUp(world)];
  await join(world, colleague, owner);
  const create = (as: Person) => call(world, "POST", "/access-key", { as, body: { name: "In a loop" } });
  const limit = { what: "created agent keys", name: owner.accountId, window: 86_400_000 };
  for (let done = 0; done < mostKeyChangesInADay - 1; done += 1) await count(world.services, limit);
  const { keyId } = (await (await create(owner)).json()) as CreatedAccessKey;
  const rotation = { as: owner, body: { overlapHours: 0 } };
  const rotated = await call(world, "POST", `/access-key/${keyId}/rotate`, rotation);
  expect([rotated.status, ((await rotated.json()) as { code: string }).code]).toEqual([
    429,
    "TOO_MANY_KEY_CHANGES",
  ]);
  expect((await call(world, "DELETE", `/access-key/${keyId}`, { as: owner })).status).toBe(204);
  const refused = await create(owner);
  expect(refused.status).toBe(429);
  expect(await refused.json()).toMatchObject({ code: "TOO_MANY_KEY_CHANGES" });
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await create(colleague)).status, "of a colleague").toBe(201);
});

test("API25 somebody without organization cannot create a key and has an empty list", async () => {
  const loner = await signUp(world);
  await world.services.table.update(accountKey(loner.accountId), { remove: ["organizationId"] });
  const answer = await call(world, "POST", "/access-key", { as: loner, body: { name: "Lonely key" } });
  expect(answer.status).toBe(409);
  expect(await answer.json()).toMatchObject({
    code: "NO_ORGANIZATION",
    message: "You are not currently a member of any organization.",
  });
  expect(await list(loner)).toEqual([]);
  expect(await (await call(world, "GET", "/deployments", { as: loner })).json()).toEqual({ deployments: [] });
});

test("KEY26 LSX04 a key with an end works until then, with a rotation too, and cannot be rotated afterwards", async () => {
  const body = { name: "Key of a week", expiresInDays: 7 };
  const answer = await call(world, "POST", "/access-key", { as: person, body });
  const { keyId, compositeKey, expiresAt } = (await answer.json()) as CreatedAccessKey;
  expect(expiresAt).toBe(new Date(world.clock.now() + 7 * 86_400_000).toISOString());
  const reportWith = async (key: string) => {
    world.clock.advance(60_000);
    return (await send(world, key, reportOf(world, [reported("expiring")]))).status;
  };
  const rotateIt = () => {
    const path = `/access-key/${keyId}/rotate`;
    return call(world, "POST", path, { as: person, body: { overlapHours: 720 } });
  };
  expect(await reportWith(compositeKey)).toBe(202);
  const second = ((await (await rotateIt()).json()) as CreatedAccessKey).compositeKey;
  world.clock.time = Date.parse(expiresAt ?? "") - 60_001;
  expect(await reportWith(compositeKey)).toBe(202);
  expect(await reportWith(second)).toBe(401);
  expect(await reportWith(compositeKey)).toBe(401);
  // The session has ended, too.
  person.session = (await signInAgain(world, person)).session;
  expect((await list(person)).find((key) => key.keyId === keyId)).toMatchObject({ expiresAt });
  world.clock.advance(40 * 86_400_000);
  person.session = (await signInAgain(world, person)).session;
  const { deployments: all } = (await (
    await call(world, "GET", "/deployments", { as: person })
  ).json()) as DeploymentList;
  const id = all.find(({ name }) => name === "expiring")?.id ?? "";
  const detail = await call(world, "GET", `/deployments/${id}`, { as: person });
  expect(((await detail.json()) as Deployment).feeds).toMatchObject([
    { id: keyId, failure: { reason: "The agent key has expired. Create a new one.", since: expiresAt } },
  ]);
  const late = await rotateIt();
  expect([late.status, await late.json()]).toMatchObject([409, { code: "KEY_EXPIRED" }]);
});

test("API25 a key's end is a whole number of days", async () => {
  for (const expiresInDays of [0, 1.5, 4_000, "soon"]) {
    const body = { name: "Wrong end", expiresInDays };
    const answer = await call(world, "POST", "/access-key", { as: person, body });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain("expiresInDays");
  }
});

const hour = 3_600_000;

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
