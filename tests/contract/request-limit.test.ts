import type { ProblemBody } from "@shardwatch/core/contract/problem";
import { Problem } from "@shardwatch/core/kit/problem";
import { createApp } from "@shardwatch/functions/api/app";
import { requestLimit } from "@shardwatch/server/http/request-limit";
import { readSettings } from "@shardwatch/server/settings/settings";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createKey, signUp, startWorld, webOrigin, type World } from "../support/world.ts";

/* The API as a server of one's own has it: with a limit for strangers. In the cloud, the gateway has one. */

const office = "198.51.100.7";
const few = 5;

let world: World;
let session: Record<string, string>;
let key: Record<string, string>;

beforeAll(async () => {
  world = await startWorld();
  const ada = await signUp(world);
  session = { cookie: `shardwatch_session=${ada.session.reveal()}` };
  key = { authorization: `Bearer ${(await createKey(world, ada)).compositeKey}` };
});
beforeEach(() => {
  world.clock.advance(60_000);
});
afterAll(() => world.stop());

const limited = (most: number) => createApp(world.services, requestLimit({ most, now: world.clock.now }));

interface Asked {
  method?: string;
  headers?: Record<string, string>;
  address?: string;
  path?: string;
}

async function ask(app: World["app"], { method = "GET", headers, address = office, path }: Asked = {}) {
  const init = { method, headers: { origin: webOrigin, ...headers } };
  return await app.request(path ?? "/deployments", init, { clientAddress: address });
}

/** The statuses of the same request, so many times, and how often each came. */
async function statusesOf(app: World["app"], requests: number, asked: Asked = {}) {
  const statuses: Record<number, number> = {};
  for (let index = 0; index < requests; index += 1) {
    const { status } = await ask(app, asked);
    statuses[status] = (statuses[status] ?? 0) + 1;
  }
  return statuses;
}

test("MND11 an address without a session or a right agent key has 600 API requests a minute", async () => {
  const settings = readSettings({
    PUBLIC_URL: "https://shardwatch.example",
    OIDC_ISSUER: "https://id.example",
    OIDC_CLIENT_ID: "shardwatch",
    OIDC_CLIENT_SECRET: "secret",
    SUPER_ADMIN_EMAILS: "ada@example.com",
  });
  const app = limited(settings.anonymousRequestsPerMinute);
  world.clock.advance(15_000);
  world.recorder.clear();
  expect(await statusesOf(app, 605)).toEqual({ 401: 600, 429: 5 });
  expect(world.recorder.sent).toEqual([]);
  const refused = await ask(app);
  expect(((await refused.json()) as ProblemBody).code).toBe("TOO_MANY_REQUESTS");
  expect(refused.headers.get("retry-after")).toBe("45");
  expect(refused.headers.get("access-control-allow-origin")).toBe(webOrigin);
  const lines = world.logLines.filter((line) => line.includes("too many requests of one address"));
  expect(lines).toHaveLength(1);
  expect(lines.join()).not.toContain(office);
  // Others are not affected, and the next minute is a new one.
  expect((await ask(app, { address: "198.51.100.8" })).status).toBe(401);
  world.clock.advance(45_000);
  expect((await ask(app)).status).toBe(401);
});

test("MND11 a network of IPv6 is one address; 0 is no limit", async () => {
  const app = limited(few);
  expect(await statusesOf(app, few, { address: "2001:db8:1:2::1" })).toEqual({ 401: few });
  expect((await ask(app, { address: "2001:db8:1:2:a:b:c:d" })).status).toBe(429);
  expect((await ask(app, { address: "2001:db8:1:3::1" })).status).toBe(401);
  expect(await statusesOf(limited(0), 2 * few)).toEqual({ 401: 2 * few });
});

test("MND11 agents with a right key and people with a session are never counted, and never refused", async () => {
  const app = limited(few);
  const report = { method: "POST", path: "/agent/reports", headers: key };
  expect(await statusesOf(app, 3 * few, report)).toEqual({ 415: 3 * few });
  expect(await statusesOf(app, 3 * few, { headers: session })).toEqual({ 200: 3 * few });
  expect(await statusesOf(app, 3 * few, { headers: session, path: "/openapi.json" })).toEqual({
    200: 3 * few,
  });
  // Nothing of it is taken from a stranger behind the same address.
  expect(await statusesOf(app, few + 1)).toEqual({ 401: few, 429: 1 });
  expect(await statusesOf(app, few, report)).toEqual({ 415: few });
  expect(await statusesOf(app, few, { headers: session })).toEqual({ 200: few });
});

test.each<[string, Record<string, string>]>([
  ["a made-up session", { cookie: `shardwatch_session=acc_x.${"A".repeat(43)}` }],
  ["a wrong key", { authorization: `Bearer ${"a".repeat(60)}` }],
])("MND11 %s counts as none", async (_, headers) => {
  const app = limited(few);
  const asked = headers["cookie"] ? { headers } : { headers, method: "POST", path: "/agent/reports" };
  expect(await statusesOf(app, few + 3, asked)).toEqual({ 401: few, 429: 3 });
  expect((await ask(app, { path: "/openapi.json" })).status).toBe(429);
});

test("MND11 sign-in has limits of its own, and what a browser asks without a cookie is not counted", async () => {
  const app = limited(few);
  expect(await statusesOf(app, few + 1)).toEqual({ 401: few, 429: 1 });
  for (const path of ["/me", "/auth/login", "/auth/logout"])
    expect(await statusesOf(app, few, { method: "POST", path })).not.toHaveProperty("429");
  expect(await statusesOf(app, few, { path: "/auth/oidc/callback" })).toEqual({ 404: few });
  expect(await statusesOf(app, few, { method: "OPTIONS" })).toEqual({ 204: few });
});

test("MND11 while the storage is busy nobody with a credential is refused", async () => {
  const guard = requestLimit({ most: few, now: world.clock.now });
  expect(await statusesOf(createApp(world.services, guard), few)).toEqual({ 401: few });
  const { table } = world.services;
  let isBusy = true;
  const batchGet: typeof table.batchGet = (...asked) => {
    if (!isBusy) return table.batchGet(...asked);
    isBusy = false;
    return Promise.reject(new Problem("unavailable", "Busy."));
  };
  const busy = createApp({ ...world.services, table: { ...table, batchGet } }, guard);
  expect((await ask(busy, { headers: session })).status).toBe(200);
  expect(isBusy).toBe(false);
});
