import { syncRedisCloud } from "@shardwatch/core/redis-cloud/reader";
import { readIntegrations } from "./read-integrations.ts";
import { onlyJobsOf } from "./worker.ts";

/** Reads Redis Cloud. No other worker may open the customers' keys. */
export const readRedisCloud = onlyJobsOf(
  "read-redis-cloud",
  readIntegrations({ "redis-cloud": syncRedisCloud }),
);
