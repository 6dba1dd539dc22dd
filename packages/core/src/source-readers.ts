import type { Services } from "./access/context.ts";
import { elastiCacheReader } from "./elasticache/reader.ts";
import type { SyncJob } from "./integration/due.ts";
import type { IntegrationSource } from "./contract/source.ts";
import { type Sync, syncOf } from "./integration/sync.ts";
import { redisCloudReader } from "./redis-cloud/reader.ts";

/**
 * How each kind of integration is read. It is separate from `sources.ts`, so that the API's bundle does not
 * include the worker's code.
 */
const syncs: Readonly<Record<IntegrationSource, Sync>> = {
  "redis-cloud": syncOf(redisCloudReader),
  elasticache: syncOf(elastiCacheReader),
};

/** Reads the connected account that a job names. Rejects when the job must be retried. */
export const syncIntegration = (
  services: Services,
  { source, organizationId, integrationId }: Omit<SyncJob, "kind">,
): Promise<void> => syncs[source](services, organizationId, integrationId);
