import { createKmsVault } from "@shardwatch/core/adapters/kms-vault";
import { createRedisCloudApi } from "@shardwatch/core/adapters/redis-cloud";
import { composeAws } from "../compose.ts";
import { noExternalPorts } from "../external-ports.ts";
import { doJobs, queueEvent } from "./queue-event.ts";
import { readRedisCloud } from "./read-redis-cloud.ts";

const services = composeAws(process.env, (settings) => ({
  ...noExternalPorts(),
  vault: createKmsVault(settings.VAULT_KEY_ID),
  redisCloud: createRedisCloudApi({ apiUrl: settings.REDIS_CLOUD_API_URL }),
}));

/** Its queue calls it. */
export const handler = (event: unknown) => doJobs(services, queueEvent.parse(event), readRedisCloud);
