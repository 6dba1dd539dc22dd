import { accountId, region } from "../evaluate/mocks.ts";
import { evaluated, functionsOf, type Inputs, resourceOf, resourcesOf } from "../graph.ts";
import type { Statement } from "./policy.ts";

/** What is deployed, as far as rights are concerned. */
export interface Deployment {
  region: string;
  accountId: string;
  /** By the names of their bundles. */
  functions: Readonly<Record<string, { environment: Record<string, string>; policy: Statement[] }>>;
  /** The bundle of each function, by the function's name in AWS. */
  names: Readonly<Record<string, string>>;
  /** The gateway's routes ("$default" and "POST /agent/reports"), with the function that answers each. */
  routes: Readonly<Record<string, string>>;
  /** The function that gets the messages of each queue, by the queue's ARN. */
  consumers: Readonly<Record<string, string>>;
}

/** With these Lambda itself takes messages from a queue for a function. */
const ofPoller =
  /^sqs:(ReceiveMessage|DeleteMessage|ChangeMessageVisibility|GetQueueAttributes|GetQueueUrl)$/;

/** The production stage, as SST evaluates it. */
export function deployment(): Deployment {
  const { production } = evaluated;
  const functions = Object.entries(functionsOf(production));
  const names = Object.fromEntries(functions.map(([bundle, { name }]) => [name, bundle]));
  const calledBy = (arn: unknown) => names[String(arn).split(":").at(-1) ?? ""] ?? "";
  const routes = resourcesOf(production, "aws:apigatewayv2/route:Route").map(({ inputs }) => {
    const integration = String(inputs["target"]).replace("integrations/", "");
    const type = "aws:apigatewayv2/integration:Integration";
    const { integrationUri } = resourceOf(production, type, integration).inputs;
    return [String(inputs["routeKey"]), calledBy(integrationUri)] as const;
  });
  const consumers = resourcesOf(production, "aws:lambda/eventSourceMapping:EventSourceMapping").map(
    ({ inputs }: { inputs: Inputs }) =>
      [String(inputs["eventSourceArn"]), calledBy(inputs["functionName"])] as const,
  );
  return {
    region,
    accountId,
    functions: Object.fromEntries(
      functions.map(([bundle, { variables, statements }]) => {
        const own = statements.filter(({ Action }) => !Action.every((action) => ofPoller.test(action)));
        return [bundle, { environment: variables, policy: own as Statement[] }];
      }),
    ),
    names,
    routes: Object.fromEntries(routes),
    consumers: Object.fromEntries(consumers),
  };
}
