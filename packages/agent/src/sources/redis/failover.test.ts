import { afterEach, expect, test } from "vitest";
import { bulk, startFakeRedis } from "../../../test/fake-redis.ts";
import type { FakeRedis } from "../../../test/fake-redis.ts";
import { redisSettings, usualLimits } from "../../../test/settings.ts";
import { createLog } from "../../log.ts";
import { RedisSource } from "./source.ts";

const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup();
});

const id = (letter: string): string => letter.repeat(40);
const denied = "-NOPERM User agent has no permissions to run the 'cluster' command\r\n";
const noPort = 1;

interface Node {
  name: string;
  role: "master" | "replica";
  health: "online" | "fail";
}

function shard(slots: readonly number[], nodes: readonly Node[], port: number): string {
  const listed = nodes.map(({ name, role, health }) => {
    const texts = ["id", id(name), "ip", "127.0.0.1", "role", role, "health", health, "port"];
    return `*10\r\n${texts.map(bulk).join("")}:${health === "fail" ? noPort : port}\r\n`;
  });
  const bounds = slots.map((slot) => `:${slot}\r\n`).join("");
  return `*4\r\n${bulk("slots")}*${slots.length}\r\n${bounds}${bulk("nodes")}*${nodes.length}\r\n${listed.join("")}`;
}

const dead: Node = { name: "a", role: "master", health: "fail" };
const successor: Node = { name: "b", role: "master", health: "online" };
const other: Node = { name: "c", role: "master", health: "online" };

/** The working primaries of a cluster, all at one address, each with 1,000 bytes in use and a limit of 4,096. */
async function cluster(
  version: string,
  shards: readonly (readonly [readonly number[], readonly Node[]])[],
  { nodes, info }: { nodes: string | ((port: number) => string); info: string },
): Promise<{ redis: FakeRedis; source: RedisSource }> {
  const redis: FakeRedis = await startFakeRedis((command) => {
    if (command === "CLUSTER SHARDS")
      return `*${shards.length}\r\n${shards.map(([slots, listed]) => shard(slots, listed, redis.port)).join("")}`;
    if (command === "CLUSTER NODES") return typeof nodes === "string" ? nodes : nodes(redis.port);
    if (command === "CLUSTER INFO") return info;
    return bulk(
      `redis_version:${version}\r\nredis_mode:cluster\r\n# Memory\r\nused_memory:1000\r\nmaxmemory:4096\r\n`,
    );
  });
  const source = new RedisSource(
    redisSettings(redis.port),
    createLog("error", () => undefined),
    usualLimits,
  );
  cleanups.push(
    () => redis.stop(),
    () => source.close(),
  );
  return { redis, source };
}

const info = (assigned: number, failed: number): string =>
  bulk(`cluster_state:ok\r\ncluster_slots_assigned:${assigned}\r\ncluster_slots_fail:${failed}\r\n`);
const nodes = bulk(
  [
    `${id("a")} 127.0.0.1:${noPort}@1 master,fail - 0 0 1 disconnected`,
    // The addresses are those of CLUSTER SHARDS.
    `${id("b")} 127.0.0.1:${noPort}@1 master - 0 0 4 connected 0-5460`,
    `${id("c")} 127.0.0.1:${noPort}@1 myself,master - 0 0 3 connected 5461-16383 [5461->-${id("b")}]`,
    "",
  ].join("\n"),
);

/** As Redis 7.2.4 answers after a failover. */
const afterFailover = [
  [[], [dead, successor]],
  [[5461, 16_383], [other]],
] as const;
const sumOfTwo = [{ memoryUsed: "2000", memoryLimit: "8192" }];
const hasFailed = expect.stringContaining(`node ${"a".repeat(8)} has failed`) as string;

test("AGT20 R18 P10 slots that CLUSTER SHARDS leaves out are taken from CLUSTER NODES, in four commands", async () => {
  const { redis, source } = await cluster("7.2.4", afterFailover, {
    nodes,
    info: denied,
  });
  const { deployment } = await source.read();
  expect(deployment).toMatchObject({ status: "degraded", statusMessage: hasFailed, databases: sumOfTwo });
  expect(deployment.statusMessage).not.toContain("hash slots");
  expect(redis.requests).toEqual(["INFO", "CLUSTER SHARDS", "CLUSTER INFO", "CLUSTER NODES"]);
});

test("AGT20 R18 a user without CLUSTER NODES gets the memory of a failover's successor, by CLUSTER INFO", async () => {
  const { source } = await cluster("7.2.4", afterFailover, { nodes: denied, info: info(16_384, 0) });
  const { deployment } = await source.read();
  expect(deployment).toMatchObject({ status: "degraded", statusMessage: hasFailed, databases: sumOfTwo });
  expect(deployment.statusMessage).not.toContain("hash slots");
  expect(deployment.gaps).toBeUndefined();
});

