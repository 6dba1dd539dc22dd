import type { Settings } from "../configuration/settings.ts";
import type { Log } from "../log.ts";
import { EnterpriseSource } from "./enterprise/source.ts";
import type { Claims } from "./enterprise/source.ts";
import type { Limits } from "./redis/connection/connection.ts";
import { RedisSource } from "./redis/source.ts";
import type { Source } from "./source.ts";

/** One source for each configured deployment, in the file's order. */
export function createSources(settings: Settings, log: Log, limits?: Limits): Source[] {
  const claims: Claims = new Map();
  return settings.deployments.map((deployment) =>
    deployment.type === "enterprise"
      ? new EnterpriseSource(deployment, log, claims)
      : new RedisSource(deployment, log, limits),
  );
}
