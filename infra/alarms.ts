import { alarm, type Metric } from "./alarm.ts";
import { apiId, functions } from "./api.ts";
import { schedule, workers } from "./jobs.ts";
import { minuteSchedule } from "./minute.ts";

export const gatewayErrors = alarm(
  "GatewayErrors",
  "The API answers with errors of its own; the log lines of level error say which",
  { namespace: "AWS/ApiGateway", metricName: "5xx", dimensions: { ApiId: apiId }, statistic: "Sum" },
  5,
);

const tickName = schedule.nodes.function.name;
const minuteName = minuteSchedule.nodes.function.name;
const everyWorker = Object.values(workers);
const everyFunction = {
  ...functions,
  ...Object.fromEntries(everyWorker.map(({ resources, functionName }) => [resources, functionName])),
  Tick: tickName,
  Minute: minuteName,
};

export const functionAlarms = Object.entries(everyFunction).flatMap(([name, FunctionName]) => {
  const lambda = { namespace: "AWS/Lambda", dimensions: { FunctionName }, statistic: "Sum" } as const;
  return [
    alarm(`${name}Errors`, "The function ended without an answer", { ...lambda, metricName: "Errors" }, 1),
    alarm(
      `${name}Throttles`,
      "More calls than the account allows",
      { ...lambda, metricName: "Throttles" },
      1,
    ),
  ];
});

const queueMetric = (queue: sst.aws.Queue, metricName: string): Metric => ({
  namespace: "AWS/SQS",
  metricName,
  dimensions: { QueueName: queue.nodes.queue.name },
  statistic: "Maximum",
});

export const queueAlarms = everyWorker.flatMap(({ resources, queue, deadLetters }) => [
  alarm(
    `${resources}DeadLettersWaiting`,
    "A job failed again and again; its message says which",
    queueMetric(deadLetters, "ApproximateNumberOfMessagesVisible"),
    1,
    { evaluationPeriods: 1, datapointsToAlarm: 1 },
  ),
  alarm(
    `${resources}JobsWaiting`,
    "The oldest job has waited for a quarter of an hour: the worker does not keep up",
    queueMetric(queue, "ApproximateAgeOfOldestMessage"),
    900,
  ),
]);

const stopped = (name: string, what: string, FunctionName: $util.Input<string>) =>
  alarm(
    name,
    what,
    { namespace: "AWS/Lambda", metricName: "Invocations", dimensions: { FunctionName }, statistic: "Sum" },
    1,
    { comparisonOperator: "LessThanThreshold", datapointsToAlarm: 3, treatMissingData: "breaching" },
  );

export const scheduleAlarms = [
  stopped("ScheduleStopped", "The schedule did not run for a quarter of an hour", tickName),
  stopped("MinuteStopped", "Nobody looked for incidents for a quarter of an hour", minuteName),
];
