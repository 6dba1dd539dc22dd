import { afterEach, expect, test } from "vitest";
import { bulk, startFakeRedis } from "../../../test/fake-redis.ts";
import type { FakeRedis } from "../../../test/fake-redis.ts";
import { redisSettings, shortLimits, usualLimits } from "../../../test/settings.ts";
import type { RedisSettings } from "../../configuration/settings.ts";
import { createLog } from "../../log.ts";
import { RedisSource } from "./source.ts";

const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup();
});

async function fake(answer: (command: string) => string): Promise<FakeRedis> {
  const server = await startFakeRedis(answer);
  cleanups.push(() => server.stop());
  return server;
}

function source(
  { port }: FakeRedis,
  more: Partial<RedisSettings> = {},
  lines: string[] = [],
  limits = usualLimits,
): RedisSource {
  const created = new RedisSource(
    redisSettings(port, more),
    createLog("debug", (line) => lines.push(line)),
    limits,
  );
  cleanups.push(() => created.close());
  return created;
}

const memory = "# Memory\r\nused_memory:1000\r\nmaxmemory:4096\r\n";
const replication = "# Replication\r\nrole:master\r\nconnected_slaves:0\r\nmaster_replid:abc\r\n";
const cluster = (enabled: number): string => `# Cluster\r\ncluster_enabled:${enabled}\r\n`;

test.each([
  ["Redis 6.0", "redis_version:6.0.20\r\nredis_mode:standalone", "6.0.20"],
  ["Redis 6.2", "redis_version:6.2.14\r\nredis_mode:standalone", "6.2.14"],
  ["Redis 7.4", "redis_version:7.4.1\r\nredis_mode:standalone", "7.4.1"],
  ["Redis 8", "redis_version:8.2.0\r\nredis_mode:standalone", "8.2.0"],
  [
    "Valkey 7.2",
    "redis_version:7.2.4\r\nserver_name:valkey\r\nvalkey_version:7.2.9\r\nredis_mode:standalone",
    "7.2.9",
  ],
  [
    "Valkey 9",
    "redis_version:7.2.4\r\nserver_name:valkey\r\nvalkey_version:9.0.0\r\nserver_mode:standalone",
    "9.0.0",
  ],
])("AGT24 %s is read by its INFO, in one command", async (_, server, version) => {
  const redis = await fake(() => bulk(`# Server\r\n${server}\r\n${memory}${replication}${cluster(0)}`));
  const { deployment } = await source(redis).read();
  expect(deployment).toMatchObject({
    type: "STANDALONE",
    status: "active",
    databases: [{ version, memoryUsed: "1000", memoryLimit: "4096" }],
  });
  expect(redis.requests).toEqual(["INFO"]);
});

const id = (letter: string): string => letter.repeat(40);

test.each([
  ["Redis 6", "redis_version:6.2.14", ["CLUSTER NODES"]],
  ["Redis 7", "redis_version:7.2.5", ["CLUSTER SHARDS"]],
  ["Redis 8", "redis_version:8.0.3", ["CLUSTER SHARDS"]],
  ["Valkey 8", "redis_version:7.2.4\r\nvalkey_version:8.1.0", ["CLUSTER SHARDS"]],
  ["a server of version 7 that knows no SHARDS", "redis_version:7.0.0", ["CLUSTER SHARDS", "CLUSTER NODES"]],
])("AGT20 the nodes of %s are asked for with the commands that it knows", async (name, server, expected) => {
  const redis: FakeRedis = await fake((command) => {
    const info = `# Server\r\n${server}\r\nredis_mode:cluster\r\n${memory}${replication}${cluster(1)}`;
    if (command === "INFO") return bulk(info);
    if (command === "CLUSTER INFO") return bulk("cluster_state:ok\r\ncluster_slots_assigned:16384\r\n");
    if (command === "CLUSTER NODES")
      return bulk(`${id("a")} 127.0.0.1:${redis.port}@1 myself,master - 0 0 1 connected 0-16383\n`);
    if (name.includes("no SHARDS")) return "-ERR Unknown subcommand 'SHARDS'. Try CLUSTER HELP.\r\n";
    const node = `*8\r\n${["id", id("a"), "ip", "127.0.0.1"].map(bulk).join("")}${bulk("port")}:${redis.port}\r\n${bulk("role")}${bulk("master")}`;
    return `*1\r\n*4\r\n${bulk("slots")}*2\r\n:0\r\n:16383\r\n${bulk("nodes")}*1\r\n${node}`;
  });
  const { deployment } = await source(redis).read();
  expect(deployment).toMatchObject({
    type: "CLUSTER",
    status: "active",
    databases: [{ memoryUsed: "1000" }],
  });
  expect(deployment.gaps).toBeUndefined();
  expect(redis.requests).toEqual(["INFO", ...expected, "CLUSTER INFO"]);
});

