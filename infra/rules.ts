import { rulesConcurrency } from "./concurrency.ts";
import { lambda } from "./lambda.ts";
import { tableActions, tableArn } from "./table.ts";

/** The gateway's routes about rules, and about where their incidents go. */
export const rulesRoutes = ["ANY /rules", "ANY /rules/{proxy+}", "ANY /routes", "ANY /routes/{proxy+}"];

/** Answers them, with one whole CPU as `fleet` has: a rule is tried on the past of a whole organization. */
export const rules = new sst.aws.Function("Rules", {
  // It stores what it had to compute for the list of databases.
  ...lambda("rules", [{ actions: [...tableActions, "dynamodb:ConditionCheckItem"], resources: [tableArn] }]),
  memory: "1769 MB",
  concurrency: rulesConcurrency,
});
