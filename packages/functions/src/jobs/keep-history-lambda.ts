import { createSqsQueue } from "@shardwatch/core/adapters/aws/sqs";
import { composeAws } from "../compose.ts";
import { queueUrlOf } from "../queue-urls.ts";
import { keepHistory } from "./keep-history.ts";
import { doJobs, queueEvent } from "./worker.ts";

const services = composeAws(process.env, (settings) => ({
  queue: createSqsQueue(queueUrlOf(settings, "read-redis-cloud")),
}));

/** Its queue calls it. */
export const handler = (event: unknown) => doJobs(services, queueEvent.parse(event), keepHistory);
