import type { Services } from "@shardwatch/core/access/context";
import { type WorkerName, workerOf } from "@shardwatch/core/contract/workers";
import { deliver } from "./deliver.ts";
import { evaluate } from "./evaluate.ts";
import { housekeeping } from "./housekeeping.ts";
import { keepHistory } from "./keep-history.ts";
import { readElastiCache } from "./read-elasticache.ts";
import { readRedisCloud } from "./read-redis-cloud.ts";
import { doJob, type Perform } from "./worker.ts";

const workers: Readonly<Record<WorkerName, Perform>> = {
  "read-redis-cloud": readRedisCloud,
  "read-elasticache": readElastiCache,
  housekeeping,
  "keep-history": keepHistory,
  evaluate,
  deliver,
};

/** Does the job of a message in a process that is all workers. Returns whether it is done. */
export const work = (services: Services, message: string): Promise<boolean> =>
  doJob(services, message, (own, due) => workers[workerOf(due)](own, due));
