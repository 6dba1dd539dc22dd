import type { WorkerName } from "../packages/core/src/contract/workers.ts";
import { jobConcurrency } from "./concurrency.ts";
import { lambda, type Permissions } from "./lambda.ts";
import { tableActions, tableArn } from "./table.ts";

const actionsOnTable = [...tableActions, "dynamodb:ConditionCheckItem"];

interface Needs {
  /** What it may do beside the table. */
  permissions?: Permissions;
  variables?: Parameters<typeof lambda>[2];
  /** What it may do with the rows of the table. */
  actions?: readonly string[];
  /** The variable with the address of its own queue, for a worker that queues jobs for itself. */
  ownQueue?: string;
  /** How many calls its queue makes at a time. */
  scalingConfig?: typeof jobConcurrency;
  /** How many jobs a call gets. It lasts until the last one is done. */
  batchSize?: number;
}

const sending = (queue: sst.aws.Queue) => ({ actions: ["sqs:SendMessage"], resources: [queue.arn] });

/**
 * A worker with its queue and its dead letters.
 * @param resources the name of its resources in AWS
 */
export function worker(
  resources: string,
  name: WorkerName,
  {
    permissions = [],
    variables = {},
    actions = actionsOnTable,
    ownQueue,
    scalingConfig,
    batchSize = 5,
  }: Needs = {},
) {
  const onTable = { actions: [...actions], resources: [tableArn] };
  // Jobs that failed again and again: an alarm rings, and they stay for two weeks.
  const deadLetters = new sst.aws.Queue(`${resources}DeadLetters`, {
    transform: { queue: { messageRetentionSeconds: 1_209_600 } },
  });
  // What is not done within a quarter of an hour is due again anyway.
  const queue = new sst.aws.Queue(`${resources}Jobs`, {
    visibilityTimeout: "6 minutes",
    dlq: { queue: deadLetters.arn, retry: 5 },
  });
  const rights = [onTable, ...permissions, ...(ownQueue ? [sending(queue)] : [])];
  const settings = { ...variables, ...(ownQueue && { [ownQueue]: queue.url }) };
  const subscriber = queue.subscribe(
    { ...lambda(name, rights, settings), timeout: "60 seconds" },
    {
      batch: { size: batchSize, partialResponses: true },
      transform: { eventSourceMapping: { scalingConfig: scalingConfig ?? jobConcurrency } },
    },
  );
  const { name: functionName, arn: functionArn } = subscriber.nodes.function;
  return { resources, queue, deadLetters, functionName, functionArn };
}
