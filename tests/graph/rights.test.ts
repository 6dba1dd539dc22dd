import { expect, test } from "vitest";
import { actionsOfReports } from "../infra/report-rights.ts";
import { evaluated, functionsOf, type Statement } from "./graph.ts";

const { production, preview } = evaluated;

/** The resources that statements name, in short. */
const shortNames: Record<string, string> = {
  "arn:aws:dynamodb:eu-central-1:123456789012:table/TableTable": "table",
  "arn:aws:dynamodb:eu-central-1:123456789012:table/TableTable/index/gsi1": "index",
  "arn:aws:kms:eu-central-1:123456789012:key/Vault": "key",
  "arn:aws:sqs:eu-central-1:123456789012:JobsQueue": "jobs",
};

const ourContext = { StringEquals: { "kms:EncryptionContext:application": ["shardwatch"] } };

/** Each right as text, e.g. "dynamodb:Query on index". */
function rightsOf(statements: readonly Statement[]): string[] {
  const rights = statements.flatMap(({ Effect, Action, Resource, Condition }) =>
    Action.flatMap((action) =>
      Resource.map((resource) => {
        const effect = Effect === "Allow" ? "" : "never ";
        const isOurs = JSON.stringify(Condition) === JSON.stringify(ourContext);
        const condition = Condition
          ? ` where ${isOurs ? "the context is ours" : JSON.stringify(Condition)}`
          : "";
        return `${effect}${action} on ${shortNames[resource] ?? resource}${condition}`;
      }),
    ),
  );
  return rights.toSorted();
}

const rows = ["GetItem", "BatchGetItem", "PutItem", "UpdateItem", "DeleteItem", "Query"].map(
  (action) => `dynamodb:${action} on table`,
);
const checks = "dynamodb:ConditionCheckItem on table";
const index = "dynamodb:Query on index";
const seal = "kms:Encrypt on key where the context is ours";
const open = "kms:Decrypt on key where the context is ours";
const send = "sqs:SendMessage on jobs";
const take = [
  "ChangeMessageVisibility",
  "DeleteMessage",
  "GetQueueAttributes",
  "GetQueueUrl",
  "ReceiveMessage",
].map((action) => `sqs:${action} on jobs`);
const assume = [
  "sts:AssumeRole on arn:aws:iam::*:role/*",
  "never sts:AssumeRole on arn:aws:iam::123456789012:role/*",
];

/** All that each function may do. */
const rights: Record<string, readonly string[]> = {
  api: [...rows, checks, index, send, seal, ...assume],
  "agent-report": rows,
  work: [...rows, checks, index, open, ...take, ...assume],
  tick: [index, send],
};

test("SEC21 SEC01 AWS19 each function may do what it needs, and nothing else: single actions, the key in our own context, roles of customers and none of our own account", () => {
  const granted = Object.entries(functionsOf(production)).map(
    ([name, { statements }]) => [name, rightsOf(statements)] as const,
  );
  const expected = Object.entries(rights).map(([name, each]) => [name, each.toSorted()] as const);
  expect(Object.fromEntries(granted)).toEqual(Object.fromEntries(expected));
});

test("AWS19 where no AWS accounts are read, nobody may assume a role", () => {
  const all = Object.values(functionsOf(preview)).flatMap(({ statements }) => rightsOf(statements));
  expect(all).not.toEqual([]);
  expect(all.filter((right) => right.includes("sts:"))).toEqual([]);
});

test("SEC21 a report needs all the rights that its function has on the table, and no others", async () => {
  const granted = functionsOf(production)["agent-report"]?.statements.flatMap(({ Action }) => Action);
  expect([...(await actionsOfReports())].toSorted()).toEqual(granted?.toSorted());
});

test("SEC21 only Lambda may take the functions' roles, which have no other rights than these and to log", () => {
  for (const { role } of Object.values(functionsOf(production))) {
    const trust = role["assumeRolePolicy"] as { Statement: { Principal: object }[] };
    expect(trust.Statement.map(({ Principal }) => Principal)).toEqual([{ Service: "lambda.amazonaws.com" }]);
    expect(role["managedPolicyArns"]).toEqual([
      "arn:aws:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole",
    ]);
  }
});

test("SEC01 what seals or opens knows the key, and what queues jobs knows the queue", () => {
  for (const [name, { variables }] of Object.entries(functionsOf(production))) {
    const needs = (right: string) => rights[name]?.includes(right) === true;
    const { VAULT_KEY_ID: key, QUEUE_URL: queue } = variables;
    expect(key, name).toBe(
      needs(seal) || needs(open) ? "arn:aws:kms:eu-central-1:123456789012:key/Vault" : undefined,
    );
    expect(queue, name).toBe(
      needs(send) ? "https://sqs.eu-central-1.amazonaws.com/123456789012/JobsQueue" : undefined,
    );
  }
});
