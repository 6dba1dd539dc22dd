import { createCanaryReports } from "@shardwatch/core/adapters/aws/canary-reports";
import { createSqsQueue } from "@shardwatch/core/adapters/aws/sqs";
import { composeAws } from "../compose.ts";
import { readEnvironment, requireSettings } from "../environment.ts";
import { queueUrls } from "../queue-urls.ts";
import { everyMinute } from "./minute.ts";

const settings = readEnvironment(process.env);
requireSettings(settings, ["API_URL"]);
const canaryReports = createCanaryReports(settings.API_URL);
const services = composeAws(process.env, () => ({
  queue: createSqsQueue(queueUrls(settings)),
}));

/** The schedule calls it. */
export async function handler(): Promise<void> {
  await everyMinute(services, services.queue, canaryReports);
}
