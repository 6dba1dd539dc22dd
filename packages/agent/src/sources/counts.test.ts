import { expect, test } from "vitest";
import { Secret } from "@shardwatch/core/kit/secret";
import { cleanUpAfterEach } from "../../test/cleanups.ts";
import { documentedRights, startRedisServer } from "../../test/redis-server.ts";
import { redisSettings } from "../../test/settings.ts";
import { createLog } from "../log.ts";
import { Reporter } from "../report.ts";
import { RedisSource } from "./redis/source.ts";

const cleanups = cleanUpAfterEach();
const password = "only-for-this-test";

test("DEX04 R11 the commands that reports count are those that the server counted, and no others", async () => {
  const redis = await startRedisServer();
  cleanups.push(() => redis.stop());
  await redis.cli("ACL", "SETUSER", "agent", "on", `>${password}`, ...documentedRights);
  await redis.cli("CONFIG", "RESETSTAT");
  const log = createLog("error", () => undefined);
  const settings = redisSettings(redis.port, { username: "agent", password: new Secret(password) });
  const source = new RedisSource(settings, log);
  cleanups.push(() => source.close());
  const reporter = new Reporter([source], "0123456789abcdef", log);
  const reported: unknown[] = [];
  for (let count = 0; count < 3; count += 1) {
    const { deployments } = await reporter.collect(Date.now);
    reported.push(deployments[0]?.commands);
  }
  expect(reported).toEqual([{ AUTH: 1, INFO: 1 }, { INFO: 1 }, { INFO: 1 }]);
  // The test's own command is counted once it has ended.
  const statistics = await redis.cli("INFO", "commandstats");
  const counted = [...statistics.matchAll(/cmdstat_([^:]+):calls=(\d+)/g)].map(([, name, calls]) => [
    name,
    calls,
  ]);
  expect(new Map(counted as [string, string][])).toEqual(
    new Map([
      ["auth", "1"],
      ["config|resetstat", "1"],
      ["info", "3"],
    ]),
  );
});
