import type { WorkerName } from "@shardwatch/core/contract/workers";
import { type Environment, requireSettings } from "./environment.ts";

const variables = {
  "read-redis-cloud": "READ_REDIS_CLOUD_QUEUE_URL",
  "read-elasticache": "READ_ELASTICACHE_QUEUE_URL",
  housekeeping: "HOUSEKEEPING_QUEUE_URL",
  "keep-history": "KEEP_HISTORY_QUEUE_URL",
  evaluate: "EVALUATE_QUEUE_URL",
  deliver: "DELIVER_QUEUE_URL",
} as const satisfies Record<WorkerName, keyof Environment>;

/** The queue of one worker, for functions that queue jobs for no other. Throws as `queueUrls` does. */
export function queueUrlOf<W extends WorkerName>(settings: Environment, worker: W): Record<W, string> {
  requireSettings(settings, [variables[worker]]);
  return { [worker]: settings[variables[worker]] } as Record<W, string>;
}

/** The queues of all workers, for functions that queue jobs. Throws an error that names what is not set. */
export function queueUrls(settings: Environment): Record<WorkerName, string> {
  requireSettings(settings, Object.values(variables));
  const urls = Object.entries(variables).map(([worker, name]) => [worker, settings[name]] as const);
  return Object.fromEntries(urls) as Record<WorkerName, string>;
}
