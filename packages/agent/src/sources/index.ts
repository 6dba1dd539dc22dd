import type { Settings } from "../configuration/settings.ts";
import type { Log } from "../log.ts";
import type { Limits } from "./redis/connection.ts";
import { RedisSource } from "./redis/source.ts";
import type { Source } from "./source.ts";

/** One source for each configured deployment, in the file's order. */
export function createSources(settings: Settings, log: Log, limits?: Limits): Source[] {
  return settings.deployments.map((deployment) => new RedisSource(deployment, log, limits));
}
