import { expect, test } from "vitest";
import { engine, type RedisServer } from "../../packages/agent/test/redis-server.ts";
import { about, after, between, expectFacts, type Fact, lineOf } from "../support/fact-table.ts";
import { readByAgent } from "../support/read-by-agent.ts";
import { realServers } from "../support/real-servers.ts";
import { worldOfFile } from "../support/world-of-file.ts";

const world = await worldOfFile();
const { server, replicaOf, until, sourceOf } = realServers();
const megabyte = 1_048_576;
/** What the list calls them. Of Redict it knows no versions and no end of support. */
const engines: Record<string, string | null> = { Redis: "redis", Valkey: "valkey", Redict: null };

/** What the server has counted, and when. */
async function countOf(redis: RedisServer) {
  const stats = await redis.cli("INFO", "stats");
  return {
    at: performance.now(),
    commands: Number(lineOf(stats, "total_commands_processed")),
    expired: Number(lineOf(stats, "expired_keys")),
  };
}
type Counted = Awaited<ReturnType<typeof countOf>>;

/**
 * The rates that the agent can have seen. It read after the first and before the last count of `outer`, and before and
 * after those of `inner`, however long that took.
 */
function rateBetween(inner: readonly Counted[], outer: readonly Counted[], what: "commands" | "expired") {
  const grown = (counts: readonly Counted[], key: "at" | typeof what) =>
    (counts.at(-1)?.[key] ?? 0) - (counts[0]?.[key] ?? 0);
  const least = (1_000 * grown(inner, what)) / grown(outer, "at");
  const most = (1_000 * grown(outer, what)) / grown(inner, "at");
  return between(least * 0.9, most * 1.1);
}

const setting = async (redis: RedisServer, name: string) =>
  after(await redis.cli("CONFIG", "GET", name), name);

/** What the server itself says of its configuration, which the agent's user may not read. */
async function settingsOf(redis: RedisServer, [database]: object[]): Promise<Fact[]> {
  const answered = database as Record<string, unknown>;
  const modules = (await redis.cli("MODULE", "LIST")).trim() === "" ? [] : expect.any(Array);
  return [
    ["eviction policy", "CONFIG GET", await setting(redis, "maxmemory-policy"), answered["evictionPolicy"]],
    ["memory limit", "CONFIG GET", await setting(redis, "maxmemory"), answered["memoryLimit"]],
    ["client limit", "CONFIG GET", Number(await setting(redis, "maxclients")), answered["maxClients"]],
    [
      "persistence",
      "CONFIG GET",
      (await setting(redis, "appendonly")) === "yes" ? "aof" : null,
      answered["persistence"],
    ],
    ["failed writes", "how it was started", false, answered["persistenceFailed"]],
    ["version", "--version", engine().version, answered["version"]],
    ["modules", "MODULE LIST", modules, answered["modules"]],
    ["TLS", "how it was started", false, answered["tlsEnabled"]],
    ["endpoint", "the agent's configuration", undefined, answered["endpoint"]],
  ];
}

