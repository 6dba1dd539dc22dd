/** A statement of an IAM policy, as its JSON has it. */
export interface Statement {
  Effect: "Allow" | "Deny";
  Action: string | readonly string[];
  Resource: string | readonly string[];
  Condition?: Record<string, Record<string, string | readonly string[]>>;
}

/** A signed request, as IAM sees it; a transaction is one for each of its items. */
export interface Call {
  /** "dynamodb:GetItem" */
  action: string;
  /** ARN */
  resource: string;
  /** The keys that a condition can compare, e.g. those of KMS's encryption context. Some have several values. */
  context: Readonly<Record<string, string | readonly string[]>>;
}

const listOf = (value: string | readonly string[]): readonly string[] =>
  typeof value === "string" ? [value] : value;

/** "*" stands for any characters, "?" for one. */
function isLike(text: string, pattern: string): boolean {
  const source = pattern.replaceAll(/[^\w*?]/g, String.raw`\$&`);
  return new RegExp(`^${source.replaceAll("*", ".*").replaceAll("?", ".")}$`, "s").test(text);
}

/**
 * Whether a key of a call is as an operator wants it; none is a key that the call does not have.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_condition_operators.html
 */
const operators: Record<string, (values: readonly string[], wanted: readonly string[]) => boolean> = {
  StringEquals: ([value], wanted) => value !== undefined && wanted.includes(value),
  StringEqualsIfExists: ([value], wanted) => value === undefined || wanted.includes(value),
  "ForAllValues:StringEquals": (values, wanted) => values.every((value) => wanted.includes(value)),
  "ForAllValues:StringLike": (values, wanted) =>
    values.every((value) => wanted.some((pattern) => isLike(value, pattern))),
};

function holds({ Condition = {} }: Statement, { context }: Call): boolean {
  return Object.entries(Condition).every(([name, keys]) => {
    const isWanted = operators[name];
    if (!isWanted) throw new Error(`this test does not know the operator ${name}`);
    return Object.entries(keys).every(([key, values]) =>
      isWanted(listOf(context[key] ?? []), listOf(values)),
    );
  });
}

const matches = (statement: Statement, call: Call): boolean =>
  listOf(statement.Action).some((action) => isLike(call.action, action)) &&
  listOf(statement.Resource).some((resource) => isLike(call.resource, resource)) &&
  holds(statement, call);

/**
 * Whether IAM lets a call through: a statement allows it, and none denies it.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_evaluation-logic.html
 */
export function isAllowed(policy: readonly Statement[], call: Call): boolean {
  const found = policy.filter((statement) => matches(statement, call));
  return found.length > 0 && found.every(({ Effect }) => Effect === "Allow");
}

/** Every single right that a policy grants: one action on one resource, under the statement's conditions. */
export function grantsOf(policy: readonly Statement[]): Statement[] {
  return policy
    .filter(({ Effect }) => Effect === "Allow")
    .flatMap((statement) =>
      listOf(statement.Action).flatMap((Action) =>
        listOf(statement.Resource).map((Resource) => ({ ...statement, Action, Resource })),
      ),
    );
}

/** Whether one of the calls needed that right. */
export const isUsed = (grant: Statement, calls: readonly Call[]): boolean =>
  calls.some((call) => matches(grant, call));

/** A right or a call as one line: "dynamodb:GetItem on arn:aws:dynamodb:…". */
export const shown = (one: Statement | Call): string =>
  "action" in one ? `${one.action} on ${one.resource}` : `${String(one.Action)} on ${String(one.Resource)}`;
