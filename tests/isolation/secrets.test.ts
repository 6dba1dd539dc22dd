import { ScanCommand } from "@aws-sdk/client-dynamodb";
import { parseAgentKey } from "@shardwatch/core/kit/composite-key";
import type { RotatedChannel } from "@shardwatch/core/contract/channel/channel";
import { work } from "@shardwatch/functions/jobs/work";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signInThrough } from "../support/browser.ts";
import { testedIntegrations } from "../support/integrations/all.ts";
import { demoPassword, type Provider, startProvider } from "../support/provider.ts";
import { type Cloud, keysOf, startCloud } from "../support/redis-cloud.ts";
import { reported, reportOf, send } from "../support/reports.ts";
import { call, signUp, startWorld, webOrigin, type World } from "../support/world.ts";

let provider: Provider;
let world: World;
let cloud: Cloud;

beforeAll(async () => {
  provider = await startProvider();
  cloud = await startCloud();
  world = await startWorld({ identity: provider.identity, accounts: { "redis-cloud": cloud.api } });
});
afterAll(async () => {
  await world.stop();
  await provider.stop();
  await cloud.stop();
});

async function dump(): Promise<string> {
  const client = world.database.client();
  const { Items } = await client.send(new ScanCommand({ TableName: world.database.tableName }));
  client.destroy();
  return JSON.stringify(Items);
}

/** Expects no secret in the log, in the table, plain or encoded, or in one of these answers. */
async function expectNowhere(secrets: Record<string, string>, { logLines }: World, answers: string[]) {
  const table = await dump();
  // A sealed secret must not be merely encoded.
  const decoded = [...table.matchAll(/[\w+/-]{16,}={0,2}/g)]
    .map(([word]) => Buffer.from(word, "base64").toString("latin1"))
    .join("\n");
  const log = logLines.join("\n");
  expect(log).toContain("request");
  for (const [name, secret] of Object.entries(secrets)) {
    expect(secret.length, name).toBeGreaterThan(8);
    expect(log.includes(secret), `${name} in the log`).toBe(false);
    expect(table.includes(secret) || decoded.includes(secret), `${name} in the table`).toBe(false);
    expect(
      answers.filter((answer) => answer.includes(secret)),
      `${name} in an answer`,
    ).toEqual([]);
  }
}

