import { declare, functionsOf, type Permission, queueArn, region, accountId } from "../declared.ts";
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

/** The production stage, as infra declares it. */
export async function deployment(): Promise<Deployment> {
  const declared = await declare("production");
  const name = ({ bundle }: { bundle: string }) => bundle.replace("dist/functions/", "");
  const functions = functionsOf(declared);
  return {
    region,
    accountId,
    functions: Object.fromEntries(
      functions.map((lambda) => [
        name(lambda),
        { environment: lambda.environment, policy: lambda.permissions.map(toStatement) },
      ]),
    ),
    names: Object.fromEntries(functions.map((lambda) => [lambda.bundle, name(lambda)])),
    routes: Object.fromEntries(
      Object.entries(declared.routes).map(([route, lambda]) => [route, name(lambda)]),
    ),
    consumers: Object.fromEntries(
      Object.entries(declared.workers).map(([queue, lambda]) => [queueArn(queue), name(lambda)]),
    ),
  };
}

function toStatement({ effect = "allow", actions, resources, conditions = [] }: Permission): Statement {
  return {
    Effect: effect === "allow" ? "Allow" : "Deny",
    Action: actions,
    Resource: resources,
    Condition: Object.fromEntries(
      conditions.map(({ test, variable, values }) => [test, { [variable]: values }]),
    ),
  };
}
