import { expect, test } from "vitest";
import { accepted } from "../test/api-server.ts";
import { bulk, type FakeRedis, startFakeRedis } from "../test/fake-redis.ts";
import {
  cleanups,
  configuration,
  environment,
  guarded,
  guardedRedis,
  startAgent,
  startApi,
} from "../test/guarded-agent.ts";

test("AGT30 a revoked key is said clearly, and the next try is ten minutes away", async () => {
  const [api, redis] = [await startApi(), await guardedRedis()];
  api.answer = (number) => (number === 0 ? accepted(1) : { status: 401 });
  const agent = await startAgent(["run"], configuration(api.address, [guarded(redis)]), environment);
  const line = await agent.logged(({ event }) => String(event).includes("revoked or wrong"));
  expect(line.nextTryInSeconds).toBeGreaterThanOrEqual(600);
});

test("AGT33 SIGTERM ends the agent in time although a server hangs", async () => {
  const info = "# Memory\r\nused_memory:1\r\nmaxmemory:0\r\n";
  const redis: FakeRedis = await startFakeRedis(() => (redis.requests.length === 1 ? bulk(info) : ""));
  cleanups.push(() => redis.stop());
  const api = await startApi();
  api.answer = () => accepted(1);
  const deployment = `name: orders, address: "127.0.0.1:${redis.port}"`;
  const agent = await startAgent(["run"], configuration(api.address, [deployment]));
  await api.received(1);
  // The reading of the second report waits for the server. Its deadline is later than that of the stop.
  await expect.poll(() => redis.requests.length).toBe(2);
  agent.signal("SIGTERM");
  expect(await agent.exit()).toBe(0);
  expect(agent.log.at(-1)?.event).toBe("agent stopped");
});

test("AGT33 SIGTERM ends the agent in time although the API hangs", async () => {
  const [api, redis] = [await startApi(), await guardedRedis()];
  api.answer = () => ({ status: 202, headers: { "content-length": "1000" }, body: "begun" });
  const agent = await startAgent(["run"], configuration(api.address, [guarded(redis)]), environment);
  await api.received(1);
  agent.signal("SIGTERM");
  expect(await agent.exit()).toBe(0);
  // The signal ended the try, and not its deadline.
  expect(agent.log.map(({ event }) => event)).not.toContain("report not delivered");
  expect(agent.log.at(-1)?.event).toBe("agent stopped");
});

test("AGT33 SIGINT ends the agent with exit code 0", async () => {
  const api = await startApi();
  const agent = await startAgent(["run"], configuration(api.address, ['name: gone, address: "127.0.0.1:9"']));
  await api.received(1);
  agent.signal("SIGINT");
  expect(await agent.exit()).toBe(0);
  expect(agent.log.at(-1)?.event).toBe("agent stopped");
});
