import { readerOf } from "@shardwatch/core/adapters/elasticache-reader";
import { composeAws } from "../compose.ts";
import { externalPorts } from "../external-ports.ts";
import { work } from "./work.ts";

const services = composeAws(process.env, (settings) => externalPorts(settings, { reader: readerOf }));

/** What we read of an event of SQS: https://docs.aws.amazon.com/lambda/latest/dg/with-sqs.html */
interface QueueEvent {
  Records: { messageId: string; body: string }[];
}

/** Behind the queue: what is named as failed is delivered again, and the rest is not. */
export async function handler({ Records }: QueueEvent) {
  const done = await Promise.all(Records.map(({ body }) => work(services, body)));
  return {
    batchItemFailures: Records.filter((_, index) => !done[index]).map(({ messageId }) => ({
      itemIdentifier: messageId,
    })),
  };
}
