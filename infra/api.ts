import { lambda } from "./lambda.ts";
import { domain } from "./settings.ts";
import { indexArn, tableArn } from "./table.ts";

/** What both functions need of the table; a transaction needs the rights of its single writes. */
const actions = ["GetItem", "BatchGetItem", "PutItem", "UpdateItem", "DeleteItem", "Query"].map(
  (action) => `dynamodb:${action}`,
);

// CORS is answered by the application: one origin, with credentials.
const gateway = new sst.aws.ApiGatewayV2("Api", { domain: `api.${domain}`, cors: false });

const api = gateway.route(
  "$default",
  lambda("api", [
    { actions, resources: [tableArn] },
    { actions: ["dynamodb:Query"], resources: [indexArn] },
  ]),
);
const agentReport = gateway.route(
  "POST /agent/reports",
  lambda("agent-report", [{ actions, resources: [tableArn] }]),
);

export const apiUrl = gateway.url;
export const apiId = gateway.nodes.api.id;
/** Names of the functions in AWS. */
export const functions = {
  Api: api.nodes.function.name,
  AgentReport: agentReport.nodes.function.name,
};
