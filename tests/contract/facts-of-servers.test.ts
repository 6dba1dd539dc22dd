import { Secret } from "@shardwatch/core/kit/secret";
import { expect, test } from "vitest";
import { cleanUpAfterEach } from "../../packages/agent/test/cleanups.ts";
import { documentedRights, type RedisServer, startedServer } from "../../packages/agent/test/redis-server.ts";
import { redisSettings } from "../../packages/agent/test/settings.ts";
import type { RedisSettings } from "../../packages/agent/src/configuration/settings.ts";
import { createLog } from "../../packages/agent/src/log.ts";
import { RedisSource } from "../../packages/agent/src/sources/redis/source.ts";
import { about, after, between, expectFacts, type Fact, lineOf } from "../support/fact-table.ts";
import { readByAgent } from "../support/read-by-agent.ts";
import { startSentinel } from "../support/sentinel.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { patience } from "../support/patience.ts";

const world = await worldOfFile();
const cleanups = cleanUpAfterEach();
const quiet = createLog("error", () => undefined);
const megabyte = 1_048_576;

/** A server with a user that may run INFO and PING, and nothing else. */
async function server(args: readonly string[] = []): Promise<RedisServer> {
  const quick = ["--repl-diskless-sync-delay", "0", "--repl-timeout", "60"];
  const redis = await startedServer(cleanups, { args: [...quick, ...args] });
  await redis.cli("ACL", "SETUSER", "agent", "on", ">secret", ...documentedRights);
  return redis;
}

async function replicaOf(primary: RedisServer): Promise<RedisServer> {
  const replica = await server(["--replicaof", "127.0.0.1", `${primary.port}`]);
  await until(async () => (await replica.cli("INFO", "replication")).includes("master_link_status:up"));
  await until(() => isFollowed(primary));
  await until(async () => (await replica.cli("DBSIZE")) === (await primary.cli("DBSIZE")));
  return replica;
}

/** Whether a replica has acknowledged a write. Without one, the first comes after ten seconds. */
async function isFollowed(primary: RedisServer): Promise<boolean> {
  await primary.cli("SET", "tick", "1");
  await primary.cli("DEL", "tick");
  return /state=online,offset=[1-9]/.test(await primary.cli("INFO", "replication"));
}

const until = (isSo: () => Promise<boolean>): Promise<void> =>
  expect.poll(isSo, { timeout: patience }).toBe(true);

function sourceOf(port: number, more: Partial<RedisSettings> = {}): RedisSource {
  const login = { username: "agent", password: new Secret("secret"), ...more };
  const source = new RedisSource(redisSettings(port, login), quiet);
  cleanups.push(() => source.close());
  return source;
}

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
  const version = lineOf(await redis.cli("INFO", "server"), "(?:valkey|redis)_version");
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
    ["version", "INFO", version, answered["version"]],
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
    ["engine", "INFO", "redis", databases[0]?.engine],
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

test("DEX01 of servers that Sentinel manages, the facts are those of the primary that it names, also after a failover", async () => {
  const primary = await server();
  const replica = await replicaOf(primary);
  const sentinel = await startSentinel(primary.port, cleanups);
  const addresses = [primary, replica].map(({ port }) => ({ host: "127.0.0.1", port }));
  const source = sourceOf(primary.port, { addresses, tellAddress: true });
  const facts = async (): Promise<Fact[]> => {
    const { detail } = await readByAgent(world, source);
    const [host, port] = (await sentinel.cli("SENTINEL", "GET-MASTER-ADDR-BY-NAME", "main")).split("\n");
    const [database] = detail.databases;
    return [
      ["primary", "SENTINEL GET-MASTER-ADDR-BY-NAME", `${host}:${port}`, database?.endpoint],
      ["role", "Sentinel", "primary", database?.role],
      ["replicas", "the other server", 1, database?.replicas],
      ["status", "Sentinel", "active", detail.status],
      ["type", "how it was started", "STANDALONE", detail.type],
    ];
  };
  expectFacts(await facts());
  await until(async () => (await sentinel.cli("SENTINEL", "REPLICAS", "main")).includes(`${replica.port}`));
  await sentinel.cli("SENTINEL", "FAILOVER", "main");
  await until(() => isFollowed(replica));
  await until(async () => (await sentinel.cli("SENTINEL", "MASTERS")).includes(`${replica.port}`));
  const moved = await facts();
  expectFacts(moved);
  expect(moved[0]?.[3]).toBe(`127.0.0.1:${replica.port}`);
});
