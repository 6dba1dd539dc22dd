import { ScanCommand } from "@aws-sdk/client-dynamodb";
import { parseAgentKey } from "@shardwatch/core/kit/agent-key";
import { work } from "@shardwatch/functions/jobs/work";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signInThrough } from "../support/browser.ts";
import { demoPassword, type Provider, startProvider } from "../support/provider.ts";
import { type Cloud, keysOf, startCloud } from "../support/redis-cloud.ts";
import { reported, reportOf, send } from "../support/reports.ts";
import { call, startWorld, webOrigin, type World } from "../support/world.ts";

let provider: Provider;
let world: World;
let cloud: Cloud;

beforeAll(async () => {
  provider = await startProvider();
  cloud = await startCloud();
  world = await startWorld({ identity: provider.identity, redisCloud: cloud.api });
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

test("R13 SEC05 SEC06 SEC18 no planted secret appears in a log, an error, another answer or the table", async () => {
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
  const authorization = `Bearer ${compositeKey}`;
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
        await ask(method, path, { authorization }, body);
        await ask(
          method,
          `${path}?cursor=${compositeKey}&organizationId=${cookies.JSESSIONID}`,
          { authorization },
          body,
        );
      }
  for (const mode of ["server-error", "damaged", "hanging"]) {
    await provider.control({ mode });
    await ask("POST", "/me");
  }
  await provider.control({ mode: "normal" });
  const broken = world.house.table.queryTexts;
  world.house.table.queryTexts = () => Promise.reject(new TypeError("a defect"));
  await ask("GET", "/deployments");
  world.house.table.queryTexts = broken;
  await ask("DELETE", `/access-key/${keyId}`);
  const cloudKeys = keysOf(4_711_000);
  const connected = JSON.parse(await ask("POST", "/redis-cloud", {}, cloudKeys)) as { id: string };
  for (let next = world.queue.take(); next; next = world.queue.take())
    await work(world.house, JSON.stringify(next.job));
  await ask("GET", `/redis-cloud/${connected.id}`);
  await ask("PUT", `/redis-cloud/${connected.id}`, {}, { ...cloudKeys, apiSecret: "planted-wrong-secret" });
  await cloud.control({ every: "denied" });
  await ask("PUT", `/redis-cloud/${connected.id}`, {}, cloudKeys);
  await ask("POST", "/auth/logout");

  const secrets = {
    "the composite key": compositeKey,
    "the key's secret": parseAgentKey(compositeKey)?.secret ?? "",
    "our session cookie": cookies.shardwatch_session.split(".")[1] ?? "",
    "the provider's session": cookies.JSESSIONID,
    "the password": demoPassword,
    "the key of Redis Cloud": cloudKeys.apiKey,
    "the secret of Redis Cloud": cloudKeys.apiSecret,
    "a secret that Redis Cloud refused": "planted-wrong-secret",
  };
  const table = await dump();
  const log = world.logLines.join("\n");
  expect(log).toContain("request");
  expect(table).toContain(keyId.slice(0, 3));
  for (const [name, secret] of Object.entries(secrets)) {
    expect(secret.length, name).toBeGreaterThan(8);
    expect(log.includes(secret), `${name} in the log`).toBe(false);
    expect(table.includes(secret), `${name} in the table`).toBe(false);
    expect(
      answers.filter((answer) => answer.includes(secret)),
      `${name} in an answer`,
    ).toEqual([]);
  }
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
