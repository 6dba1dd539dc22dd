import type { Services } from "@shardwatch/core/access/context";
import * as z from "zod";
import { doJob, type Perform } from "./worker.ts";

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
