import type { Services } from "@shardwatch/core/access/context";
import { type AwsOptions, createElastiCache } from "@shardwatch/core/adapters/elasticache";
import { createKmsVault } from "@shardwatch/core/adapters/kms-vault";
import { createRedisCloudApi } from "@shardwatch/core/adapters/redis-cloud";
import { createSqsQueue } from "@shardwatch/core/adapters/sqs";
import type { Environment } from "./environment.ts";

/**
 * The ports to other services that only some functions need. The bundles of the others do not include their
 * clients.
 */
export type ExternalPorts = Pick<Services, "queue" | "vault" | "redisCloud" | "elastiCache">;

/**
 * All external ports on AWS.
 * @param reader reads the customers' accounts, for functions that do
 */
export function externalPorts(settings: Environment, reader: Pick<AwsOptions, "reader"> = {}): ExternalPorts {
  return {
    queue: createSqsQueue(settings.QUEUE_URL),
    vault: createKmsVault(settings.VAULT_KEY_ID),
    redisCloud: createRedisCloudApi({ apiUrl: settings.REDIS_CLOUD_API_URL }),
    elastiCache: createElastiCache({ region: settings.AWS_REGION, ...reader }),
  };
}
