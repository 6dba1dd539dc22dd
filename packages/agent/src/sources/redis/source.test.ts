import { Secret } from "@shardwatch/core/kit/secret";
import { expect, test, vi } from "vitest";
import { cleanUpAfterEach } from "../../../test/cleanups.ts";
import { hasPort } from "../../../test/has-port.ts";
import { freePort } from "@shardwatch/server/machine/ports";
import { documentedRights, engine, startedServer } from "../../../test/redis-server.ts";
import type { RedisServer, RedisServerOptions } from "../../../test/redis-server.ts";
import { redisSettings, usualLimits } from "../../../test/settings.ts";
import type { RedisSettings } from "../../configuration/settings.ts";
import { createLog } from "../../log.ts";
import { RedisSource } from "./source.ts";

const cleanups = cleanUpAfterEach();

const server = (options?: RedisServerOptions) => startedServer(cleanups, options);

function source(port: number, more?: Partial<RedisSettings>, lines: string[] = []): RedisSource {
  const created = new RedisSource(
    redisSettings(port, more),
    createLog("debug", (line) => lines.push(line)),
    usualLimits,
  );
  cleanups.push(() => created.close());
  return created;
}

/** The calls that the server counted, by command, without the calls of redis-cli. */
async function calls(redis: RedisServer): Promise<Record<string, number>> {
  const lines = (await redis.cli("INFO", "commandstats")).matchAll(/cmdstat_([^:]+):calls=(\d+)/g);
  return Object.fromEntries([...lines].map(([, name, count]) => [name, Number(count)]));
}

test("AGT24 a server is one STANDALONE deployment with version, memory used and memory limit", async () => {
  const redis = await server({ args: ["--maxmemory", "100mb"] });
  const { deployment } = await source(redis.port, { databaseName: "main" }).read();
  expect(deployment).toMatchObject({ key: "orders", name: "orders", type: "STANDALONE", status: "active" });
  expect(deployment.databases).toEqual([
    {
      id: "0",
      name: "main",
      status: "active",
      version: engine().version,
      memoryUsed: expect.stringMatching(/^\d{6,8}$/),
      memoryLimit: String(100 * 1024 * 1024),
      tlsEnabled: false,
      evicted: 0,
      startedAt: expect.stringMatching(/:00\.000Z$/),
      engine: engine().product === "Valkey" ? "valkey" : engine().product === "Redis" ? "redis" : null,
      evictionPolicy: "noeviction",
      persistence: null,
      persistenceFailed: false,
      role: "primary",
      maxClients: expect.any(Number),
      replicas: 0,
      modules: expect.any(Array),
    },
  ]);
  expect(deployment.statusMessage).toBeUndefined();
});

test("FIL01 R11 a cache's policy and the keys that it evicted since the last reading; all else stays the same while it works", async () => {
  const redis = await server({ args: ["--maxmemory", "3mb", "--maxmemory-policy", "allkeys-lru"] });
  const fill = "for i = 1, 9000 do redis.call('SET', ARGV[1] .. i, string.rep('x', 400)) end";
  const reader = source(redis.port);
  const databaseNow = async () => {
    const [database] = (await reader.read()).deployment.databases ?? [];
    const { memoryUsed: _, evicted, ...shape } = database ?? {};
    return { evicted, shape };
  };
  const before = await databaseNow();
  expect(before).toMatchObject({ evicted: 0, shape: { evictionPolicy: "allkeys-lru" } });
  const evictedKeys = async () =>
    Number(/evicted_keys:(\d+)/.exec(await redis.cli("INFO", "stats"))?.[1] ?? Number.NaN);
  let reported = 0;
  for (const part of ["a", "b", "c"]) {
    await redis.cli("EVAL", fill, "0", part);
    await redis.cli("SET", "one", "more");
    const { evicted = 0, shape } = await databaseNow();
    expect(evicted).toBeGreaterThan(0);
    expect(shape).toEqual(before.shape);
    reported += evicted;
  }
  // The server goes on evicting for a moment.
  await vi.waitFor(async () => {
    reported += (await databaseNow()).evicted ?? 0;
    expect(reported).toBe(await evictedKeys());
  }, 30_000);
});

test("AGT24 a server without a limit reports the limit 0, which is known, not null", async () => {
  const redis = await server();
  const { deployment } = await source(redis.port).read();
  expect(deployment.databases?.[0]).toMatchObject({ memoryLimit: "0", name: null });
});

test("R11 AGT23 a report is one INFO over one connection that is kept, with one login", async () => {
  const redis = await server();
  await redis.cli("ACL", "SETUSER", "agent", "on", ">secret", ...documentedRights);
  await redis.cli("CONFIG", "RESETSTAT");
  const reader = source(redis.port, { username: "agent", password: new Secret("secret") });
  for (let count = 0; count < 5; count += 1) expect((await reader.read()).deployment.status).toBe("active");
  const counted = await calls(redis);
  expect(counted).toEqual({ "config|resetstat": 1, auth: 1, info: 5 });
  // Since the reset: the agent's one, and two of redis-cli.
  expect(await redis.cli("INFO", "stats")).toContain("total_connections_received:3\r");
});

