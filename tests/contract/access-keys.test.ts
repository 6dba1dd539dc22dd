import type { Deployment, DeploymentList } from "@shardwatch/core/contract/deployment";
import { accountKey } from "@shardwatch/core/account/account.keys";
import { mostKeyChangesInADay } from "@shardwatch/core/agent-key/daily-limit";
import { count } from "@shardwatch/core/attempts/attempts";
import type { AccessKey, CreatedAccessKey } from "@shardwatch/core/contract/access-key";
import { parseAgentKey } from "@shardwatch/core/kit/agent-key";
import { sha256 } from "@shardwatch/core/kit/hash";
import { ScanCommand } from "@aws-sdk/client-dynamodb";
import { expect, test } from "vitest";
import { reported, reportOf, send } from "../support/reports.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, createKey, join, type Person, signInAgain, signUp } from "../support/world.ts";

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
  const report = async (key: string) => {
    world.clock.advance(60_000);
    return (await send(world, key, reportOf(world, [reported("expiring")]))).status;
  };
  const rotate = () => {
    const path = `/access-key/${keyId}/rotate`;
    return call(world, "POST", path, { as: person, body: { overlapHours: 720 } });
  };
  expect(await report(compositeKey)).toBe(202);
  const second = ((await (await rotate()).json()) as CreatedAccessKey).compositeKey;
  world.clock.time = Date.parse(expiresAt ?? "") - 60_001;
  expect(await report(compositeKey)).toBe(202);
  expect(await report(second)).toBe(401);
  expect(await report(compositeKey)).toBe(401);
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
  const late = await rotate();
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
