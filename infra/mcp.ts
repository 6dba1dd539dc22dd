import { mcpConcurrency } from "./concurrency.ts";
import { lambda } from "./lambda.ts";
import { indexArn, tableArn } from "./table.ts";

/** The gateway's route of assistants. */
export const mcpRoutes = ["ANY /mcp"];

type Permission = sst.aws.FunctionPermissionArgs;

/** A right to write rows of one kind. Where attributes are named, it may write no others. */
const writing = (action: string, partition: string, attributes?: readonly string[]): Permission => ({
  actions: [`dynamodb:${action}`],
  resources: [tableArn],
  conditions: [
    { test: "ForAllValues:StringLike", variable: "dynamodb:LeadingKeys", values: [`${partition}#*`] },
    ...(attributes
      ? [
          {
            test: "ForAllValues:StringEquals",
            variable: "dynamodb:Attributes",
            values: ["pk", "sk", ...attributes],
          },
        ]
      : []),
  ],
});

/**
 * Answers assistants, with one whole CPU as `fleet` has. It reads what they ask for. It writes the use of tokens and of sessions
 * at command lines, events of the audit, and the counters that bound those. What it serves can't change what a token may do.
 */
export const mcp = new sst.aws.Function("Mcp", {
  ...lambda("mcp", [
    {
      actions: ["GetItem", "BatchGetItem", "Query"].map((action) => `dynamodb:${action}`),
      resources: [tableArn],
    },
    // The changes of one deployment.
    { actions: ["dynamodb:Query"], resources: [indexArn] },
    writing("UpdateItem", "TOKEN", [
      "usedAt",
      "usedSecret",
      "usedFrom",
      "usedBy",
      "seen",
      "assistantAt",
      "tools",
    ]),
    writing("UpdateItem", "ACCOUNT", ["usedAt", "usedFrom", "assistantAt"]),
    writing("UpdateItem", "ATTEMPTS", ["attempts", "ttl"]),
    writing("PutItem", "AUDIT"),
  ]),
  memory: "1769 MB",
  concurrency: mcpConcurrency,
});
