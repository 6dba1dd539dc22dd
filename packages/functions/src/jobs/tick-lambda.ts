import { createSqsQueue } from "@shardwatch/core/adapters/aws/sqs";
import { composeAws } from "../compose.ts";
import { queueUrls } from "../queue-urls.ts";
import { tick } from "./tick.ts";

const services = composeAws(process.env, (settings) => ({
  queue: createSqsQueue(queueUrls(settings)),
}));

/** The schedule calls it. */
export async function handler(): Promise<void> {
  await tick(services, services.queue);
}
