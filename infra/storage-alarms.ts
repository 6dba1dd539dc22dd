import { indexName } from "../packages/core/src/table/keys.ts";
import { alarm } from "./alarm.ts";
import { table } from "./table.ts";

const namespace = "AWS/DynamoDB";

/** Every operation that the functions use; DynamoDB counts its own errors for each. */
const operations = [
  "GetItem",
  "BatchGetItem",
  "PutItem",
  "UpdateItem",
  "DeleteItem",
  "Query",
  "TransactWriteItems",
];

const throttled = (name: string, what: string, metricName: string, index: Record<string, string> = {}) =>
  alarm(
    name,
    `DynamoDB refuses ${what}: too many at once, or too many of one partition`,
    { namespace, metricName, dimensions: { TableName: table.name, ...index }, statistic: "Sum" },
    100,
  );
const index = { GlobalSecondaryIndexName: indexName };

const systemErrors = alarm(
  "TableErrors",
  "The table answers with errors of its own; health.aws.amazon.com may say why",
  {
    metricQueries: [
      ...operations.map((Operation, position) => ({
        id: `m${position}`,
        metric: {
          namespace,
          metricName: "SystemErrors",
          dimensions: { TableName: table.name, Operation },
          stat: "Sum",
          period: 300,
        },
      })),
      { id: "errors", expression: "SUM(METRICS())", label: "Errors of the table", returnData: true },
    ],
  },
  5,
);

export const storageAlarms = [
  throttled("TableReadsThrottled", "reads of the table", "ReadThrottleEvents"),
  throttled("TableWritesThrottled", "writes to the table", "WriteThrottleEvents"),
  throttled("IndexReadsThrottled", "reads of the index", "ReadThrottleEvents", index),
  throttled("IndexWritesThrottled", "writes to the index", "WriteThrottleEvents", index),
  systemErrors,
];
