import { fleetConcurrency } from "./concurrency.ts";
import { lambda } from "./lambda.ts";
import { indexArn, tableArn } from "./table.ts";

/** The gateway's routes that read all of an organization at once. Every other route is answered by the function `api`. */
export const fleetRoutes = ["GET /deployments.csv"];

/** Answers them. With 1,769 MB, Lambda gives a function one whole CPU. */
export const fleet = new sst.aws.Function("Fleet", {
  ...lambda("fleet", [
    { actions: ["dynamodb:BatchGetItem", "dynamodb:Query"], resources: [tableArn] },
    { actions: ["dynamodb:Query"], resources: [indexArn] },
  ]),
  memory: "1769 MB",
  concurrency: fleetConcurrency,
});
