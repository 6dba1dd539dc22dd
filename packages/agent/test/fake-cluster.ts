import { Secret } from "@shardwatch/core/kit/secret";
import type { RedisSettings } from "../src/configuration/settings.ts";
import { parseNetwork } from "../src/ip-network.ts";
import { createLog } from "../src/log.ts";
import { RedisSource } from "../src/sources/redis/source.ts";
import { bulk, startFakeRedis } from "./fake-redis.ts";
import type { FakeRedis, FakeRedisOptions } from "./fake-redis.ts";
import { redisSettings, usualLimits } from "./settings.ts";

/** Both are addresses of this machine, in different networks (/24). */
export const own = "127.0.0.1";
export const elsewhere = "127.1.2.3";
/**
 * A name that the agent does not parse as an address, and that resolves to `elsewhere` without a name server.
 */
export const elsewhereByName = "127.66051";
const login = { username: "agent", password: new Secret("sesame") };
/** The first requests to a node at which an agent of `FakeCluster` logs in. */
export const loggedIn = ["AUTH AGENT SESAME", "INFO"];

/** A node's address as a cluster announces it. */
interface Named {
  host: string;
  port: number;
}

/** How a cluster lists its primaries, in the answers of Redis 6 and Redis 7. */
const listings: Record<"CLUSTER NODES" | "CLUSTER SHARDS", (nodes: readonly Named[]) => string> = {
  "CLUSTER NODES": (nodes) =>
    bulk(
      nodes
        .map((node, at) => `${id(at)} ${node.host}:${node.port}@1 master - 0 0 1 c ${slots(at, nodes)}\n`)
        .join(""),
    ),
  "CLUSTER SHARDS": (nodes) =>
    `*${nodes.length}\r\n${nodes
      .map(({ host, port }, at) => {
        const texts = ["id", id(at), "endpoint", host, "role", "master", "port"].map(bulk).join("");
        const [first, last] = slots(at, nodes).split("-");
        return `*4\r\n${bulk("slots")}*2\r\n:${first}\r\n:${last}\r\n${bulk("nodes")}*1\r\n*8\r\n${texts}:${port}\r\n`;
      })
      .join("")}`,
};

const id = (at: number): string => String(at + 1).repeat(40);
function slots(at: number, { length }: readonly Named[]): string {
  const first = (place: number): number => Math.floor((place * 16_384) / length);
  return `${first(at)}-${first(at + 1) - 1}`;
}

type Listing = keyof typeof listings;

const memory = "# Memory\r\nused_memory:1000\r\nmaxmemory:4096\r\n";

/**
 * Nodes that accept every login and announce the addresses that the test sets, and the agents that read them.
 */
export class FakeCluster {
  readonly #stops: (() => void)[] = [];
  readonly #ports: number[] = [];

  /**
   * A node with 1000 bytes in use.
   * @param named its cluster's primaries at the time of the request; they have equal shares of the slots
   * @param listing the command that lists them; the node does not support the command of the other version
   */
  async node(
    options: FakeRedisOptions = {},
    named: () => readonly Named[] = () => [],
    listing: Listing = "CLUSTER NODES",
  ): Promise<FakeRedis> {
    const version = listing === "CLUSTER NODES" ? "6.2.0" : "7.2.0";
    const redis = await startFakeRedis((command) => {
      if (command.startsWith("AUTH")) return "+OK\r\n";
      if (command === "INFO") return bulk(`redis_version:${version}\r\nredis_mode:cluster\r\n${memory}`);
      return command === listing ? listings[listing](named()) : "-ERR unknown command\r\n";
    }, options);
    this.#stops.push(() => redis.stop());
    this.#ports.push(redis.port);
    return redis;
  }

  /**
   * An agent that is configured with 127.0.0.1 and this port, unless the settings override it. It may send its password to
   * the ports of all nodes.
   */
  agent(port: number, more: Partial<RedisSettings> = {}, user: Partial<typeof login> = login): RedisSource {
    const source = new RedisSource(
      redisSettings(port, { clusterPorts: [...this.#ports], ...user, ...more }),
      createLog("error", () => undefined),
      usualLimits,
    );
    this.#stops.push(() => source.close());
    return source;
  }

  stop(): void {
    for (const stop of this.#stops.splice(0)) stop();
    this.#ports.length = 0;
  }
}

/** The setting `clusterNetworks` with these networks. */
export function networks(...texts: string[]): Pick<RedisSettings, "clusterNetworks"> {
  return { clusterNetworks: texts.map(parseNetwork).filter((network) => typeof network !== "string") };
}
