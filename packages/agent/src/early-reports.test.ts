import { expect, test } from "vitest";
import { cleanUpAfterEach } from "../test/cleanups.ts";
import { FakeClock } from "../test/fake-clock.ts";
import { startRedisServer } from "../test/redis-server.ts";
import { redisSettings, usualLimits } from "../test/settings.ts";
import { EarlyReportBudget } from "./early-reports.ts";
import { createLog } from "./log.ts";
import { EarlyReporter } from "./early-reports.ts";
import { Semaphore } from "./semaphore.ts";
import { RedisSource } from "./sources/redis/source.ts";
import { Watched } from "./watched.ts";

const cleanups = cleanUpAfterEach();

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
  const earlyReporter = new EarlyReporter({
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
  const waiting = earlyReporter.wait(3_600_000, stopping.signal);
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
  const early = new EarlyReportBudget(0);
  let sent = 0;
  for (let second = 0; second < 600; second += 1)
    for (let server = 0; server < 100; server += 1) sent += Number(early.take(second * 1_000));
  expect(sent).toBe(6 + 9);
});
