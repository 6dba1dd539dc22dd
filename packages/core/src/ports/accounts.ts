import type { IntegrationSource } from "../contract/source/source.ts";
import type { ElastiCacheApi } from "./elasticache.ts";
import type { RedisCloudApi } from "./redis-cloud.ts";

interface Apis {
  "redis-cloud": RedisCloudApi;
  elasticache: ElastiCacheApi;
}

/** The third parties whose accounts are read, by kind of source. A kind without its port does not compile. */
export type AccountApis = { [Source in IntegrationSource]: Apis[Source] };
