import { expect, test, vi } from "vitest";
import { cleanUpAfterEach } from "../../../test/cleanups.ts";
import { bulk, startFakeRedis } from "../../../test/fake-redis.ts";
import { startRedisServer } from "../../../test/redis-server.ts";
import type { RedisServer } from "../../../test/redis-server.ts";
import { redisSettings, usualLimits } from "../../../test/settings.ts";
import { createLog } from "../../log.ts";
import { parseInfo } from "./info.ts";
import { primaryLink } from "./primary-link.ts";
import { RedisSource } from "./source.ts";

const cleanups = cleanUpAfterEach();

/** INFO of a replica whose link is down. */
const withoutLink = (since: number, syncing = 0, uptime = 86_400): string =>
  `# Server\r\nuptime_in_seconds:${uptime}\r\n# Replication\r\nrole:slave\r\nmaster_link_status:down\r\n` +
  `master_sync_in_progress:${syncing}\r\nmaster_link_down_since_seconds:${since}\r\n`;

test.each([
  ["a primary", "# Replication\r\nrole:master\r\n", "none"],
  ["a proxy without the section", "# Server\r\nuptime_in_seconds:5\r\n", "none"],
  ["a healthy replica", "# Replication\r\nrole:slave\r\nmaster_link_status:up\r\n", "up"],
  ["a link that broke", withoutLink(40), "lost"],
  ["a link that broke soon after the start", withoutLink(4, 0, 60), "lost"],
  ["a first copy that arrives", withoutLink(-1, 1), "synchronising"],
  ["a copy that arrives after a break", withoutLink(40, 1), "synchronising"],
  ["a first copy that is awaited", withoutLink(-1, 0, 20), "synchronising"],
  ["a first copy that is awaited, Redis 6.0", withoutLink(1_795_000_000, 0, 20), "synchronising"],
  ["a first copy that is awaited for almost five minutes", withoutLink(-1, 0, 299), "synchronising"],
  ["a primary that was never reached", withoutLink(-1, 0, 300), "never up"],
  ["a primary that was never reached, Redis 6.0", withoutLink(1_795_000_000, 0, 3_600), "never up"],
])("AGT25 the link of %s", (_, info, link) => expect(primaryLink(parseInfo(info))).toBe(link));

async function server(...args: string[]): Promise<RedisServer> {
  const started = await startRedisServer({ args });
  cleanups.push(() => started.stop());
  return started;
}

function reader(...servers: Pick<RedisServer, "port">[]): RedisSource {
  const addresses = servers.map(({ port }) => ({ host: "127.0.0.1", port }));
  const created = new RedisSource(
    redisSettings(0, { addresses }),
    createLog("error", () => undefined),
    usualLimits,
  );
  cleanups.push(() => created.close());
  return created;
}

test("AGT25 AGT19 AGT33 a replica in its first synchronisation is loading, and has not lost its primary", async () => {
  const primary = await server("--repl-diskless-sync-delay", "3", "--maxmemory", "50mb");
  const replica = await server("--replicaof", "127.0.0.1", `${primary.port}`);
  const alone = await reader(replica).read();
  expect(alone.deployment).toMatchObject({
    status: "loading",
    statusMessage: expect.stringContaining("synchronizing"),
  });
  expect(alone.deployment.databases).toBeUndefined();
  const { lines } = await reader(replica).check();
  expect(lines).toContain(`status       loading: ${alone.deployment.statusMessage}`);

  const pair = await reader(primary, replica).read();
  expect(pair.deployment.statusMessage).toContain(
    "addresses[1] has no figures yet: The replica is synchronizing",
  );
  expect(pair.deployment.statusMessage).not.toContain("lost");
  expect(pair.deployment.databases).toMatchObject([{ memoryLimit: `${50 * 1_048_576}` }]);

  const linked = reader(replica);
  await vi.waitFor(async () => expect((await linked.read()).deployment.status).toBe("active"), {
    timeout: 30_000,
    interval: 200,
  });
});

test("AGT25 a replica that never reached its primary is degraded, with where to look", async () => {
  const redis = await startFakeRedis(() =>
    bulk(`${withoutLink(-1, 0, 3_600)}# Memory\r\nused_memory:1000\r\n`),
  );
  cleanups.push(() => redis.stop());
  const alone = (await reader(redis).read()).deployment;
  expect(alone).toMatchObject({ status: "degraded", databases: [{ memoryUsed: "1000" }] });
  expect(alone.statusMessage).toContain("masterauth");
  const primary = await server();
  const pair = (await reader(primary, redis).read()).deployment;
  expect(pair.statusMessage).toBe("addresses[1] is a replica that has not reached its primary yet.");
});
