import { attemptsKey, addAttempts, keyOfAttempts } from "@shardwatch/core/attempts/attempts.table";
import type { ProblemBody } from "@shardwatch/core/contract/problem";
import { Secret } from "@shardwatch/core/kit/secret";
import type { IdentityProvider } from "@shardwatch/core/ports/identity";
import { createTable, type TableClient } from "@shardwatch/core/table/table";
import { createApp } from "@shardwatch/functions/api/app";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Cookies, listStatus, sessionOf } from "../support/browser.ts";
import { type Provider, startProvider } from "../support/provider.ts";
import { startWorld, webOrigin, type World } from "../support/world.ts";

let provider: Provider;
let world: World;
/** The number of calls to the provider. */
let asked = 0;

beforeAll(async () => {
  provider = await startProvider();
  const identity: IdentityProvider = {
    cookieName: provider.identity.cookieName,
    whoIs: (session) => ((asked += 1), provider.identity.whoIs(session)),
    signOut: (session) => ((asked += 1), provider.identity.signOut(session)),
  };
  world = await startWorld({ identity });
});
beforeEach(() => {
  world.clock.advance(20 * 60_000);
});
afterAll(async () => {
  await world.stop();
  await provider.stop();
});

/** As API Gateway passes it on. */
const from = (sourceIp: string) => ({ requestContext: { http: { sourceIp } } });

async function post(path: string, address: string, cookies: Partial<Cookies>, app = world.app) {
  const cookie = Object.entries(cookies).map(([name, value]) => `${name}=${value}`);
  const headers = { origin: webOrigin, cookie: cookie.join("; "), "x-forwarded-for": "203.0.113.99" };
  return await app.request(path, { method: "POST", headers }, from(address));
}

