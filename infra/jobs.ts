import { assuming } from "./assuming.ts";
import { lambda } from "./lambda.ts";
import { indexArn, tableActions, tableArn } from "./table.ts";
import { opening, vaultKeyArn } from "./vault.ts";

/** Jobs that failed again and again: an alarm rings, and they stay for two weeks. */
export const deadLetters = new sst.aws.Queue("DeadLetters", {
  transform: { queue: { messageRetentionSeconds: 1_209_600 } },
});

/** What waits for the worker. What is not done within a quarter of an hour is due again anyway. */
export const jobs = new sst.aws.Queue("Jobs", {
  visibilityTimeout: "6 minutes",
  dlq: { queue: deadLetters.arn, retry: 5 },
});

const onTable = { actions: [...tableActions, "dynamodb:ConditionCheckItem"], resources: [tableArn] };
const onIndex = { actions: ["dynamodb:Query"], resources: [indexArn] };

export const worker = jobs.subscribe(
  {
    ...lambda("work", [onTable, onIndex, opening, ...assuming], { VAULT_KEY_ID: vaultKeyArn }),
    timeout: "60 seconds",
  },
  { batch: { size: 5, partialResponses: true } },
);

export const queueUrl = jobs.url;
export const sending = { actions: ["sqs:SendMessage"], resources: [jobs.arn] };

export const schedule = new sst.aws.CronV2("Tick", {
  schedule: "rate(5 minutes)",
  function: lambda("tick", [onIndex, sending], { QUEUE_URL: queueUrl }),
});
