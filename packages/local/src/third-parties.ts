import type { IntegrationSource } from "@shardwatch/core/contract/source/source";
import type { Hono } from "hono";
import { createLocalAws } from "./simulators/aws/local.ts";
import type { Mailbox } from "./simulators/mailbox.ts";
import { createRedisCloudSimulator, type RedisCloudOptions } from "./simulators/redis-cloud/app.ts";

interface SimulatorOptions {
  /** The folder that keeps what people did there over a restart; in memory without it. */
  folder: string | undefined;
  /** The Redis Cloud account that a pair of keys opens. */
  accountOf: RedisCloudOptions["accountOf"];
  /** Takes the mails. */
  mailbox: Mailbox;
}

interface Simulator {
  path: `/${string}`;
  app: Hono;
  /** The limit of its requests, in bytes, where it is not that of the provider's. */
  longestBody?: number;
}

/** Their simulators, each with its path at the server of the provider's. */
export const thirdPartySimulators = ({
  folder,
  accountOf,
  mailbox,
}: SimulatorOptions): Record<IntegrationSource, Simulator> => ({
  "redis-cloud": { path: "/redis-cloud", app: createRedisCloudSimulator({ accountOf }) },
  // A question for the memory of many caches is long.
  elasticache: { path: "/aws", app: createLocalAws(folder, mailbox), longestBody: 1_048_576 },
});
