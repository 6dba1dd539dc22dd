import { Secret } from "@shardwatch/core/kit/secret";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { recordFailover } from "../../../test/cluster-failover.ts";
import {
  clusterRights,
  documentedRights,
  engine,
  engineHas,
  startRedisServer,
} from "../../../test/redis-server.ts";
import { startRedisCluster } from "../../../test/redis-cluster.ts";
import { redisSettings, usualLimits } from "../../../test/settings.ts";
import type { RedisSettings } from "../../configuration/settings.ts";
import { createLog } from "../../log.ts";
import { RedisSource } from "./source.ts";

/*
 * What holds on every engine. `npm test` plays it on the newest one that the machine has, `npm run prove` on
 * each of them, and prints a table of the titles.
 */

const megabyte = 1_048_576;
const nodeLimit = 50 * megabyte;
const limited = ["--maxmemory", String(nodeLimit)];
const wholeLimit = String(3 * nodeLimit);
const someBytes = expect.stringMatching(/^\d+$/) as string;
const sources: RedisSource[] = [];
afterAll(() => {
  for (const source of sources) source.close();
});

function agent(ports: readonly number[], more: Partial<RedisSettings> = {}): RedisSource {
  const addresses = ports.map((port) => ({ host: "127.0.0.1", port }));
  const settings = redisSettings(0, { addresses, ...more });
  const log = createLog("error", () => undefined);
  const source = new RedisSource(settings, log, usualLimits);
  sources.push(source);
  return source;
}

describe(engine().name, () => {
  test("AGT24 R18 a standalone server has its version, memory and limit", async () => {
    const redis = await startRedisServer({ args: limited });
    try {
      const { deployment } = await agent([redis.port]).read();
      expect(deployment).toMatchObject({
        type: "STANDALONE",
        status: "active",
        databases: [{ version: engine().version, memoryUsed: someBytes, memoryLimit: String(nodeLimit) }],
      });
      expect(deployment.gaps).toBeUndefined();
    } finally {
      await redis.stop();
    }
  });

  test("AGT24 AGT25 R18 a replica counts once with its primary, and is degraded without it", async () => {
    const primary = await startRedisServer({ args: [...limited, "--repl-diskless-sync-delay", "0"] });
    const replica = await startRedisServer({
      args: [...limited, "--replicaof", "127.0.0.1", `${primary.port}`],
    });
    try {
      const source = agent([replica.port, primary.port]);
      const databases = [
        { version: engine().version, memoryUsed: someBytes, memoryLimit: String(nodeLimit) },
      ];
      await vi.waitFor(async () => {
        expect(await replica.cli("INFO", "replication")).toContain("master_link_status:up");
        const { deployment, replication } = await source.read();
        expect(deployment).toMatchObject({ type: "STANDALONE", status: "active", databases });
        expect(replication?.primary).toBe(true);
      }, 30_000);
      process.kill(primary.pid, "SIGKILL");
      await vi.waitFor(
        async () => expect(await replica.cli("INFO", "replication")).toContain("master_link_status:down"),
        30_000,
      );
      const { deployment } = await source.read();
      expect(deployment).toMatchObject({ type: "STANDALONE", status: "degraded", databases });
    } finally {
      await Promise.all([primary.stop(), replica.stop()]);
    }
  });

  const users = engineHas("6.2")
    ? documentedRights
    : documentedRights.filter((one) => one !== "resetchannels");
  const listing = engineHas("7.0") ? clusterRights : ["+cluster|nodes", "+cluster|info"];
  test("AGT20 R18 a cluster that was upgraded from Redis 7.0 counts every primary, also the one that is asked", async () => {
    const cluster = await startRedisCluster(limited, { upgraded: true });
    try {
      const words = ["ACL", "SETUSER", "agent", "on", ">secret", ...users, ...listing];
      await Promise.all(cluster.nodes.map((node) => node.cli(...words)));
      const clusterPorts = cluster.nodes.map(({ port }) => port);
      const login = { username: "agent", password: new Secret("secret"), clusterPorts };
      for (const { port } of cluster.nodes) {
        const { deployment } = await agent([port], login).read();
        expect(deployment).toMatchObject({ status: "active", databases: [{ memoryLimit: wholeLimit }] });
        expect(deployment.gaps).toBeUndefined();
      }
    } finally {
      await cluster.stop();
    }
  });

  const watchers = {
    "the documented rights": { rights: [...users, ...listing], entries: [1] },
    "CLUSTER NODES alone": { rights: [...users, "+cluster|nodes"], entries: [1] },
    "no CLUSTER rights": { rights: users, entries: [0, 1, 2, 3, 4, 5] },
  };
  const transports = ["plain TCP", "TLS"] as const;
  const names = Object.keys(watchers) as (keyof typeof watchers)[];
  const cases = transports.flatMap((transport) => names.map((name) => [name, transport] as const));
  let recorded: Awaited<ReturnType<typeof recordFailover<keyof typeof watchers>>>[];
  beforeAll(async () => {
    recorded = await Promise.all(
      transports.map((transport) => recordFailover(watchers, { args: limited, tls: transport === "TLS" })),
    );
  }, 60_000);

  test.each(cases)(
    "AGT20 AGT25 R18 a cluster keeps its memory through a failover, with %s, over %s",
    (name, transport) => {
      const { before, during, after, back, lost, partly } =
        recorded[transports.indexOf(transport)]?.[name] ?? {};
      const whole = {
        version: engine().version,
        memoryUsed: someBytes,
        memoryLimit: wholeLimit,
        tlsEnabled: transport === "TLS",
      };
      expect(before, "before").toMatchObject({ type: "CLUSTER", status: "active", databases: [whole] });
      // Never the sum of fewer or more primaries.
      for (const { databases } of during ?? [])
        for (const { memoryLimit } of databases ?? [])
          expect([null, wholeLimit], "during").toContain(memoryLimit);
      expect(after, "after").toMatchObject({ type: "CLUSTER", status: "degraded", databases: [whole] });
      expect(back, "back").toMatchObject({ status: "active", databases: [whole] });
      expect(lost, "lost").toMatchObject({
        // Only CLUSTER INFO says whether the cluster still serves the other slots.
        status: name === "the documented rights" ? "down" : "degraded",
        databases: [{ memoryUsed: null, memoryLimit: null }],
      });
      expect(partly, "partly").toMatchObject({ status: "degraded", databases: [{ memoryUsed: null }] });
      if (name === "no CLUSTER rights") return;
      expect(after?.statusMessage).toBe(
        "node 11111111 has failed. Bring it back, or remove it with CLUSTER FORGET.",
      );
      const unserved = "5461 of 16384 hash slots have no working primary.";
      expect(lost?.statusMessage).toContain(
        name === "the documented rights" ? `The cluster is down: ${unserved}` : unserved,
      );
      expect(partly?.statusMessage).toContain(unserved);
      expect(partly?.statusMessage).not.toContain("The cluster is down");
    },
  );
});