test("AGT20 R18 slots that nothing assigns are unknown, not missing, and a gap names the right", async () => {
  const { source } = await cluster("7.2.4", afterFailover, { nodes: denied, info: denied });
  const { deployment } = await source.read();
  expect(deployment).toMatchObject({ databases: [{ memoryUsed: null, memoryLimit: null }] });
  expect(deployment.statusMessage).not.toContain("hash slots");
  expect(deployment.gaps?.[0]).toMatch(/^CLUSTER SHARDS leaves slots out.* \+cluster\|nodes$/);
});

test("AGT25 R18 a failed primary without replica leaves its slots and the memory unserved, though SHARDS lists none", async () => {
  const withoutReplica = [
    [[], [dead]],
    [[5461, 16_383], [other]],
  ] as const;
  const { source } = await cluster("8.0.6", withoutReplica, {
    nodes: denied,
    info: info(16_384, 5_461),
  });
  expect((await source.read()).deployment).toMatchObject({
    status: "degraded",
    statusMessage: expect.stringContaining("5461 of 16384 hash slots have no working primary."),
    databases: [{ memoryUsed: null, memoryLimit: null }],
  });
});

/** As Redis 8.0.6 and Valkey 9.1.2 answer with a nodes.conf of Redis 7.0: a primary leaves its own shard out. */
const withoutMyself = [[[0, 5460], [successor]]] as const;

test("AGT20 R18 a primary that CLUSTER SHARDS leaves out is found by CLUSTER NODES", async () => {
  const { redis, source } = await cluster("8.0.6", withoutMyself, {
    nodes: (port) =>
      bulk(
        `${id("b")} 127.0.0.1:${port}@1 master - 0 0 4 connected 0-5460\n` +
          `${id("c")} 127.0.0.1:${port}@1 myself,master - 0 0 3 connected 5461-16383 5461-16383\n`,
      ),
    info: info(16_384, 0),
  });
  const { deployment } = await source.read();
  expect(deployment).toMatchObject({ status: "active", databases: sumOfTwo });
  expect(deployment.gaps).toBeUndefined();
  expect(redis.requests.at(-1)).toBe("CLUSTER NODES");
});

test("AGT20 R18 the memory of a cluster that CLUSTER SHARDS lists in part is unknown, never a part", async () => {
  const { source } = await cluster("8.0.6", withoutMyself, { nodes: denied, info: info(16_384, 0) });
  const { deployment } = await source.read();
  expect(deployment).toMatchObject({ databases: [{ memoryUsed: null, memoryLimit: null }] });
  expect(deployment.gaps).toEqual([expect.stringMatching(/\+cluster\|nodes$/)]);
  expect(deployment.statusMessage).toBeUndefined();
});

test("AGT20 R18 slots of a node without an address make the memory unknown, also without CLUSTER INFO", async () => {
  const { source } = await cluster("6.2.14", [], {
    nodes: (port) =>
      bulk(
        `${id("a")} :0@0 master,noaddr - 0 0 1 disconnected 0-5460\n` +
          `${id("c")} 127.0.0.1:${port}@1 myself,master - 0 0 3 connected 5461-16383\n`,
      ),
    info: denied,
  });
  expect((await source.read()).deployment).toMatchObject({
    status: "degraded",
    statusMessage: `node ${"a".repeat(8)} could not be read: The cluster does not know its address.`,
    databases: [{ memoryUsed: null, memoryLimit: null }],
  });
});

test("AGT20 R18 without CLUSTER rights a replica that does not yet follow the successor is not counted", async () => {
  const [before, after] = [id("1"), id("2")];
  const node = async (replication: string): Promise<FakeRedis> => {
    const server = await startFakeRedis((command) =>
      command === "INFO"
        ? bulk(
            `redis_version:7.2.4\r\nredis_mode:cluster\r\n${replication}\r\nused_memory:1000\r\nmaxmemory:4096\r\n`,
          )
        : denied,
    );
    cleanups.push(() => server.stop());
    return server;
  };
  const servers = await Promise.all([
    node(`role:master\r\nmaster_replid:${after}\r\nmaster_replid2:${before}`),
    node(`role:slave\r\nmaster_replid:${before}\r\nmaster_link_status:up`),
  ]);
  const addresses = servers.map(({ port }) => ({ host: "127.0.0.1", port }));
  const log = createLog("error", () => undefined);
  const source = new RedisSource(redisSettings(0, { addresses }), log, usualLimits);
  cleanups.push(() => source.close());
  expect((await source.read()).deployment.databases).toMatchObject([
    { memoryUsed: "1000", memoryLimit: "4096" },
  ]);
});
