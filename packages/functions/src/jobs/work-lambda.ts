import { readerOf } from "@shardwatch/core/adapters/elasticache-reader";
import { composeAws } from "../compose.ts";
import { externalPorts } from "../external-ports.ts";
import { work } from "./work.ts";

const services = composeAws(process.env, (settings) => externalPorts(settings, { reader: readerOf }));

/** The fields that we read of an SQS event: https://docs.aws.amazon.com/lambda/latest/dg/with-sqs.html */
interface QueueEvent {
  Records: { messageId: string; body: string }[];
}

/** The queue calls it. SQS delivers only the messages again that the answer names as failed. */
export async function handler({ Records }: QueueEvent) {
  const done = await Promise.all(Records.map(({ body }) => work(services, body)));
  return {
    batchItemFailures: Records.filter((_, index) => !done[index]).map(({ messageId }) => ({
      itemIdentifier: messageId,
    })),
  };
}
