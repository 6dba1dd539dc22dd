import type { SQSClient, SQSClientConfig } from "@aws-sdk/client-sqs";
import type { Job } from "../../contract/job.ts";
import { type WorkerName, workerOf } from "../../contract/workers.ts";
import type { Queue, SendOptions } from "../../ports/queue.ts";

/** The most messages that SQS accepts in one call. */
const mostAtOnce = 10;

/**
 * One queue in SQS for each worker, with one message per job. The client is loaded at the first job, because
 * most calls send none.
 * @param queueUrls of the workers that this function may send jobs to
 */
export function createSqsQueue(
  queueUrls: Readonly<Partial<Record<WorkerName, string>>>,
  config: SQSClientConfig = {},
): Queue {
  let loaded: Promise<{ sqs: typeof import("./clients.ts"); client: SQSClient }> | undefined;

  async function load() {
    const sqs = await import("./clients.ts");
    const client = new sqs.SQSClient({
      maxAttempts: 3,
      requestHandler: { connectionTimeout: 1_000, requestTimeout: 3_000, throwOnRequestTimeout: true },
      ...config,
    });
    return { sqs, client };
  }

  async function sendTo(
    worker: WorkerName,
    jobs: readonly Job[],
    { delaySeconds }: SendOptions,
  ): Promise<void> {
    const QueueUrl = queueUrls[worker];
    if (QueueUrl === undefined) throw new Error(`this function sends no jobs to ${worker}`);
    const { sqs, client } = await (loaded ??= load());
    for (let start = 0; start < jobs.length; start += mostAtOnce) {
      const entries = jobs.slice(start, start + mostAtOnce).map((job, index) => ({
        Id: String(index),
        MessageBody: JSON.stringify(job),
        ...(delaySeconds !== undefined && { DelaySeconds: delaySeconds }),
      }));
      const { Failed = [] } = await client.send(
        new sqs.SendMessageBatchCommand({ QueueUrl, Entries: entries }),
      );
      const [first] = Failed;
      // The call succeeds even if SQS refuses some of its messages.
      if (first)
        throw new Error(
          `SQS refused ${Failed.length} of ${entries.length} messages for ${worker}: ${first.Code}`,
        );
    }
  }

  return {
    async send(jobs, options = {}) {
      const ofWorkers = [...Map.groupBy(jobs, workerOf)];
      // A queue that refuses messages does not keep the others from theirs.
      const sent = await Promise.allSettled(ofWorkers.map(([worker, own]) => sendTo(worker, own, options)));
      for (const one of sent) if (one.status === "rejected") throw one.reason;
    },
  };
}