test("R13 AUD03 SEC05 SEC06 SEC18 no planted secret appears in a log, an error, another answer or the table", async () => {
  const answers: string[] = [];
  const cookies = await signInThrough(provider, world, "planted@example.com");
  const cookie = `JSESSIONID=${cookies.JSESSIONID}; shardwatch_session=${cookies.shardwatch_session}`;
  const ask = async (method: string, path: string, headers: Record<string, string> = {}, body?: unknown) => {
    const answer = await call(world, method, path, {
      headers: { cookie, ...headers },
      ...(body !== undefined && { body }),
    });
    const text = await answer.text();
    answers.push(text + JSON.stringify([...answer.headers].filter(([name]) => name !== "set-cookie")));
    return text;
  };
  const created = await ask("POST", "/access-key", {}, { name: "Planted key" });
  answers.pop();
  const { compositeKey, keyId } = JSON.parse(created) as { compositeKey: string; keyId: string };
  const planted = { name: "Planted token", scopes: ["read", "sources"] };
  const token = (JSON.parse(await ask("POST", "/tokens", {}, planted)) as { secret: string }).secret;
  answers.pop();
  await send(world, compositeKey, reportOf(world, [reported("server")]));
  const bodies = [undefined, {}, { name: compositeKey }, { name: demoPassword, secret: cookies.JSESSIONID }];
  const paths = [
    "/me",
    "/notifications",
    "/deployments",
    "/access-key",
    `/access-key/${compositeKey}`,
    `/${cookies.shardwatch_session}`,
  ];
  for (const path of paths)
    for (const method of ["GET", "POST", "DELETE"])
      for (const body of method === "GET" ? [undefined] : bodies) {
        const query = `?cursor=${compositeKey}&filter=${token}&organizationId=${cookies.JSESSIONID}`;
        await ask(method, path, {}, body);
        for (const secret of [compositeKey, token])
          await ask(method, `${path}${query}`, { authorization: `Bearer ${secret}` }, body);
      }
  for (const mode of ["server-error", "damaged", "hanging"]) {
    await provider.control({ mode });
    await ask("POST", "/me");
  }
  await provider.control({ mode: "normal" });
  const broken = world.services.table.queryTexts;
  world.services.table.queryTexts = () => Promise.reject(new TypeError("a defect"));
  await ask("GET", "/deployments");
  world.services.table.queryTexts = broken;
  await ask("DELETE", `/access-key/${keyId}`);
  const cloudKeys = keysOf(4_711_000);
  const connected = JSON.parse(await ask("POST", "/redis-cloud", {}, cloudKeys)) as { id: string };
  for (let next = world.queue.take(); next; next = world.queue.take())
    await work(world.services, JSON.stringify(next.job));
  await ask("GET", `/redis-cloud/${connected.id}`);
  await ask("PUT", `/redis-cloud/${connected.id}`, {}, cloudKeys);
  await ask("PUT", `/redis-cloud/${connected.id}`, {}, { ...cloudKeys, apiSecret: "planted-wrong-secret" });
  const hook = { kind: "webhook", name: "Planted hook" };
  const url = "https://hooks.example.com/in/planted-token-0123456789";
  const added = JSON.parse(await ask("POST", "/channels", {}, { ...hook, url })) as RotatedChannel;
  const channelPath = `/channels/${added.channel.id}`;
  const rotated = JSON.parse(await ask("POST", `${channelPath}/secret`, {}, {})) as RotatedChannel;
  answers.splice(-2); // No other answer may have the secrets.
  for (const asked of [url, "https://localhost/in/planted-refused-token"]) {
    await ask("POST", "/channels", {}, { ...hook, url: asked });
    await ask("PUT", channelPath, {}, { name: "Planted hook", minimum: "info", on: true, url: asked });
  }
  await ask("POST", `${channelPath}/test`);
  await ask("GET", "/channels");
  await ask("DELETE", channelPath);
  await cloud.control({ every: "denied" });
  await ask("PUT", `/redis-cloud/${connected.id}`, {}, cloudKeys);
  await ask("POST", "/auth/logout");

  const secrets = {
    "the composite key": compositeKey,
    "the key's secret": parseAgentKey(compositeKey)?.secret ?? "",
    "the token": token,
    "the token's secret": token.slice(34, 77),
    "our session cookie": cookies.shardwatch_session.split(".")[1] ?? "",
    "the provider's session": cookies.JSESSIONID,
    "the password": demoPassword,
    "the key of Redis Cloud": cloudKeys.apiKey,
    "the secret of Redis Cloud": cloudKeys.apiSecret,
    "a secret that Redis Cloud refused": "planted-wrong-secret",
    "the path of a webhook": "planted-token-012345",
    "the path of a refused webhook": "planted-refused-token",
    "the secret of a webhook": added.secret.slice("whsec_".length),
    "the next secret of a webhook": rotated.secret.slice("whsec_".length),
  };
  const rows = await dump();
  expect(rows).toContain(keyId.slice(0, 3));
  // The table that is searched has the audit, with what was done and what was refused.
  for (const action of [
    "accessKey.created",
    "accessKey.revoked",
    "token.firstUsed",
    "redisCloud.created",
    "redisCloud.changed",
    "channel.created",
  ])
    expect(rows.includes(action), action).toBe(true);
  expect(rows.includes('"res":{"S":"NOT_FOUND"}')).toBe(true);
  await expectNowhere(secrets, world, answers);
});

test.each(testedIntegrations.filter(({ secrets }) => secrets.length > 0))(
  "SEC05 SEC06 the credentials of $tab, accepted or refused, appear in no log, answer or row",
  async ({ start, routes, path, reads, secrets }) => {
    const running = await start();
    const own = await startWorld({ accounts: running.api, database: world.database });
    const as = await signUp(own);
    const answers: string[] = [];
    const ask = async (method: string, url: string, body?: object) => {
      const answer = await call(own, method, url, { as, ...(body && { body }) });
      answers.push(await answer.text());
      return answer.status;
    };
    const [connectRoute = ""] = Object.keys(routes).filter((name) => name.startsWith("POST "));
    const connectPath = connectRoute.slice("POST ".length);
    const right: Record<string, unknown> = { ...(await running.body(own, as, 4_711_001)) };
    const wrong = Object.fromEntries(secrets.map((field) => [field, `planted-wrong-${field}`]));
    expect(await ask("POST", connectPath, { ...right, ...wrong })).toBe(400);
    expect(await ask("POST", connectPath, right)).toBe(201);
    const id = await running.connect(own, as, 4_711_002);
    for (let next = own.queue.take(); next; next = own.queue.take())
      expect(await work(own.services, JSON.stringify(next.job))).toBe(true);
    for (const url of [...reads, path.replace("{id}", id)]) expect(await ask("GET", url)).toBeLessThan(500);
    await running.stop();
    expect(await ask("DELETE", path.replace("{id}", id))).toBe(204);

    const accepted = secrets.map((field) => [`the accepted ${field}`, String(right[field])]);
    const refused = Object.entries(wrong).map(([field, value]) => [`the refused ${field}`, value]);
    await expectNowhere(Object.fromEntries([...accepted, ...refused]), own, answers);
    await own.stop();
  },
);

