import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import type { DeploymentList } from "@shardwatch/core/contract/deployment/deployment";
import { addAttempts, keyOfAttempts } from "@shardwatch/core/attempts/attempts.table";
import { definitionsOf } from "@shardwatch/core/assistants/definitions";
import { tools } from "@shardwatch/core/assistants/tools";
import { formatToken } from "@shardwatch/core/kit/composite-key";
import type { HttpEvent, HttpResult } from "@shardwatch/functions/agent-report/http-event";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bundleLambda, lambdas } from "../../scripts/lib/bundle.mjs";
import { madeUpKeys } from "../support/made-up-keys.ts";
import { modernMessage, switchAssistants } from "../support/assistants.ts";
import { everyRow } from "../support/rows.ts";
import { createToken } from "../support/tokens.ts";
import { createKey, type Person, signUp, startWorld, webOrigin, type World } from "../support/world.ts";
import { invoke, recorded } from "./lambda.ts";

const names = [
  "api",
  "manage",
  "programs",
  "metrics",
  "mcp",
  "reference",
  "fleet",
  "rules",
  "sign-in",
  "agent-report",
] as const;
type Name = (typeof names)[number];

let world: World;
let person: Person;
let key: string;
let env: Record<string, string>;
const folder = mkdtempSync(join(tmpdir(), "shardwatch-bundles-"));
const bundles = {} as Record<Name, { file: string; gzipBytes: number }>;

beforeAll(async () => {
  for (const name of names) bundles[name] = await bundleLambda(name, folder);
  world = await startWorld();
  world.clock.time = Date.now();
  person = await signUp(world);
  key = (await createKey(world, person)).compositeKey;
  env = {
    AWS_REGION: "eu-central-1",
    AWS_ACCESS_KEY_ID: "ASIAEXAMPLE",
    AWS_SECRET_ACCESS_KEY: "secret-of-the-role",
    AWS_SESSION_TOKEN: "token-of-the-role",
    AWS_LAMBDA_FUNCTION_NAME: "shardwatch",
    AWS_ENDPOINT_URL_DYNAMODB: world.database.endpoint,
    TABLE_NAME: world.database.tableName,
    ENVIRONMENT: "production",
    WEB_ORIGIN: webOrigin,
    PROVIDER_API_URL: "http://127.0.0.1:9/api/v1",
    READ_REDIS_CLOUD_QUEUE_URL: "http://127.0.0.1:9/123456789012/ReadRedisCloud",
    READ_ELASTICACHE_QUEUE_URL: "http://127.0.0.1:9/123456789012/ReadElastiCache",
    HOUSEKEEPING_QUEUE_URL: "http://127.0.0.1:9/123456789012/Housekeeping",
    KEEP_HISTORY_QUEUE_URL: "http://127.0.0.1:9/123456789012/KeepHistory",
    EVALUATE_QUEUE_URL: "http://127.0.0.1:9/123456789012/Evaluate",
    DELIVER_QUEUE_URL: "http://127.0.0.1:9/123456789012/Deliver",
    VERSION: "1.2.3",
  };
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await world.stop();
});

/** Runs a function that must succeed. It writes only structured log lines without secrets. */
async function run(name: Name, ...events: HttpEvent[]): Promise<{ results: HttpResult[]; log: object[] }> {
  const { results, stdout, stderr } = await invoke(bundles[name].file, env, events);
  expect(stderr).toBe("");
  const secrets = [key, person.session.reveal(), "secret-of-the-role", "token-of-the-role"];
  for (const secret of secrets) expect(stdout).not.toContain(secret);
  const lines = stdout.split("\n").filter((line) => line !== "");
  return { results: results ?? [], log: lines.map((line) => JSON.parse(line) as object) };
}

const paths: Partial<Record<Name, string>> = {
  fleet: "/deployments.csv",
  manage: "/me/organization",
  programs: "/views",
  metrics: "/metrics",
  mcp: "/mcp",
  "sign-in": "/me/passkeys",
  rules: "/rules",
};

/** A request that this function answers. The reference has all routes, but gets requests for two only. */
function eventFor(name: Name, fields: Parameters<typeof recorded>[1] = {}): HttpEvent {
  const isPosted = name === "agent-report" || name === "mcp";
  const event = recorded(isPosted ? "report" : "deployments", fields);
  const rawPath = paths[name];
  return rawPath === undefined ? event : ({ ...event, rawPath } as HttpEvent);
}

/** The body of an answer, decompressed if necessary. */
function textOf(result: HttpResult | undefined): string {
  const { body = "", isBase64Encoded } = result ?? {};
  return isBase64Encoded ? gunzipSync(Buffer.from(body, "base64")).toString() : body;
}

