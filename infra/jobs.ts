import type { WorkerName } from "../packages/core/src/contract/workers.ts";
import { assuming } from "./assuming.ts";
import { deliverConcurrency, historyConcurrency } from "./concurrency.ts";
import { lambda } from "./lambda.ts";
import { mailFrom, mailing } from "./mail.ts";
import { awsAccountId } from "./settings.ts";
import { indexArn, tableActions } from "./table.ts";
import { openingAccounts, openingChannels, sealingAnew, vaultKeyArn } from "./vault.ts";
import { worker } from "./worker.ts";

/** Work on history reads no rows by their keys in batches. It checks that an organization exists that gets an outlook. */
const ofHistory = [
  ...tableActions.filter((action) => action !== "dynamodb:BatchGetItem"),
  "dynamodb:ConditionCheckItem",
];

const housekeeping = worker("Housekeeping", "housekeeping");

/** It opens the customers' keys, and seals anew what a former release sealed. */
const readRedisCloud = worker("ReadRedisCloud", "read-redis-cloud", {
  permissions: [openingAccounts, sealingAnew],
  variables: { VAULT_KEY_ID: vaultKeyArn },
});

/** For workers that come across what a former release sealed, and may not open it. */
const queueingSeals = { actions: ["sqs:SendMessage"], resources: [readRedisCloud.queue.arn] };
const sealQueue = { READ_REDIS_CLOUD_QUEUE_URL: readRedisCloud.queue.url };

/**
 * It calls addresses that customers chose, so it has the least rights. It opens channels and no keys, assumes no role,
 * and reads no index. Beside its own queue it knows the one of the worker that seals channels anew.
 */
const deliver = worker("Deliver", "deliver", {
  permissions: [openingChannels, queueingSeals, ...mailing],
  actions: tableActions.filter((action) => action !== "dynamodb:DeleteItem"),
  variables: {
    VAULT_KEY_ID: vaultKeyArn,
    ...sealQueue,
    ...(mailFrom !== undefined && { MAIL_FROM: mailFrom }),
  },
  ownQueue: "DELIVER_QUEUE_URL",
  scalingConfig: deliverConcurrency,
  // One message whose receiver hangs must not keep four others in its call.
  batchSize: 1,
});

/** Only one worker may open the customers' keys, only another may assume their roles, and a third one calls their webhooks. */
export const workers = {
  "read-redis-cloud": readRedisCloud,
  "read-elasticache": worker("ReadElastiCache", "read-elasticache", { permissions: assuming }),
  housekeeping,
  "keep-history": worker("KeepHistory", "keep-history", {
    permissions: [queueingSeals],
    variables: sealQueue,
    actions: ofHistory,
    scalingConfig: historyConcurrency,
    // The past of one organization must take neither the time nor the memory of another's.
    batchSize: 1,
  }),
  deliver,
  // What a pass has to say goes out at once.
  evaluate: worker("Evaluate", "evaluate", {
    permissions: [{ actions: ["sqs:SendMessage"], resources: [housekeeping.queue.arn, deliver.queue.arn] }],
    variables: {
      HOUSEKEEPING_QUEUE_URL: housekeeping.queue.url,
      DELIVER_QUEUE_URL: deliver.queue.url,
    },
  }),
} satisfies Record<WorkerName, ReturnType<typeof worker>>;

/** For functions that queue jobs. */
export const queueUrls = {
  READ_REDIS_CLOUD_QUEUE_URL: workers["read-redis-cloud"].queue.url,
  READ_ELASTICACHE_QUEUE_URL: workers["read-elasticache"].queue.url,
  HOUSEKEEPING_QUEUE_URL: workers.housekeeping.queue.url,
  KEEP_HISTORY_QUEUE_URL: workers["keep-history"].queue.url,
  EVALUATE_QUEUE_URL: workers.evaluate.queue.url,
  DELIVER_QUEUE_URL: workers.deliver.queue.url,
};

export const sendingTo = (...names: WorkerName[]) => ({
  actions: ["sqs:SendMessage"],
  resources: names.map((name) => workers[name].queue.arn),
});

const { functionName, functionArn } = workers["read-elasticache"];

/** For the API, which has roles tried, but may not assume them. */
export const trialFunction = { ROLE_TRIAL_FUNCTION: functionName };
export const tryingRoles =
  awsAccountId === undefined ? [] : [{ actions: ["lambda:InvokeFunction"], resources: [functionArn] }];

export const schedule = new sst.aws.CronV2("Tick", {
  schedule: "rate(5 minutes)",
  function: lambda(
    "tick",
    [
      { actions: ["dynamodb:Query"], resources: [indexArn] },
      sendingTo("read-redis-cloud", "read-elasticache", "housekeeping", "keep-history"),
    ],
    queueUrls,
  ),
});
