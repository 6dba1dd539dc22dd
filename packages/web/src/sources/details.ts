import type { DeploymentSource } from "@shardwatch/core/contract/source";
import { details as agent } from "./agent/details.ts";
import { details as elastiCache } from "./elasticache/details.ts";
import { details as redisCloud } from "./redis-cloud/details.ts";
import type { SourceDetails } from "./source.ts";

/** What the pages of a deployment and the setup show of each kind. A kind that is missing here does not compile. */
export const sourceDetails: Readonly<Record<DeploymentSource, SourceDetails>> = {
  agent,
  "redis-cloud": redisCloud,
  elasticache: elastiCache,
};