test("SEC18 the log names nobody: what people are called, where they are reached and what they write is in no line", async () => {
  await cloud.reset();
  const before = world.logLines.length;
  const [email, invitee] = ["zelda.quux@example.com", "waldo.plugh@example.com"];
  const cookies = await signInThrough(provider, world, email);
  await signInThrough(provider, world, invitee);
  const cookie = `JSESSIONID=${cookies.JSESSIONID}; shardwatch_session=${cookies.shardwatch_session}`;
  const ask = async (method: string, path: string, body?: unknown) => {
    const answer = await call(world, method, path, {
      headers: { cookie },
      ...(body !== undefined && { body }),
    });
    return { status: answer.status, text: await answer.text() };
  };
  const done: [number, Awaited<ReturnType<typeof ask>>][] = [
    [200, await ask("POST", "/me")],
    [200, await ask("PATCH", "/me/organization", { name: "Frobozz Magic Company" })],
    [201, await ask("POST", "/invitations", { inviteeEmail: invitee })],
    [409, await ask("POST", "/invitations", { inviteeEmail: invitee })],
    [404, await ask("POST", "/invitations", { inviteeEmail: "nobody.xyzzy@example.com" })],
    [400, await ask("POST", "/invitations", { inviteeEmail: "no.xyzzy" })],
    [201, await ask("POST", "/redis-cloud", { ...keysOf(5_811), name: "Flood control dam" })],
    [404, await ask("GET", `/deployments/${email}`)],
    [400, await ask("GET", `/deployments?cursor=${email}`)],
    [404, await ask("GET", `/${email}`)],
    [403, await ask("GET", `/accounts?search=${email}`)],
  ];
  expect(done.map(([, { status }]) => status)).toEqual(done.map(([status]) => status));
  const created = (await ask("POST", "/access-key", { name: "Grue repellent" })).text;
  const { compositeKey } = JSON.parse(created) as { compositeKey: string };
  const server = reported("white-services", { statusMessage: "west of services" });
  expect((await send(world, compositeKey, reportOf(world, [server]))).status).toBe(202);
  expect((await send(world, compositeKey, { ...reportOf(world, [server]), version: email })).status).toBe(
    400,
  );
  for (let next = world.queue.take(); next; next = world.queue.take())
    await work(world.services, JSON.stringify(next.job));
  const broken = world.services.table.queryTexts;
  world.services.table.queryTexts = () => Promise.reject(new TypeError("a defect"));
  expect((await ask("GET", "/deployments")).status).toBe(500);
  world.services.table.queryTexts = broken;

  const lines = world.logLines.slice(before);
  const personal = /zelda|quux|waldo|plugh|xyzzy|frobozz|grue|flood control|white-services|west of services/i;
  expect(lines.filter((line) => personal.test(line))).toEqual([]);
  // The lines are there and describe the event. A defect has its message, and no stack.
  expect(lines.length).toBeGreaterThan(done.length);
  expect(lines.filter((line) => line.includes("a defect"))).toHaveLength(1);
  expect(lines.filter((line) => /\bat .+:\d+:\d+|cookie|authorization/i.test(line))).toEqual([]);
});

test("R5 AGT11 a revoked key counts at the next report, in another warm instance too", async () => {
  const second = await startWorld({ identity: provider.identity, database: world.database });
  const cookies = await signInThrough(provider, world, "revoker@example.com");
  const headers = { cookie: `shardwatch_session=${cookies.shardwatch_session}`, origin: webOrigin };
  const created = await call(world, "POST", "/access-key", { headers, body: { name: "Soon revoked" } });
  const { compositeKey, keyId } = (await created.json()) as { compositeKey: string; keyId: string };
  expect((await send(second, compositeKey, reportOf(second, [reported("server")]))).status).toBe(202);
  expect((await call(world, "DELETE", `/access-key/${keyId}`, { headers })).status).toBe(204);
  second.clock.advance(60_000);
  expect((await send(second, compositeKey, reportOf(second, [reported("server")]))).status).toBe(401);
  await second.stop();
});
