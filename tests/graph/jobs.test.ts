import { expect, test } from "vitest";
import { evaluated, functionsOf, resourceOf, resourcesOf } from "./graph.ts";

const { production } = evaluated;
const queueType = "aws:sqs/queue:Queue";
const twoWeeks = 1_209_600; // seconds

/** The dead letters of each queue, and the function that takes its jobs. */
const queues: Record<string, { deadLetters: string; worker: string }> = {
  ReadRedisCloudJobsQueue: { deadLetters: "ReadRedisCloudDeadLettersQueue", worker: "read-redis-cloud" },
  ReadElastiCacheJobsQueue: { deadLetters: "ReadElastiCacheDeadLettersQueue", worker: "read-elasticache" },
  HousekeepingJobsQueue: { deadLetters: "HousekeepingDeadLettersQueue", worker: "housekeeping" },
  KeepHistoryJobsQueue: { deadLetters: "KeepHistoryDeadLettersQueue", worker: "keep-history" },
  EvaluateJobsQueue: { deadLetters: "EvaluateDeadLettersQueue", worker: "evaluate" },
  DeliverJobsQueue: { deadLetters: "DeliverDeadLettersQueue", worker: "deliver" },
};

/** Jobs that each have a call of their own, because one of them can hang, or take much memory. */
const alone = new Set(["DeliverJobsQueue", "KeepHistoryJobsQueue"]);

const arnOf = (queue: string) => `arn:aws:sqs:eu-central-1:123456789012:${queue}`;

test("every queue has a worker, and dead letters that stay for two weeks", () => {
  const deadLetters = Object.values(queues).map((queue) => queue.deadLetters);
  const all = resourcesOf(production, queueType).map(({ name }) => name);
  expect(all.toSorted()).toEqual([...Object.keys(queues), ...deadLetters].toSorted());
  for (const name of deadLetters)
    expect(resourceOf(production, queueType, name).inputs["messageRetentionSeconds"]).toBe(twoWeeks);
});

test.each(Object.entries(queues))(
  "a job of %s that fails again and again goes to the dead letters, and none is delivered again while its worker may still be at it",
  (name, { deadLetters, worker }) => {
    const { redrivePolicy, visibilityTimeoutSeconds } = resourceOf(production, queueType, name).inputs;
    expect(JSON.parse(String(redrivePolicy))).toEqual({
      deadLetterTargetArn: arnOf(deadLetters),
      maxReceiveCount: 5,
    });
    const { [worker]: taker } = functionsOf(production);
    // AWS advises six times the function's own limit.
    expect(visibilityTimeoutSeconds).toBeGreaterThanOrEqual(6 * Number(taker?.inputs["timeout"]));
    const mapping = resourcesOf(production, "aws:lambda/eventSourceMapping:EventSourceMapping").find(
      (each) => each.inputs["eventSourceArn"] === arnOf(name),
    );
    expect(mapping?.inputs).toMatchObject({
      functionName: `arn:aws:lambda:eu-central-1:123456789012:function:${taker?.name}`,
      batchSize: alone.has(name) ? 1 : 5,
      functionResponseTypes: ["ReportBatchItemFailures"],
    });
  },
);

test("R14 the jobs of a tick take no more than their share of the account's concurrency, and history the least", () => {
  for (const { inputs } of resourcesOf(production, "aws:lambda/eventSourceMapping:EventSourceMapping")) {
    const own = { [arnOf("KeepHistoryJobsQueue")]: 5, [arnOf("DeliverJobsQueue")]: 50 };
    const most = own[String(inputs["eventSourceArn"])] ?? 20;
    expect(inputs["scalingConfig"]).toEqual({ maximumConcurrency: most });
  }
});
