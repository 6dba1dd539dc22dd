import { syncElastiCache } from "@shardwatch/core/elasticache/reader";
import { onlyJobsOf, readIntegrations } from "./worker.ts";

/** Reads AWS accounts. No other worker may assume the customers' roles. */
export const readElastiCache = onlyJobsOf(
  "read-elasticache",
  readIntegrations({ elasticache: syncElastiCache }),
);
