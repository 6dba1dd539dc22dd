import { syncRedisCloud } from "@shardwatch/core/redis-cloud/reader";
import { sealOneAnew } from "@shardwatch/core/seals";
import { onlyJobsOf, readIntegrations } from "./worker.ts";

const read = readIntegrations({ "redis-cloud": syncRedisCloud });

/** Reads Redis Cloud, and seals anew what a former release sealed. No other worker may open the customers' keys. */
export const readRedisCloud = onlyJobsOf("read-redis-cloud", async (services, due) =>
  due.kind === "sealAnew"
    ? await sealOneAnew(services, due.organizationId, due.id)
    : await read(services, due),
);
