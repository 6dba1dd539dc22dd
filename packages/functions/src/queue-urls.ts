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

/** The queues of all workers, for functions that queue jobs. Throws an error that names what is not set. */
export function queueUrls(settings: Environment): Record<WorkerName, string> {
  requireSettings(settings, Object.values(variables));
  const urlOf = (worker: WorkerName) => settings[variables[worker]];
  return {
    "read-redis-cloud": urlOf("read-redis-cloud"),
    "read-elasticache": urlOf("read-elasticache"),
    housekeeping: urlOf("housekeeping"),
    "keep-history": urlOf("keep-history"),
    evaluate: urlOf("evaluate"),
    deliver: urlOf("deliver"),
  };
}

/** The queue of one worker, for functions that queue jobs for no other. Throws as `queueUrls` does. */
export function queueUrlOf<W extends WorkerName>(settings: Environment, worker: W) {
  requireSettings(settings, [variables[worker]]);
  return { [worker]: settings[variables[worker]] };
}