async function roundRobin<T>(items: readonly T[], atOnce: number, work: (item: T) => Promise<unknown>) {
  for (let start = 0; start < items.length; start += atOnce)
    await Promise.all(items.slice(start, start + atOnce).map(work));
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

const windowLength = 10 * 60_000;

/** Counts attempts as if they had been made. */
async function tried(attempts: number, who: "network" | "person", name: string): Promise<void> {
  const end = (Math.floor(world.clock.now() / windowLength) + 1) * windowLength;
  await world.services.table.update(keyOfAttempts(who, name, end), addAttempts(attempts, end));
}

test("SEC19 two hundred people behind one address sign in at nine, and a flood of made-up cookies from there ends at the door", async () => {
  const office = "198.51.100.7";
  const cookies: Cookies[] = [];
  await tried(180 * 3, "network", office);
  await roundRobin(numbers(20), 5, async (index) => {
    // Yesterday's cookie, as three open pages try it.
    for (const path of ["/me", "/auth/login", "/me"])
      expect((await post(path, office, { JSESSIONID: `yesterday${index}` })).status).toBe(401);
    const JSESSIONID = await provider.signIn(`office${index}@example.com`);
    const answer = await post("/auth/login", office, { JSESSIONID });
    expect(answer.status).toBe(204);
    const mine = { JSESSIONID, shardwatch_session: sessionOf(answer) };
    expect((await post("/me", office, mine)).status).toBe(200);
    cookies.push(mine);
  });
  await tried(360, "network", office);
  const before = asked;
  const statuses: number[] = [];
  await roundRobin(numbers(80), 10, async (index) => {
    const answer = await post(index % 2 ? "/me" : "/auth/login", office, { JSESSIONID: `made-up${index}` });
    statuses.push(answer.status);
  });
  // Running attempts still succeed.
  expect(asked - before).toBeGreaterThanOrEqual(40);
  expect(asked - before).toBeLessThan(40 + 10);
  expect(statuses.slice(50).every((status) => status === 429)).toBe(true);

  const end = asked;
  const refused = await post("/auth/login", office, { JSESSIONID: "one-more" });
  expect(refused.status).toBe(429);
  const { code, message, requestId } = (await refused.json()) as ProblemBody;
  expect(code).toBe("TOO_MANY_SIGN_INS");
  expect(message).toBe("Too many sign-ins from your network have failed. Please try again in 10 minutes.");
  expect(Number(refused.headers.get("retry-after"))).toBe(600);
  expect(refused.headers.get("set-cookie")).toBeNull();
  const line = world.logLines.find((each) => each.includes("too many sign-ins") && each.includes(requestId));
  expect(line).toBeDefined();
  expect(line).not.toContain(office);
  // Another warm instance knows it too, and signing out does not avoid the limit.
  expect((await post("/me", office, { JSESSIONID: "one-more" }, createApp(world.services))).status).toBe(429);
  expect((await post("/auth/logout", office, { JSESSIONID: "one-more" })).status).toBe(204);
  expect(asked).toBe(end);

  // Signed-in people continue, and can sign out here and at the provider.
  const [first] = cookies;
  if (!first) throw new Error("nobody has signed in");
  expect(await listStatus(world, first.shardwatch_session)).toBe(200);
  expect((await post("/auth/logout", office, first)).status).toBe(204);
  expect((await post("/me", "192.0.2.1", first)).status).toBe(401);
  // Other networks are not affected, and the office can sign in again when the time is over.
  const JSESSIONID = await provider.signIn("elsewhere@example.com");
  expect((await post("/auth/login", "198.51.100.8", { JSESSIONID })).status).toBe(204);
  world.clock.advance(600_000);
  expect((await post("/auth/login", office, { JSESSIONID })).status).toBe(204);
});

test("SEC19 an IPv6 network of 64 bits counts as one", async () => {
  const ask = async (address: string) => (await post("/me", address, { JSESSIONID: "made-up" })).status;
  await tried(998, "network", "2001:db8:1:2::/64");
  expect([await ask("2001:db8:1:2::1"), await ask("2001:db8:1:2:a:b:c:d")]).toEqual([401, 401]);
  expect([await ask("2001:db8:1:2::3"), await ask("2001:db8:1:3::1")]).toEqual([429, 401]);
});

test("SEC19 a person who signs in without end is told to wait, without asking the provider, and nobody else is", async () => {
  const address = "198.51.100.20";
  const JSESSIONID = await provider.signIn("restless@example.com");
  const session = await provider.identity.whoIs(new Secret(JSESSIONID));
  if (session.outcome !== "known") throw new Error("the provider does not know its own session");
  await tried(295, "person", session.identity.redisCloudId);
  const statuses: number[] = [];
  await roundRobin(numbers(8), 4, async (index) => {
    statuses.push((await post("/me", `198.51.100.${index}`, { JSESSIONID })).status);
  });
  // The account exists at the provider, and not here yet.
  expect(statuses.filter((status) => status === 401)).toHaveLength(5);
  expect(statuses.filter((status) => status === 429)).toHaveLength(3);
  const before = asked;
  const refused = await post("/auth/login", address, { JSESSIONID });
  expect(refused.status).toBe(429);
  expect(((await refused.json()) as ProblemBody).message).toMatch(
    /^You have signed in too often\. Please try/,
  );
  expect(asked).toBe(before);
  const again = await provider.signIn("restless@example.com");
  expect((await post("/auth/login", address, { JSESSIONID: again })).status).toBe(429);
  const other = await provider.signIn("calm@example.com");
  expect((await post("/auth/login", address, { JSESSIONID: other })).status).toBe(204);
});

test("SEC19 P2 requests of the signed-in pay nothing for it, a sign-in one read and one write", async () => {
  const address = "198.51.100.30";
  const JSESSIONID = await provider.signIn("thrifty@example.com");
  const session = sessionOf(await post("/auth/login", address, { JSESSIONID }));
  const units = () =>
    world.recorder.sent
      .filter(({ partitions }) => partitions.some((partition) => partition.startsWith(attemptsKey("").pk)))
      .map(({ command, readUnits, writeUnits }) => [command, readUnits, writeUnits]);
  world.recorder.clear();
  expect(await listStatus(world, session)).toBe(200);
  expect((await post("/auth/login", address, {})).status).toBe(401);
  expect(units()).toEqual([]);
  await post("/me", address, { JSESSIONID, shardwatch_session: session });
  expect(units()).toEqual([
    ["BatchGetItemCommand", 2, 0],
    ["UpdateItemCommand", 0, 1],
  ]);
  world.recorder.clear();
  await post("/me", address, { JSESSIONID: "made-up" });
  expect(units()).toEqual([
    ["BatchGetItemCommand", 2, 0],
    ["UpdateItemCommand", 0, 1],
  ]);
});

test("SEC19 people get in while the storage has no capacity to count", async () => {
  const client = world.database.client();
  const throttled: TableClient["send"] = (command: { input: object }) => {
    if (!JSON.stringify(command.input).includes(attemptsKey("").pk)) return client.send(command as never);
    return Promise.reject(Object.assign(new Error("slow down"), { name: "ThrottlingException" }));
  };
  const table = createTable({ client: { send: throttled as never }, name: world.database.tableName });
  const app = createApp({ ...world.services, table });
  const JSESSIONID = await provider.signIn("lucky@example.com");
  expect((await post("/auth/login", "198.51.100.40", { JSESSIONID }, app)).status).toBe(204);
  expect((await post("/me", "198.51.100.40", { JSESSIONID: "made-up" }, app)).status).toBe(401);
  expect(world.logLines.some((line) => line.includes("sign-ins are not limited"))).toBe(true);
  client.destroy();
});