test("R12 a node that lists ten thousand primaries is not followed to all of them", async () => {
  const line = (_: unknown, index: number): string =>
    `${index.toString(16).padStart(8, "0").padEnd(40, "0")} 127.0.0.1:1@1 master - 0 0 1 connected ${index}\n`;
  const listing = Array.from({ length: 10_000 }, line).join("");
  const redis = await fake((command) =>
    bulk(command === "INFO" ? `redis_version:6.2.0\r\nredis_mode:cluster\r\n${memory}` : listing),
  );
  const { deployment } = await source(redis).read();
  expect(deployment).toMatchObject({ status: "degraded", databases: [{ memoryUsed: null }] });
  expect(deployment.gaps?.[0]).toContain("Only 1000 primaries are counted");
  expect(deployment.gaps).toHaveLength(20);
  expect(deployment.statusMessage?.length).toBeLessThanOrEqual(500);
});

test("R12 a node that listed ten thousand others and went away is not looked for at all of them", async () => {
  const line = (_: unknown, index: number): string =>
    `${index.toString(16).padStart(40, "0")} 127.9.${index >> 8}.${index & 255}:1@1 slave - 0 0 1 connected\n`;
  const listing = Array.from({ length: 10_000 }, line).join("");
  const redis = await fake((command) =>
    bulk(command === "INFO" ? `redis_version:6.2.0\r\nredis_mode:cluster\r\n${memory}` : listing),
  );
  const lines: string[] = [];
  const reader = source(redis, {}, lines);
  await reader.read();
  redis.stop();
  await reader.read();
  const tried = lines.filter((text) => text.includes("server not read") && text.includes("127.9."));
  expect(tried.length).toBeGreaterThan(0);
  expect(tried.length).toBeLessThanOrEqual(1_000);
});

test("R12 nodes that claim more memory than a report can tell do not spoil the report", async () => {
  const most = "9".repeat(20);
  const redis: FakeRedis = await fake((command) => {
    const info = `redis_version:6.2.0\r\nredis_mode:cluster\r\nused_memory:${most}\r\nmaxmemory:${most}\r\n`;
    const line = (letter: string, slots: string) =>
      `${id(letter)} 127.0.0.1:${redis.port}@1 master - 0 0 1 connected ${slots}\n`;
    return bulk(command === "INFO" ? info : line("a", "0-8191") + line("b", "8192-16383"));
  });
  const { deployment } = await source(redis).read();
  expect(deployment.databases).toMatchObject([{ memoryUsed: null, memoryLimit: null }]);
});

test("R12 a node that answers CLUSTER with garbage, or not at all, is partial", async () => {
  for (const answer of ["$3\r\nfoo\r\n", ":7\r\n", "*0\r\n", "-BUSY x\r\n", "", "HTTP/1.1\r\n"]) {
    const redis = await fake((command) =>
      command === "INFO" ? bulk(`redis_version:7.2.0\r\nredis_mode:cluster\r\n${memory}`) : answer,
    );
    const { deployment } = await source(redis, {}, [], answer === "" ? shortLimits : usualLimits).read();
    expect(deployment).toMatchObject({ type: "CLUSTER", databases: [{ memoryUsed: "1000" }] });
    expect(deployment.gaps?.[0]).toContain("partial, only the configured addresses are counted");
  }
});

test.each([
  ["-DENIED Redis is running in protected mode because ...", "denied", "protected mode"],
  ["-ERR max number of clients reached", "unreachable", "maxclients"],
  ["-LOADING Redis is loading the dataset in memory", "loading", "Figures return"],
  ["-MASTERDOWN Link with MASTER is down", "degraded", "Check the primary"],
  ["-NOAUTH Authentication required.", "denied", "passwordFile"],
])("AGT25 %s to INFO is status %s and says what to do", async (answer, status, words) => {
  const redis = await fake(() => `${answer}\r\n`);
  expect((await source(redis).read()).deployment).toMatchObject({
    status,
    statusMessage: expect.stringContaining(words),
  });
});

test("a Sentinel is unsupported; its log and check say which address to configure, the report does not", async () => {
  const watched = "master0:name=mymaster,status=ok,address=10.0.0.9:6379,slaves=1,sentinels=3\r\n";
  const redis = await fake(() => bulk(`# Server\r\nredis_mode:sentinel\r\n# Sentinel\r\n${watched}`));
  const sentinel = source(redis);
  const { deployment, notes } = await sentinel.read();
  expect(deployment).toMatchObject({ status: "unsupported" });
  expect(JSON.stringify(deployment)).not.toContain("10.0.0.9");
  expect(notes).toEqual(["the Sentinel watches mymaster at 10.0.0.9:6379: configure that address"]);
  const { ok, lines } = await sentinel.check();
  expect(ok).toBe(false);
  expect(lines.join("\n")).toContain("mymaster at 10.0.0.9:6379");
});

test("CLIENT LIST is left out from a thousand clients on, and CONFIG GET is asked where INFO has no limit", async () => {
  const info = "# Clients\r\nconnected_clients:1000\r\n# Memory\r\nused_memory:1000\r\n";
  const redis = await fake((command) => (command === "INFO" ? bulk(info) : "-NOPERM no\r\n"));
  const reader = source(redis, { clientList: true });
  await reader.read();
  expect((await reader.read()).deployment.gaps).toEqual([
    "The user may not run CONFIG GET: the memory limit is not known. Grant it: ACL SETUSER <user> +config|get",
    "CLIENT LIST is left out: it is asked for below 1000 clients only.",
  ]);
  expect(redis.requests).toEqual(["INFO", "CONFIG GET MAXMEMORY*", "INFO"]);
});
