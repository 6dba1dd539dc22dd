import { expect, test } from "vitest";
import { AgentProcess, testKey } from "../test/agent-process.ts";
import { accepted, ApiServer } from "../test/api-server.ts";
import { cleanUpAfterEach } from "../test/cleanups.ts";
import { FakeClock } from "../test/fake-clock.ts";
import { startRedisServer } from "../test/redis-server.ts";
import type { RedisServer } from "../test/redis-server.ts";
import { redisSettings, usualLimits } from "../test/settings.ts";
import { EarlyReports } from "./early-reports.ts";
import { createLog } from "./log.ts";
import { Lookout } from "./lookout.ts";
import { Semaphore } from "./semaphore.ts";
import { RedisSource } from "./sources/redis/source.ts";
import { Watched } from "./watched.ts";

const cleanups = cleanUpAfterEach();

/** An agent that reports a server once an hour, after its first report. What comes earlier comes by the lookout. */
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

test("P22 P23 a server that closes an idle connection is read once more, and not again for a while", async () => {
  const redis = await startRedisServer();
  cleanups.push(() => redis.stop());
  const log = createLog("error", () => undefined);
  const source = new RedisSource(redisSettings(redis.port), log, usualLimits);
  cleanups.push(() => source.close());
  const watched = new Watched(source, new Semaphore(1, 1), log);
  const clock = new FakeClock(0);
  let alarms = 0;
  const checks: Promise<boolean>[] = [];
  const lookout = new Lookout({
    clock,
    log,
    sources: [
      {
        name: "orders",
        get reported() {
          return watched.reported;
        },
        get changed() {
          return watched.changed;
        },
        check: () => {
          const check = watched.check();
          checks.push(check);
          return check;
        },
        set onAlarm(listener: () => void) {
          watched.onAlarm = () => {
            listener();
            alarms += 1;
          };
        },
      },
    ],
  });
  const stopping = new AbortController();
  const waiting = lookout.wait(3_600_000, stopping.signal);
  await watched.reading(true);
  const cut = async (count: number) => {
    await redis.cli("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes");
    await expect.poll(() => alarms).toBe(count);
    await Promise.all(checks);
  };
  await cut(1);
  expect(checks).toHaveLength(1);
  clock.time += 599_999;
  await cut(2);
  expect(checks).toHaveLength(1);
  await watched.check();
  clock.time += 1;
  await cut(3);
  expect(checks).toHaveLength(2);
  stopping.abort();
  // None of them was a reason for an early report.
  expect(await waiting).toBe(false);
});

test("P22 servers that flap cost at most twice the usual reports", () => {
  const early = new EarlyReports(0);
  let sent = 0;
  for (let second = 0; second < 600; second += 1)
    for (let server = 0; server < 100; server += 1) sent += Number(early.take(second * 1_000));
  expect(sent).toBe(6 + 9);
});
