import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./evaluate/platform.ts";
import { evaluated, functionsOf, resourceOf, resourcesOf } from "./graph.ts";

const { production, preview } = evaluated;

interface Alarm {
  namespace?: string;
  metricName?: string;
  dimensions?: Record<string, string>;
  metricQueries?: { metric?: { metricName: string; dimensions: Record<string, string> } }[];
  threshold: number;
  region?: string;
  comparisonOperator: string;
  treatMissingData: string;
  alarmActions: string[];
  okActions: string[];
}
const alarms = resourcesOf(production, "aws:cloudwatch/metricAlarm:MetricAlarm").map(
  ({ inputs }) => inputs as unknown as Alarm,
);

/** The one alarm of a metric of one thing. */
function alarmOf(metric: string, ...things: readonly string[]): Alarm | undefined {
  const found = alarms.filter(
    ({ metricName, dimensions = {} }) =>
      metricName === metric && things.every((thing) => Object.values(dimensions).includes(thing)),
  );
  const exact = found.filter(({ dimensions = {} }) => Object.keys(dimensions).length === things.length);
  return exact.length === 1 ? exact[0] : undefined;
}

test("OPS15 alarms ring for errors of the API and of every function, for dead letters, for jobs that wait too long, and for schedules that do not run", () => {
  const rising = { comparisonOperator: "GreaterThanOrEqualToThreshold", treatMissingData: "notBreaching" };
  expect(alarmOf("5xx", "ApiApi")).toMatchObject({ ...rising, threshold: 5 });
  const functions = functionsOf(production);
  for (const { name } of Object.values(functions)) {
    expect(alarmOf("Errors", name), name).toMatchObject({ ...rising, threshold: 1 });
    expect(alarmOf("Throttles", name), name).toMatchObject({ ...rising, threshold: 1 });
  }
  for (const { name, inputs } of resourcesOf(production, "aws:sqs/queue:Queue")) {
    const [metric, threshold] = inputs["redrivePolicy"]
      ? ["ApproximateAgeOfOldestMessage", 900]
      : ["ApproximateNumberOfMessagesVisible", 1];
    expect(alarmOf(metric, name), name).toMatchObject({ ...rising, threshold });
  }
  for (const name of ["tick", "minute"])
    expect(alarmOf("Invocations", functions[name]?.name ?? "")).toMatchObject({
      comparisonOperator: "LessThanThreshold",
      threshold: 1,
      treatMissingData: "breaching",
    });
});

test("OPS15 alarms ring for a table that throttles or fails, for errors of CloudFront, for a slow API, and for callers who are refused in numbers", () => {
  for (const metric of ["ReadThrottleEvents", "WriteThrottleEvents"]) {
    expect(alarmOf(metric, "TableTable")).toMatchObject({ threshold: 100 });
    expect(alarmOf(metric, "TableTable", "gsi1")).toMatchObject({ threshold: 100 });
  }
  const queries = alarms.flatMap(({ metricQueries = [] }) =>
    metricQueries.flatMap(({ metric }) => metric ?? []),
  );
  expect(
    queries.map(({ metricName, dimensions }) => [
      metricName,
      dimensions["TableName"],
      dimensions["Operation"],
    ]),
  ).toEqual(
    ["GetItem", "BatchGetItem", "PutItem", "UpdateItem", "DeleteItem", "Query", "TransactWriteItems"].map(
      (operation) => ["SystemErrors", "TableTable", operation],
    ),
  );
  expect(alarmOf("5xxErrorRate", "WebCdnDistribution", "Global")).toMatchObject({
    threshold: 5,
    region: "us-east-1",
  });
  expect(alarmOf("Duration", functionsOf(production)["api"]?.name ?? "")).toMatchObject({
    extendedStatistic: "p95",
    threshold: 3_000,
  });
  expect(alarmOf("4xx", "ApiApi")).toMatchObject({ threshold: 10_000 });
});

test("OPS15 every alarm tells a topic of its own region, and the end of it too; both topics mail ALARM_EMAIL", () => {
  const arnOf = (topic: string) => `arn:aws:sns:eu-central-1:123456789012:${topic}`;
  for (const { alarmActions, okActions, region } of alarms) {
    const topic = [arnOf(region === "us-east-1" ? "GlobalAlarms" : "Alarms")];
    expect({ alarmActions, okActions }).toEqual({ alarmActions: topic, okActions: topic });
  }
  expect(resourceOf(production, "aws:sns/topic:Topic", "GlobalAlarms").inputs).toEqual({
    region: "us-east-1",
  });
  const subscribed = resourcesOf(production, "aws:sns/topicSubscription:TopicSubscription").map(
    ({ inputs }) => inputs,
  );
  const mail = { protocol: "email", endpoint: "alarms@shardwatch.example" };
  expect(subscribed).toEqual([
    { ...mail, topic: arnOf("Alarms") },
    { ...mail, topic: arnOf("GlobalAlarms"), region: "us-east-1" },
  ]);
});

test("OPS15 a deployment whose alarms nobody hears says so at its end", () => {
  expect(resourcesOf(preview, "aws:sns/topicSubscription:TopicSubscription")).toEqual([]);
  expect(preview.outputs["warning"]).toContain("set ALARM_EMAIL");
  expect(production.outputs).not.toHaveProperty("warning");
});

test("OPS15 the guide to a deployment counts the metrics with alarms, which AWS charges for", () => {
  const metrics = alarms.flatMap(({ metricQueries = [{ metric: {} }] }) =>
    metricQueries.flatMap(({ metric }) => metric ?? []),
  );
  const guide = readFileSync(join(root, "docs/deploying.md"), "utf8");
  expect(/(\d+) metrics with alarms/.exec(guide)?.[1]).toBe(String(metrics.length));
});
