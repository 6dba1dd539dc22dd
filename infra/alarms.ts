import { apiId, functions } from "./api.ts";

const { ALARM_EMAIL: endpoint } = process.env;

/** Where alarms go; who else wants to hear them subscribes to it. */
const topic = new aws.sns.Topic("Alarms");
export const subscription =
  endpoint && new aws.sns.TopicSubscription("AlarmEmail", { topic: topic.arn, protocol: "email", endpoint });

type Metric = Pick<aws.cloudwatch.MetricAlarmArgs, "namespace" | "metricName" | "dimensions" | "statistic">;

/** Rings when the metric is at the threshold or above it in two of three periods of five minutes. */
const alarm = (name: string, alarmDescription: string, metric: Metric, threshold: number) =>
  new aws.cloudwatch.MetricAlarm(name, {
    alarmDescription,
    ...metric,
    period: 300,
    evaluationPeriods: 3,
    datapointsToAlarm: 2,
    comparisonOperator: "GreaterThanOrEqualToThreshold",
    threshold,
    treatMissingData: "notBreaching",
    alarmActions: [topic.arn],
    okActions: [topic.arn],
  });

export const gatewayErrors = alarm(
  "GatewayErrors",
  "The API answers with errors of its own; the log lines of level error say which",
  { namespace: "AWS/ApiGateway", metricName: "5xx", dimensions: { ApiId: apiId }, statistic: "Sum" },
  5,
);

export const functionAlarms = Object.entries(functions).flatMap(([name, FunctionName]) => {
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
