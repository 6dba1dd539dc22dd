import { reportConcurrency } from "./concurrency.ts";
import { fleet, fleetRoutes } from "./fleet.ts";
import { lambda } from "./lambda.ts";
import { manage, manageRoutes } from "./manage.ts";
import { mcp, mcpRoutes } from "./mcp.ts";
import { metrics, metricsRoutes } from "./metrics.ts";
import { programs, programsRoutes } from "./programs.ts";
import { reference, referenceRoutes } from "./reference.ts";
import { rules, rulesRoutes } from "./rules.ts";
import { domain, openIdEnvironment } from "./settings.ts";
import { openId, openIdRoutes, signIn, signInLink, signInRoutes } from "./sign-in.ts";
import { indexArn, tableActions as actions, tableArn } from "./table.ts";

/** What each route takes of everybody together; beyond it the gateway answers 429. Twenty times what 6,000 agents send. */
const throttling = { throttlingRateLimit: 2_000, throttlingBurstLimit: 2_000 };

const gateway = new sst.aws.ApiGatewayV2("Api", {
  domain: `api.${domain}`,
  // CORS is answered by the application: one origin, with credentials.
  cors: false,
  transform: {
    // Only the domain answers: certificates, alarms and limits are made for it.
    api: { disableExecuteApiEndpoint: true },
    stage: (args) => {
      args.defaultRouteSettings = throttling;
      // A line for every report would cost as much as storing it: 180 GB a month for 10,000 agents, at $0.50 each. SST's
      // format has the caller's address. The functions log what they refuse, the gateway counts what it does.
      args.accessLogSettings = undefined;
    },
  },
});

const api = gateway.route(
  "$default",
  lambda(
    "api",
    [
      { actions: [...actions, "dynamodb:ConditionCheckItem"], resources: [tableArn] },
      { actions: ["dynamodb:Query"], resources: [indexArn] },
    ],
    openIdEnvironment,
  ),
);
const agentReport = gateway.route("POST /agent/reports", {
  ...lambda("agent-report", [{ actions, resources: [tableArn] }]),
  concurrency: reportConcurrency,
});
for (const route of fleetRoutes) gateway.route(route, fleet.arn);
for (const route of signInRoutes) gateway.route(route, signIn.arn);
for (const route of openIdRoutes) gateway.route(route, openId.arn);
for (const route of manageRoutes) gateway.route(route, manage.arn);
for (const route of mcpRoutes) gateway.route(route, mcp.arn);
for (const route of metricsRoutes) gateway.route(route, metrics.arn);
for (const route of programsRoutes) gateway.route(route, programs.arn);
for (const route of rulesRoutes) gateway.route(route, rules.arn);
for (const route of referenceRoutes) gateway.route(route, reference.arn);

export const apiUrl = gateway.url;
export const apiId = gateway.nodes.api.id;
/** Names of the functions in AWS. */
export const functions = {
  Api: api.nodes.function.name,
  AgentReport: agentReport.nodes.function.name,
  Fleet: fleet.name,
  Manage: manage.name,
  Mcp: mcp.name,
  Metrics: metrics.name,
  Programs: programs.name,
  Reference: reference.name,
  Rules: rules.name,
  SignIn: signIn.name,
  SignInLink: signInLink.name,
  OpenId: openId.name,
};
