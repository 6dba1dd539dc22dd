import { fleetConcurrency } from "./concurrency.ts";
import { lambda } from "./lambda.ts";
import { indexArn, tableActions, tableArn } from "./table.ts";

/** The gateway's routes that read all of an organization at once, histories and the incidents. */
export const fleetRoutes = [
  "GET /databases",
  "GET /databases.csv",
  "GET /deployments.csv",
  "GET /outlook",
  "GET /outlook.csv",
  "GET /history",
  "GET /history/sparks",
  "GET /deployments/{id}/history",
  "GET /incidents",
  "GET /incidents/{id}",
  "POST /incidents/{id}/acknowledgement",
  "DELETE /incidents/{id}/acknowledgement",
  "POST /incidents/{id}/intention",
  "POST /patched-versions",
  "DELETE /patched-versions",
  "GET /silences",
  "POST /silences",
  "POST /silences/preview",
  "DELETE /silences/{id}",
];

/** Answers them. With 1,769 MB, Lambda gives a function one whole CPU. */
export const fleet = new sst.aws.Function("Fleet", {
  ...lambda("fleet", [
    // It stores what it had to compute for the list of databases, so that the next look reads little.
    { actions: [...tableActions, "dynamodb:ConditionCheckItem"], resources: [tableArn] },
    { actions: ["dynamodb:Query"], resources: [indexArn] },
  ]),
  memory: "1769 MB",
  concurrency: fleetConcurrency,
});
