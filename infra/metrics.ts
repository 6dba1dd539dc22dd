import { metricsConcurrency } from "./concurrency.ts";
import { lambda } from "./lambda.ts";
import { tableActions, tableArn } from "./table.ts";

/** The gateway's routes that Prometheus asks: figures, their parts, targets. */
export const metricsRoutes = ["GET /metrics", "GET /metrics/parts", "GET /metrics/targets"];

/** Answers them, with one whole CPU as `fleet` has. */
export const metrics = new sst.aws.Function("Metrics", {
  // It writes the use of tokens, the audit, and pages of the list of databases that it had to compute.
  ...lambda("metrics", [
    { actions: [...tableActions, "dynamodb:ConditionCheckItem"], resources: [tableArn] },
  ]),
  memory: "1769 MB",
  concurrency: metricsConcurrency,
});
