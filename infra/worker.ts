import type { WorkerName } from "../packages/core/src/contract/workers.ts";
import { jobConcurrency } from "./concurrency.ts";
import { lambda, type Permissions } from "./lambda.ts";
import { tableActions, tableArn } from "./table.ts";

const onTable = { actions: [...tableActions, "dynamodb:ConditionCheckItem"], resources: [tableArn] };

/**
 * A worker with its queue and its dead letters.
 * @param resources the name of its resources in AWS
 * @param permissions what it needs besides the table
 * @param scalingConfig how many calls its queue makes at a time
 */
export function worker(
  resources: string,
  name: WorkerName,
  permissions: Permissions = [],
  variables: Parameters<typeof lambda>[2] = {},
  scalingConfig = jobConcurrency,
) {
  // Jobs that failed again and again: an alarm rings, and they stay for two weeks.
  const deadLetters = new sst.aws.Queue(`${resources}DeadLetters`, {
    transform: { queue: { messageRetentionSeconds: 1_209_600 } },
  });
  // What is not done within a quarter of an hour is due again anyway.
  const queue = new sst.aws.Queue(`${resources}Jobs`, {
    visibilityTimeout: "6 minutes",
    dlq: { queue: deadLetters.arn, retry: 5 },
  });
  const subscriber = queue.subscribe(
    { ...lambda(name, [onTable, ...permissions], variables), timeout: "60 seconds" },
    { batch: { size: 5, partialResponses: true }, transform: { eventSourceMapping: { scalingConfig } } },
  );
  const { name: functionName, arn: functionArn } = subscriber.nodes.function;
  return { resources, queue, deadLetters, functionName, functionArn };
}
