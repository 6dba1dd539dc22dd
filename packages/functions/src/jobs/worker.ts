import type { Services } from "@shardwatch/core/access/context";
import { job, type Job } from "@shardwatch/core/contract/job";
import { isJobOf, type JobOf, type WorkerName, workerOf } from "@shardwatch/core/contract/workers";
import type { SyncJob } from "@shardwatch/core/integration/due";
import type { Sync } from "@shardwatch/core/integration/sync";
import * as z from "zod";

/** Does one job. Rejects when it must be retried. */
export type Perform<J extends Job = Job> = (services: Services, due: J) => Promise<void>;

/** How a worker does its jobs. It refuses those of other workers: it has no right to what they need. */
export function onlyJobsOf<W extends WorkerName>(worker: W, perform: Perform<Job & JobOf<W>>): Perform {
  return async (services, due) => {
    if (!isJobOf(due, worker)) throw new Error(`a job of ${workerOf(due)} came to ${worker}`);
    await perform(services, due);
  };
}

/** Reads the connected account that a job names. A source of the worker without its sync does not compile. */
export const readIntegrations =
  <S extends SyncJob["source"]>(syncs: Readonly<Record<S, Sync>>): Perform<SyncJob & { source: S }> =>
  (services, { source, organizationId, integrationId, awaited }) =>
    syncs[source](services, organizationId, integrationId, awaited);

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

/** The fields that we read of an SQS event: https://docs.aws.amazon.com/lambda/latest/dg/with-sqs.html */
export const queueEvent = z.object({
  Records: z.array(z.object({ messageId: z.string(), body: z.string() })),
});
type QueueEvent = z.infer<typeof queueEvent>;

/** Does all jobs of an event. SQS delivers only the messages again that the answer names as failed. */
export async function doJobs(services: Services, { Records }: QueueEvent, perform: Perform) {
  const done = await Promise.all(Records.map(({ body }) => doJob(services, body, perform)));
  return {
    batchItemFailures: Records.filter((_, index) => !done[index]).map(({ messageId }) => ({
      itemIdentifier: messageId,
    })),
  };
}
