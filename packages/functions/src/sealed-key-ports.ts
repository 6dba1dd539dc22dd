import { createKmsVault } from "@shardwatch/core/adapters/kms-vault";
import { createRedisCloudApi } from "@shardwatch/core/adapters/redis-cloud";
import type { Environment } from "./environment.ts";
import type { ExternalPorts } from "./external-ports.ts";

type SealedKeyPorts = Pick<ExternalPorts, "vault" | "redisCloud">;

/**
 * The vault, and the third parties that are read with a key from it. The API tries a key and seals it; the
 * worker `read-redis-cloud` opens it, and seals anew what a former release sealed. The rights of each function say
 * whether it may seal or open, and what.
 */
export const sealedKeyPorts = (settings: Environment): SealedKeyPorts => ({
  vault: createKmsVault(settings.VAULT_KEY_ID),
  redisCloud: createRedisCloudApi({ apiUrl: settings.REDIS_CLOUD_API_URL }),
});
