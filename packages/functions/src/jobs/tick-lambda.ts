import { createSqsQueue } from "@shardwatch/core/adapters/sqs";
import { composeAws } from "../compose.ts";
import { noExternalPorts } from "../no-external-ports.ts";
import { tick } from "./tick.ts";

const { QUEUE_URL } = process.env;
if (!QUEUE_URL) throw new Error("The configuration is wrong.\n  QUEUE_URL: is not set");
const services = composeAws(process.env, () => ({ ...noExternalPorts(), queue: createSqsQueue(QUEUE_URL) }));

/** The schedule calls it. */
export async function handler(): Promise<void> {
  await tick(services, services.queue);
}