const bodyOf = (result: HttpResult | undefined): unknown => JSON.parse(textOf(result));

test("the names that are tested here, in jobs.test.ts and in openid-bundle.test.ts are those of all Lambda functions", () => {
  expect(Object.keys(lambdas)).toEqual([
    ...names,
    "tick",
    "read-redis-cloud",
    "read-elasticache",
    "housekeeping",
    "keep-history",
    "evaluate",
    "deliver",
    "minute",
    "sign-in-link",
    "openid",
  ]);
});

test.each([
  ["api", 180],
  ["manage", 180],
  ["programs", 180],
  ["metrics", 180],
  ["mcp", 180],
  ["fleet", 180],
  ["rules", 180],
  // 46 KB of it are a file beside it, which only passkeys load.
  ["sign-in", 180],
  ["agent-report", 110],
] as const)("P4 the bundle of %s has at most %i KB with gzip", (name, kilobytes) => {
  expect(bundles[name].gzipBytes).toBeLessThanOrEqual(kilobytes * 1_000);
});

test("P4 only the function that writes the API's document holds the texts of schemas and routes", () => {
  const [summary, description] = ["Agent keys of your organization", "To five minutes; null when never used"];
  const holds = (name: Name, text: string) => readFileSync(bundles[name].file, "utf8").includes(text);
  for (const text of [summary, description])
    expect([holds("reference", text), holds("api", text)], text).toEqual([true, false]);
});

test("SEC19 the API's function counts sign-ins by the address of the connection, whatever X-Forwarded-For says", async () => {
  const window = 10 * 60_000;
  const end = Math.ceil(Date.now() / window) * window;
  for (const each of [end, end + window])
    await world.services.table.update(
      keyOfAttempts("network", "198.51.100.7", each),
      addAttempts(1_000, each),
    );
  const event = recorded("deployments", { cookie: "JSESSIONID=made-up" });
  const login = (sourceIp: string) => {
    const http = { ...event.requestContext.http, method: "POST", path: "/auth/login", sourceIp };
    const headers = { ...event.headers, origin: webOrigin };
    return { ...event, headers, rawPath: "/auth/login", requestContext: { ...event.requestContext, http } };
  };
  const { results } = await run("api", login("198.51.100.7"), login("192.0.2.1"));
  expect(results.map(({ statusCode }) => statusCode)).toEqual([429, 503]);
});

test("OPS14 the API's function tells the running version at /health, without login", async () => {
  const { results } = await run("api", recorded("health"));
  expect(results).toMatchObject([{ statusCode: 200, body: '{"status":"ok","version":"1.2.3"}' }]);
});

test("the function reference describes every route at /openapi.json, for all that its bundle leaves out", async () => {
  const event = { ...recorded("health"), rawPath: "/openapi.json" } as HttpEvent;
  const { results } = await run("reference", event);
  const headers = { "content-encoding": "gzip" };
  expect(results).toMatchObject([{ statusCode: 200, headers, isBase64Encoded: true }]);
  const whole = (await (await world.app.request("/openapi.json")).json()) as { info: object };
  const info = { ...whole.info, version: "1.2.3" };
  expect(bodyOf(results[0])).toEqual({ ...whole, info });
  expect((await run("api", event)).results).toMatchObject([{ statusCode: 404 }]);
});

test("AGT04 a gzip report that the report function takes in is in the API function's list", async () => {
  const report = recorded("report", { authorization: `Bearer ${key}` });
  const { results, log } = await run("agent-report", report);
  expect(results).toMatchObject([{ statusCode: 202, headers: { "content-type": "application/json" } }]);
  expect(log, "a line for every report would cost as much as storing it").toEqual([]);
  const cookie = `__Host-shardwatch_session=${person.session.reveal()}`;
  const list = await run("api", recorded("deployments", { cookie }));
  expect(list.results).toMatchObject([{ statusCode: 200 }]);
  const { deployments } = bodyOf(list.results[0]) as DeploymentList;
  expect(deployments).toMatchObject([{ name: "Session cache", status: "active", memoryUsed: "52428800" }]);
});

test("LSX08 the fleet function answers an export, and nothing that the API's function answers", async () => {
  const report = recorded("report", { authorization: `Bearer ${key}` });
  expect((await run("agent-report", report)).results).toMatchObject([{ statusCode: 202 }]);
  const cookie = `__Host-shardwatch_session=${person.session.reveal()}`;
  const { results } = await run("fleet", eventFor("fleet", { cookie }), eventFor("api", { cookie }));
  const [file, other] = results;
  expect(file).toMatchObject({
    statusCode: 200,
    headers: { "content-type": expect.stringMatching("text/csv") },
  });
  expect(textOf(file)).toMatch(/^id,name,.*\r\ndep_\w+,Session cache,/);
  expect(other).toMatchObject({ statusCode: 404 });
});

