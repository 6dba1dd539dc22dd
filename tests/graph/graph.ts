import { readFileSync } from "node:fs";
import type { CaseName } from "./evaluate/cases.ts";
import type { Resource } from "./evaluate/mocks.ts";
import type { Evaluation } from "./evaluate/program.ts";
import { graphFile } from "./evaluate/setup.ts";

export const evaluated = JSON.parse(readFileSync(graphFile, "utf8")) as Record<CaseName, Evaluation>;

/** Arguments of a resource; a test names what it expects of them. */
export type Inputs = Record<string, unknown>;

/** The resources of a type, e.g. "aws:sqs/queue:Queue". */
export const resourcesOf = ({ resources }: Evaluation, type: string): Resource[] =>
  resources.filter((each) => each.type === type);

/** The one resource of a type, and of this name where there are several. */
export function resourceOf(evaluation: Evaluation, type: string, name?: string): Resource {
  const [found, ...others] = resourcesOf(evaluation, type).filter(
    (each) => name === undefined || each.name === name,
  );
  if (!found || others.length > 0) throw new Error(`There is not exactly one ${type} ${name ?? ""}`);
  return found;
}

export interface Statement {
  Effect: string;
  Action: string[];
  Resource: string[];
  Principal?: Record<string, string[]>;
  Condition?: Record<string, Record<string, string[]>>;
}

/** The statements of a policy document, which is text or an object. */
export const statementsOf = (policy: unknown): Statement[] =>
  ((typeof policy === "string" ? JSON.parse(policy) : policy) as { Statement: Statement[] }).Statement;

export interface LambdaFunction {
  /** The name of the resource, which others name. */
  name: string;
  inputs: Inputs;
  variables: Record<string, string>;
  role: Inputs;
  /** What its role may do, of all its policies of its own. */
  statements: Statement[];
}

/** A function's role, by the ARN that the function names. */
const roleOf = (evaluation: Evaluation, arn: unknown) =>
  resourceOf(evaluation, "aws:iam/role:Role", String(arn).split("/").at(-1)).inputs;

/** A value that the state of a deployment keeps encrypted, in the form in which Pulumi passes it on; others as they are. */
function opened(value: unknown): unknown {
  const { "4dabf18193072939515e22adb298388d": signature, value: content } = value as Record<string, unknown>;
  return signature === "1b47061264138c4ac30d75fd1eb44270" ? content : value;
}

/** Every Lambda function, by the name of its bundle. */
export function functionsOf(evaluation: Evaluation): Record<string, LambdaFunction> {
  const functions = resourcesOf(evaluation, "aws:lambda/function:Function").map(({ name, inputs }) => {
    const role = roleOf(evaluation, inputs["role"]);
    const policies = (role["inlinePolicies"] ?? []) as { policy: string }[];
    const { variables } = opened(inputs["environment"]) as Pick<LambdaFunction, "variables">;
    const statements = policies.flatMap(({ policy }) => statementsOf(policy));
    return [evaluation.bundles[name] ?? name, { name, inputs, variables, role, statements }] as const;
  });
  return Object.fromEntries(functions);
}