test("AGT25 a server that is down is unreachable, keeps its last databases, and is active again after its return", async () => {
  const port = await freePort();
  const reader = source(port);
  const down = (await reader.read()).deployment;
  expect(down).toMatchObject({
    status: "unreachable",
    statusMessage: expect.stringContaining("Nothing is listening"),
  });
  expect(down.databases).toBeUndefined();
  const first = await server({ port });
  expect((await reader.read()).deployment.status).toBe("active");
  await first.stop();
  expect((await reader.read()).deployment.status).toBe("unreachable");
  await server({ port });
  expect((await reader.read()).deployment.status).toBe("active");
});

test("an idle connection that the server closed is opened again without a failed report", async () => {
  const redis = await server();
  const reader = source(redis.port);
  await reader.read();
  await redis.cli("CLIENT", "KILL", "TYPE", "normal");
  expect((await reader.read()).deployment.status).toBe("active");
});

test.each([
  ["no password at all", {}, "requires a password"],
  ["a wrong password", { password: new Secret("wrong") }, "rejects the username or password"],
  [
    "an unknown user",
    { username: "nobody", password: new Secret("wrong") },
    "rejects the username or password",
  ],
])("AGT25 %s is denied and says so", async (_, credentials, message) => {
  const redis = await server({ args: ["--requirepass", "secret"] });
  const { deployment } = await source(redis.port, credentials).read();
  expect(deployment).toMatchObject({ status: "denied", statusMessage: expect.stringContaining(message) });
  expect(deployment.databases).toBeUndefined();
});

test("AGT25 a user without the right to INFO is denied and told which right is missing", async () => {
  const redis = await server();
  await redis.cli("ACL", "SETUSER", "agent", "on", ">secret", "-@all", "+ping");
  const reader = source(redis.port, { username: "agent", password: new Secret("secret") });
  expect((await reader.read()).deployment).toMatchObject({
    status: "denied",
    statusMessage: expect.stringContaining("+info"),
  });
});

test("a password that the server does not want is a warning, not an outage", async () => {
  const redis = await server();
  const lines: string[] = [];
  const reader = source(redis.port, { password: new Secret("superfluous") }, lines);
  expect((await reader.read()).deployment.status).toBe("active");
  expect(lines.join("")).toContain("the server has no password");
  expect(lines.join("")).not.toContain("superfluous");
});

test("AGT25 a server without room for another client is unreachable and says so", async () => {
  const redis = await server({ args: ["--maxclients", "1"] });
  const holder = source(redis.port);
  await vi.waitFor(async () => expect((await holder.read()).deployment.status).toBe("active"), 30_000);
  expect((await source(redis.port).read()).deployment).toMatchObject({
    status: "unreachable",
    statusMessage: expect.stringContaining("maxclients"),
  });
});

test("a server that a script keeps busy is degraded", async () => {
  const redis = await server({ args: ["--busy-reply-threshold", "50"] });
  const script = redis.cli("EVAL", "while true do end", "0");
  await vi.waitFor(async () => {
    const { deployment } = await source(redis.port).read();
    expect(deployment).toMatchObject({
      status: "degraded",
      statusMessage: expect.stringContaining("script"),
    });
  }, 30_000);
  await redis.cli("SCRIPT", "KILL");
  await script;
});

test("a server that loads its data is loading and keeps its last databases", async () => {
  const redis = await server({
    args: [
      "--enable-debug-command",
      "yes",
      "--key-load-delay",
      "500",
      "--loading-process-events-interval-bytes",
      "1024",
    ],
  });
  await redis.cli("DEBUG", "POPULATE", "20000", "key", "100");
  const reader = source(redis.port);
  await reader.read();
  await redis.cli("CONFIG", "SET", "save", "3600 1");
  const reload = redis.cli("DEBUG", "RELOAD").catch(() => "");
  await vi.waitFor(
    async () => {
      const { deployment } = await source(redis.port).read();
      expect(deployment.status).toBe("loading");
      expect(deployment.databases).toBeUndefined();
    },
    { timeout: 30_000 },
  );
  await redis.cli("CONFIG", "SET", "key-load-delay", "0");
  await reload;
});

test("AGT19 a primary with a replica is one deployment with one database; the replica alone is degraded without it", async () => {
  const primary = await server({ args: ["--maxmemory", "50mb", "--repl-diskless-sync-delay", "0"] });
  const replica = await server({ args: ["--replicaof", "127.0.0.1", String(primary.port)] });
  await vi.waitFor(
    async () => expect(await replica.cli("INFO", "replication")).toContain("master_link_status:up"),
    {
      timeout: 30_000,
    },
  );
  const ofPrimary = await source(primary.port).read();
  const ofReplica = await source(replica.port).read();
  expect(ofPrimary.deployment.databases).toHaveLength(1);
  expect(ofPrimary.deployment.databases?.[0]?.memoryLimit).toBe(String(50 * 1024 * 1024));
  expect(ofPrimary.replication?.primary).toBe(true);
  expect(ofReplica.deployment.status).toBe("active");
  expect(ofReplica.replication).toEqual({ dataSet: ofPrimary.replication?.dataSet, primary: false });
  await primary.stop();
  await vi.waitFor(async () => {
    const { deployment } = await source(replica.port).read();
    expect(deployment.status).toBe("degraded");
    expect(hasPort(JSON.stringify(deployment), primary.port)).toBe(false);
  }, 30_000);
});