test("DEX01 AGT23 every fact of a primary is what the server says, with INFO and PING alone", async () => {
  const begun = Date.now();
  const redis = await server(["--maxmemory", `${100 * megabyte}`, "--maxmemory-policy", "allkeys-lru"]);
  await redis.cli("CONFIG", "SET", "appendonly", "yes");
  const replica = await replicaOf(redis);
  const count = () => countOf(redis);
  const outer = [await count()];
  const inner: Counted[] = [];
  let stopped = 0;
  const { detail, live } = await readByAgent(world, sourceOf(redis.port), async () => {
    inner.push(await count());
    await redis.cli("EVAL", "for i = 1, 20 do redis.call('SET', 'x' .. i, '1', 'PX', '1') end", "0");
    await redis.cli("SET", "lasting", "1", "EX", "1000");
    await redis.cli("-n", "3", "SET", "other", "1");
    for (let read = 0; read < 4; read += 1) await redis.cli("GET", read < 3 ? "lasting" : "nothing");
    await until(async () => (await redis.cli("DBSIZE")) === "1");
    process.kill(replica.pid, "SIGSTOP");
    stopped = performance.now();
    await redis.cli("EVAL", "redis.call('SET', 'large', string.rep('x', 200000))", "0");
    await until(async () => /lag=[1-9]/.test(await redis.cli("INFO", "replication")));
    inner.push(await count());
  });
  outer.push(await count());
  const silence = (performance.now() - stopped) / 1_000;
  const [, written, , , acknowledged] = (await redis.cli("ROLE")).split("\n");
  const memory = await redis.cli("MEMORY", "STATS");
  const keys = Number(await redis.cli("DBSIZE")) + Number(await redis.cli("-n", "3", "DBSIZE"));
  const clients = (await redis.cli("CLIENT", "LIST", "TYPE", "normal")).split("\n").length - 1;
  process.kill(replica.pid, "SIGCONT");
  const { databases } = detail;
  const { total } = live;
  expectFacts([
    ["type", "how it was started", "STANDALONE", detail.type],
    ["status", "PING", (await redis.cli("PING")) && "active", detail.status],
    ["missing rights", "none is needed", [], detail.gaps],
    ["engine", "--version", engines[engine().product], databases[0]?.engine],
    ["role", "ROLE", "primary", databases[0]?.role],
    ["replicas", "ROLE", 1, databases[0]?.replicas],
    [
      "start",
      "this machine's clock, to the minute",
      between(begun - 61_000, Date.now()),
      Date.parse(databases[0]?.startedAt ?? ""),
    ],
    ...(await settingsOf(redis, databases)),
    ["memory used", "MEMORY STATS", about(Number(after(memory, "total.allocated")), 0.3), total.memoryUsed],
    [
      "fragmentation",
      "MEMORY STATS",
      about(Number(after(memory, "fragmentation")), 0.4),
      total.fragmentation,
    ],
    ["clients", "CLIENT LIST", clients, total.clients],
    ["keys", "DBSIZE", keys, total.keys],
    ["keys with an expiry", "what was written", 1, total.expiring],
    ["commands a second", "INFO before and after", rateBetween(inner, outer, "commands"), total.opsPerSecond],
    [
      "expired keys a second",
      "INFO before and after",
      rateBetween(inner, outer, "expired"),
      total.expiredPerSecond,
    ],
    ["evicted keys a second", "what was written", 0, total.evictedPerSecond],
    ["hit ratio", "what was read", about(75, 0.02), total.hitRatio],
    ["lag in bytes", "ROLE", about(Number(written) - Number(acknowledged), 0.02), total.replicationLag],
    ["lag in seconds", "this machine's clock", between(1, silence + 2), total.replicationSilence],
    ["unknown figures", "none", [], live.unknown],
  ]);
});

test("DEX01 AGT23 every fact of a replica is what the server says, and its bytes behind are said to be unknown", async () => {
  const primary = await server(["--maxmemory", `${50 * megabyte}`]);
  const replica = await replicaOf(primary);
  const { detail, live } = await readByAgent(world, sourceOf(replica.port));
  const [role, , , link] = (await replica.cli("ROLE")).split("\n");
  expectFacts([
    ["role", "ROLE", role === "slave" && "replica", detail.databases[0]?.role],
    ["replicas", "INFO", 0, detail.databases[0]?.replicas],
    ["status", "ROLE", link === "connected" && "active", detail.status],
    ...(await settingsOf(replica, detail.databases)),
    ["keys", "DBSIZE", Number(await replica.cli("DBSIZE")), live.total.keys],
    ["lag in seconds", "how long it was up", between(0, 12), live.total.replicationSilence],
    ["lag in bytes", "only the primary has it", null, live.total.replicationLag],
    [
      "unknown figures",
      "the above, and no lookups",
      [{ figure: "replicationLag", reason: "Only its primary knows it." }],
      live.unknown,
    ],
  ]);
});
