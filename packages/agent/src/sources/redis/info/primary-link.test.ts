import { expect, test, vi } from "vitest";
import { cleanUpAfterEach } from "../../../../test/cleanups.ts";
import { bulk, startFakeRedis } from "../../../../test/fake-redis.ts";
import { startRedisServer } from "../../../../test/redis-server.ts";
import type { RedisServer } from "../../../../test/redis-server.ts";
import { redisSettings, usualLimits } from "../../../../test/settings.ts";
import { createLog } from "../../../log.ts";
import { parseInfo } from "./info.ts";
import { LastLink, primaryLink } from "./primary-link.ts";
import { RedisSource } from "../source.ts";

const cleanups = cleanUpAfterEach();

/** INFO of a replica whose link is down. */
const withoutLink = (since: number, uptime = 86_400, more = "master_sync_in_progress:0\r\n"): string =>
  `# Server\r\nuptime_in_seconds:${uptime}\r\n# Replication\r\nrole:slave\r\nmaster_link_status:down\r\n` +
  `${more}master_link_down_since_seconds:${since}\r\n`;

/** Its fields while it tries to get a copy, in Redis 6.2 and newer. */
const trying = (total: number, read: number, silence = 0): string =>
  `master_sync_in_progress:1\r\nmaster_sync_total_bytes:${total}\r\nmaster_sync_read_bytes:${read}\r\n` +
  `master_sync_left_bytes:${total - read}\r\nmaster_sync_last_io_seconds_ago:${silence}\r\n`;
/** And before. */
const tryingBefore = (left: number): string =>
  `master_sync_in_progress:1\r\nmaster_sync_left_bytes:${left}\r\nmaster_sync_last_io_seconds_ago:0\r\n`;
const neverIn6 = 1_795_000_000;

test.each([
  ["a primary", "# Replication\r\nrole:master\r\n", "none"],
  ["a proxy without the section", "# Server\r\nuptime_in_seconds:5\r\n", "none"],
  ["a healthy replica", "# Replication\r\nrole:slave\r\nmaster_link_status:up\r\n", "up"],
  ["a link that broke", withoutLink(40), "lost"],
  ["a link that broke soon after the start", withoutLink(4, 60), "lost"],
  ["a first copy that arrives", withoutLink(-1, 3_600, trying(9_000, 100)), "synchronising"],
  ["a first copy that arrives, Redis 6.0", withoutLink(neverIn6, 3_600, tryingBefore(900)), "synchronising"],
  ["a copy that arrives after a break", withoutLink(40, 3_600, trying(9_000, 100)), "synchronising"],
  ["a copy of a size that nobody knows", withoutLink(40, 3_600, trying(0, 100)), "synchronising"],
  ["such a copy, Redis 6.0", withoutLink(40, 3_600, tryingBefore(-100)), "synchronising"],
  ["a copy that has arrived", withoutLink(40, 3_600, trying(172, 172)), "synchronising"],
  ["a first copy that is awaited", withoutLink(-1, 20), "synchronising"],
  ["a first copy that is awaited, Redis 6.0", withoutLink(neverIn6, 20), "synchronising"],
  ["a first copy that is awaited for almost four minutes", withoutLink(-1, 239), "synchronising"],
  ["a primary that was never reached", withoutLink(-1, 240), "never up"],
  ["a primary that was never reached, Redis 6.0", withoutLink(neverIn6, 3_600), "never up"],
])("AGT25 the link of %s", (_, info, link) => expect(primaryLink(parseInfo(info))).toBe(link));

test.each([
  ["a link that broke", withoutLink(40, 3_600, trying(-1, 0)), "lost"],
  ["a link that broke soon after the start", withoutLink(4, 60, trying(-1, 0)), "lost"],
  ["a link that broke, Redis 6.0", withoutLink(40, 3_600, tryingBefore(-1)), "lost"],
  ["a link that never was", withoutLink(-1, 240, trying(-1, 0)), "never up"],
  ["a link that never was, Redis 6.0", withoutLink(neverIn6, 240, tryingBefore(-1)), "never up"],
  ["a copy that stopped", withoutLink(40, 3_600, trying(9_000, 100, 240)), "lost"],
])("MND15 a try that copies nothing changes nothing about %s", (_, info, link) =>
  expect(primaryLink(parseInfo(info))).toBe(link),
);

test("MND15 a server that begins to follow a primary may wait four minutes for its first copy", () => {
  const [minute, last] = [60_000, new LastLink()];
  const waiting = parseInfo(withoutLink(-1, 86_400, trying(-1, 0)));
  expect(last.waits(waiting, 0)).toBe(false);
  expect(primaryLink(waiting, false)).toBe("never up");
  last.waits(parseInfo("# Replication\r\nrole:master\r\n"), 10 * minute);
  expect([11, 12, 13].map((at) => last.waits(waiting, at * minute))).toEqual([true, true, true]);
  expect(primaryLink(waiting, true)).toBe("synchronising");
  expect([14, 15].map((at) => last.waits(waiting, at * minute))).toEqual([false, false]);
  // Who had a link has lost it, whatever it was a moment ago.
  expect(primaryLink(parseInfo(withoutLink(5)), true)).toBe("lost");
});

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
  const redis = await startFakeRedis(() => bulk(`${withoutLink(-1, 3_600)}# Memory\r\nused_memory:1000\r\n`));
  cleanups.push(() => redis.stop());
  const alone = (await reader(redis).read()).deployment;
  expect(alone).toMatchObject({ status: "degraded", databases: [{ memoryUsed: "1000" }] });
  expect(alone.statusMessage).toContain("masterauth");
  const primary = await server();
  const pair = (await reader(primary, redis).read()).deployment;
  expect(pair.statusMessage).toBe(
    "addresses[1] is a replica that has not reached its primary yet, or is refused by it (masterauth).",
  );
});

test("MND15 a primary that is made a replica and refused is loading in each report for four minutes, then degraded", async () => {
  const memory = "# Memory\r\nused_memory:1000\r\n";
  let info = `# Replication\r\nrole:master\r\n${memory}`;
  const redis = await startFakeRedis(() => bulk(info));
  cleanups.push(() => redis.stop());
  const source = reader(redis);
  expect((await source.read()).deployment.status).toBe("active");
  const start = performance.now();
  const clock = vi.spyOn(performance, "now");
  cleanups.push(() => clock.mockRestore());
  const statuses: unknown[] = [];
  for (const minute of [1, 2, 3, 3.9, 4.1, 5, 6]) {
    clock.mockReturnValue(start + minute * 60_000);
    for (const more of [trying(-1, 0), undefined]) {
      info = `${withoutLink(-1, 86_400, more)}${memory}`;
      const { status, databases } = (await source.read()).deployment;
      statuses.push([status, databases?.[0]?.memoryUsed]);
    }
  }
  const [loading, degraded] = [
    ["loading", undefined],
    ["degraded", "1000"],
  ];
  expect(statuses).toEqual([...Array(8).fill(loading), ...Array(6).fill(degraded)]);
});
