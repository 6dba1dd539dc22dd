import { afterEach, expect, test } from "vitest";
import { bulk, startFakeRedis } from "../../../../test/fake-redis.ts";
import type { FakeRedis } from "../../../../test/fake-redis.ts";
import { redisSettings, usualLimits } from "../../../../test/settings.ts";
import { createLog } from "../../../log.ts";
import { RedisSource } from "../source.ts";

const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup();
});

const id = (letter: string): string => letter.repeat(40);
const denied = "-NOPERM User agent has no permissions to run the 'cluster|nodes' command\r\n";

function shard(name: string, [first, last]: readonly [number, number], port: number): string {
  const words = ["id", id(name), "ip", "127.0.0.1", "role", "master", "health", "online", "port"];
  const nodes = `*1\r\n*10\r\n${words.map(bulk).join("")}:${port}\r\n`;
  return `*4\r\n${bulk("slots")}*2\r\n:${first}\r\n:${last}\r\n${bulk("nodes")}${nodes}`;
}

test("AGT20 R18 a primary that leaves itself out is found by another one, and each counts once", async () => {
  const servers: FakeRedis[] = [];
  const start = async (memory: number, shards: () => string[]): Promise<void> => {
    const server = await startFakeRedis((command) => {
      if (command === "CLUSTER NODES") return denied;
      if (command === "CLUSTER SHARDS") return `*${shards().length}\r\n${shards().join("")}`;
      if (command === "CLUSTER INFO")
        return bulk("cluster_state:ok\r\ncluster_slots_assigned:16384\r\ncluster_slots_fail:0\r\n");
      const figures = `used_memory:${memory}\r\nmaxmemory:4096\r\n`;
      return bulk(`redis_version:8.0.6\r\nredis_mode:cluster\r\n# Memory\r\n${figures}`);
    });
    servers.push(server);
    cleanups.push(() => server.stop());
  };
  const port = (index: number): number => servers[index]?.port ?? 0;
  await start(100, () => [shard("b", [5461, 16_383], port(1))]);
  await start(20, () => [shard("a", [0, 5460], port(0)), shard("b", [5461, 16_383], port(1))]);
  const source = new RedisSource(
    redisSettings(port(0)),
    createLog("error", () => undefined),
    usualLimits,
  );
  cleanups.push(() => source.close());
  const { deployment } = await source.read();
  expect(deployment).toMatchObject({
    status: "active",
    databases: [{ memoryUsed: "120", memoryLimit: "8192" }],
  });
  expect(deployment.gaps).toBeUndefined();
});

test("AGT20 R12 an address of a former node that leads to another cluster is not read as this one", async () => {
  let name = "b";
  const ports: number[] = [];
  const server = async (): Promise<FakeRedis> => {
    const started = await startFakeRedis((command) => {
      if (command === "CLUSTER SHARDS") return `*1\r\n${shard(name, [0, 16_383], ports[1] ?? 0)}`;
      if (command === "CLUSTER INFO") return bulk("cluster_state:ok\r\n");
      return bulk("redis_version:8.0.6\r\nredis_mode:cluster\r\nused_memory:7\r\nmaxmemory:0\r\n");
    });
    ports.push(started.port);
    cleanups.push(() => started.stop());
    return started;
  };
  const configured = await server();
  await server();
  const source = new RedisSource(
    redisSettings(configured.port),
    createLog("error", () => undefined),
    usualLimits,
  );
  cleanups.push(() => source.close());
  expect((await source.read()).deployment.status).toBe("active");
  configured.stop();
  expect((await source.read()).deployment.status, "the other node leads to it").toBe("active");
  name = "f";
  const { deployment } = await source.read();
  expect(deployment).toMatchObject({ type: "CLUSTER", status: "unreachable" });
  expect(deployment.databases).toBeUndefined();
});
