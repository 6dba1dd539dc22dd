import { lambda } from "./lambda.ts";
import { domain } from "./settings.ts";
import { indexArn, tableArn } from "./table.ts";

/** What taking in a report needs: a transaction needs the rights of its single writes. */
const reportActions = [
  "dynamodb:GetItem",
  "dynamodb:BatchGetItem",
  "dynamodb:PutItem",
  "dynamodb:UpdateItem",
];
const apiActions = [...reportActions, "dynamodb:DeleteItem", "dynamodb:Query"];

// CORS is answered by the application: one origin, with credentials.
const gateway = new sst.aws.ApiGatewayV2("Api", { domain: `api.${domain}`, cors: false });

gateway.route(
  "$default",
  lambda("api", [
    { actions: apiActions, resources: [tableArn] },
    { actions: ["dynamodb:Query"], resources: [indexArn] },
  ]),
);
gateway.route(
  "POST /agent/reports",
  lambda("agent-report", [{ actions: reportActions, resources: [tableArn] }]),
);

export const apiUrl = gateway.url;
