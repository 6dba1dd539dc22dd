import { expect, test } from "vitest";
import { AgentProcess, testKey } from "../test/agent-process.ts";
import { accepted, ApiServer } from "../test/api-server.ts";
import { cleanUpAfterEach } from "../test/cleanups.ts";
import { startRedisServer } from "../test/redis-server.ts";
import type { RedisServer } from "../test/redis-server.ts";

const cleanups = cleanUpAfterEach();

/** An agent that reports a server once an hour, after its first report. What comes earlier comes from an early report. */
async function watching(redis: RedisServer): Promise<ApiServer> {
  const api = await ApiServer.start();
  api.answer = () => accepted(3_600);
  cleanups.push(() => api.stop());
  const text = `api: ${api.address}\nkey: ${testKey}\ndeployments:\n  - {name: orders, address: "127.0.0.1:${redis.port}"}\n`;
  const agent = await AgentProcess.start(["run"], text);
  cleanups.push(() => agent.stop());
  await api.received(1);
  return api;
}

const statusOf = (api: ApiServer, number: number) => api.reports[number]?.report.deployments[0]?.status;

test("P22 a server that stops is reported at once, and so is its return", async () => {
  const redis = await startRedisServer();
  cleanups.push(() => redis.stop());
  const api = await watching(redis);
  await redis.stop();
  await api.received(2);
  expect(statusOf(api, 1)).toBe("unreachable");
  const again = await startRedisServer({ port: redis.port });
  cleanups.push(() => again.stop());
  await api.received(3);
  expect(statusOf(api, 2)).toBe("active");
  expect(api.faults).toEqual([]);
});