test("INC12 P4 the function of rules rehearses one with what its bundle has, and answers its lines at once", async () => {
  const cookie = `__Host-shardwatch_session=${person.session.reveal()}`;
  const event = recorded("deployments", { cookie });
  const { requestContext, headers } = event;
  const posted = {
    ...event,
    rawPath: "/rules/rehearsal",
    headers: { ...headers, origin: webOrigin, "content-type": "application/json" },
    requestContext: { ...requestContext, http: { ...requestContext.http, method: "POST" } },
    body: JSON.stringify({ when: "util>80" }),
    isBase64Encoded: false,
  } as HttpEvent;
  const { results } = await run("rules", posted);
  expect(results).toMatchObject([{ statusCode: 200 }]);
  // The gateway decodes what is no text to it.
  const lines = Buffer.from(results[0]?.body ?? "", "base64")
    .toString()
    .trimEnd()
    .split("\n");
  const last: unknown = JSON.parse(lines.at(-1) ?? "");
  expect(last).toMatchObject({ result: { incidents: { least: 0, likely: 0, most: 0 } } });
});

test("OUT05 P4 the function of assistants offers the tools as they are declared, and calls them, with what its bundle has", async () => {
  await switchAssistants(world, person);
  const { secret } = await createToken(world, person, { scopes: ["read"] });
  const sent = (method: string, params = {}) => {
    const event = eventFor("mcp", { authorization: `Bearer ${secret}` });
    const { headers, body } = modernMessage({ method, params });
    const own = { ...event.headers, ...headers, "content-type": "application/json" };
    return { ...event, headers: own, body: JSON.stringify(body), isBase64Encoded: false } as HttpEvent;
  };
  const called = sent("tools/call", { name: "find_deployments", arguments: {} });
  const { results } = await run("mcp", sent("tools/list"), called);
  expect(bodyOf(results[0])).toMatchObject({ result: { tools: definitionsOf(tools) } });
  expect(bodyOf(results[1])).toMatchObject({ result: { structuredContent: { total: expect.any(Number) } } });
});

test("AGT12 KEY26 the report function refuses the id of a key without the secret of that key, and stores nothing", async () => {
  const { compositeKey } = await createKey(world, person, "Known id");
  const other = (await createKey(world, person, "Another key")).compositeKey;
  const forged = Object.values(madeUpKeys(compositeKey, other));
  const before = await everyRow(world);
  const { results } = await run(
    "agent-report",
    ...forged.map((wrong) => recorded("report", { authorization: `Bearer ${wrong}` })),
  );
  expect(results.map(({ statusCode }) => statusCode)).toEqual([401, 401]);
  expect(await everyRow(world)).toEqual(before);
});

test.each(names)("OPS16 %s logs a refusal under the request id that the answer shows", async (name) => {
  const { results, log } = await run(name, eventFor(name));
  const { requestId } = bodyOf(results[0]) as { requestId: string };
  expect(results).toMatchObject([{ statusCode: 401, headers: { "x-request-id": requestId } }]);
  expect(log).toMatchObject([{ message: "request", requestId, status: 401 }]);
});

test.each(names)(
  "OPS19 %s without its configuration ends with the names of what is missing",
  async (name) => {
    const { TABLE_NAME: _, ...incomplete }: Record<string, string> = { ...env, ENVIRONMENT: "moon" };
    const { results, stderr } = await invoke(bundles[name].file, incomplete, [recorded("health")]);
    expect(results).toBeUndefined();
    expect(stderr).toContain("TABLE_NAME: ");
    expect(stderr).toContain("ENVIRONMENT: ");
  },
);

test.each(names)("%s without the role's credentials says which variables are missing", async (name) => {
  const { AWS_ACCESS_KEY_ID: _, ...incomplete } = env;
  const cookie = `__Host-shardwatch_session=${person.session.reveal()}`;
  const bearer = name === "mcp" ? formatToken(`tok_${"0".repeat(26)}`, new Uint8Array(32)) : key;
  const isProgram = name === "agent-report" || name === "mcp";
  const event = eventFor(name, isProgram ? { authorization: `Bearer ${bearer}` } : { cookie });
  const { results, stdout, stderr } = await invoke(bundles[name].file, incomplete, [event]);
  expect(results).toMatchObject([{ statusCode: 500 }]);
  expect(stdout + stderr).toContain("AWS_ACCESS_KEY_ID");
});
