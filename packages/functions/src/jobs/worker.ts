import type { Services } from "@shardwatch/core/access/context";
import { job, type Job } from "@shardwatch/core/contract/job";
import { isJobOf, type JobOf, type WorkerName, workerOf } from "@shardwatch/core/contract/workers";

/** Does one job. Rejects when it must be retried. */
export type Perform<J extends Job = Job> = (services: Services, due: J) => Promise<void>;

/** How a worker does its jobs. It refuses those of other workers: it has no right to what they need. */
export function onlyJobsOf<W extends WorkerName>(worker: W, perform: Perform<Job & JobOf<W>>): Perform {
  return async (services, due) => {
    if (!isJobOf(due, worker)) throw new Error(`a job of ${workerOf(due)} came to ${worker}`);
    await perform(services, due);
  };
}

/**
 * Does the job of a message. Returns whether it is done. A failure is logged, and the message is retried. A
 * message that this worker cannot read or do is logged, and ends in the dead-letter queue.
 */
export async function doJob(services: Services, message: string, perform: Perform): Promise<boolean> {
  const log = services.log;
  try {
    const read = job.parse(JSON.parse(message));
    await perform(services, read);
    log.info("job done", read);
    return true;
  } catch (error) {
    log.error("job failed", { error });
    return false;
  }
}
