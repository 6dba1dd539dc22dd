import { isDeepStrictEqual } from "node:util";
import { expect, test } from "vitest";
import { evaluated, functionsOf, type Statement } from "./graph.ts";

const { production, preview } = evaluated;

/** The resources that statements name, in short. */
const shortNames: Record<string, string> = {
  "arn:aws:dynamodb:eu-central-1:123456789012:table/TableTable": "table",
  "arn:aws:dynamodb:eu-central-1:123456789012:table/TableTable/index/gsi1": "index",
  "arn:aws:kms:eu-central-1:123456789012:key/Vault": "key",
  "arn:aws:sqs:eu-central-1:123456789012:ReadRedisCloudJobsQueue": "read-redis-cloud",
  "arn:aws:sqs:eu-central-1:123456789012:ReadElastiCacheJobsQueue": "read-elasticache",
  "arn:aws:sqs:eu-central-1:123456789012:HousekeepingJobsQueue": "housekeeping",
  "arn:aws:sqs:eu-central-1:123456789012:KeepHistoryJobsQueue": "keep-history",
  "arn:aws:sqs:eu-central-1:123456789012:EvaluateJobsQueue": "evaluate",
  "arn:aws:sqs:eu-central-1:123456789012:DeliverJobsQueue": "deliver",
  "arn:aws:ses:eu-central-1:123456789012:identity/mail.shardwatch.example": "the identity",
  [`arn:aws:lambda:eu-central-1:123456789012:function:${functionsOf(production)["read-elasticache"]?.name}`]:
    "the function read-elasticache",
};

const ours = { "kms:EncryptionContext:application": ["shardwatch"] };
const kind = "kms:EncryptionContext:kind";

/** The right to write only these attributes, in partitions of one kind. */
const written = (partition: string, attributes: readonly string[]): [text: string, condition: object] => [
  `in ${partition}: ${attributes.join(", ")}`,
  {
    "ForAllValues:StringLike": { "dynamodb:LeadingKeys": [`${partition}#*`] },
    "ForAllValues:StringEquals": { "dynamodb:Attributes": ["pk", "sk", ...attributes] },
  },
];

/** The conditions on rows and on the key, in short. "Former" is what was sealed without a kind. */
const shortConditions: readonly [text: string, condition: object][] = [
  ["of a channel", { StringEquals: { ...ours, [kind]: ["channel"] } }],
  ["of an account or a channel", { StringEquals: { ...ours, [kind]: ["account", "channel"] } }],
  ["of an account, or former", { StringEquals: ours, StringEqualsIfExists: { [kind]: ["account"] } }],
  written("TOKEN", ["usedAt", "usedSecret", "usedFrom", "usedBy", "seen", "assistantAt", "tools"]),
  written("ACCOUNT", ["usedAt", "usedFrom", "assistantAt"]),
  written("ATTEMPTS", ["attempts", "ttl"]),
  ["in AUDIT", { "ForAllValues:StringLike": { "dynamodb:LeadingKeys": ["AUDIT#*"] } }],
  [
    "of an account or a channel, or former",
    { StringEquals: ours, StringEqualsIfExists: { [kind]: ["account", "channel"] } },
  ],
];
const shortCondition = (condition: object): string =>
  shortConditions.find(([, known]) => isDeepStrictEqual(known, condition))?.[0] ?? JSON.stringify(condition);

/** The variables of the functions that queue jobs. */
const address = "https://sqs.eu-central-1.amazonaws.com/123456789012";
const queueUrls = {
  READ_REDIS_CLOUD_QUEUE_URL: `${address}/ReadRedisCloudJobsQueue`,
  READ_ELASTICACHE_QUEUE_URL: `${address}/ReadElastiCacheJobsQueue`,
  HOUSEKEEPING_QUEUE_URL: `${address}/HousekeepingJobsQueue`,
  KEEP_HISTORY_QUEUE_URL: `${address}/KeepHistoryJobsQueue`,
  EVALUATE_QUEUE_URL: `${address}/EvaluateJobsQueue`,
  DELIVER_QUEUE_URL: `${address}/DeliverJobsQueue`,
};

/** Each right as text, e.g. "dynamodb:Query on index". */
function rightsOf(statements: readonly Statement[]): string[] {
  const rights = statements.flatMap(({ Effect, Action, Resource, Condition }) =>
    Action.flatMap((action) =>
      Resource.map((resource) => {
        const effect = Effect === "Allow" ? "" : "never ";
        const condition = Condition ? ` ${shortCondition(Condition)}` : "";
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
const seal = "kms:Encrypt on key of an account or a channel, or former";
const sealAnew = "kms:Encrypt on key of an account or a channel";
const openAccounts = "kms:Decrypt on key of an account, or former";
const openChannels = "kms:Decrypt on key of a channel";
const sendTo = (...workers: string[]) => workers.map((worker) => `sqs:SendMessage on ${worker}`);
/** SST grants these, with which Lambda takes the messages of a worker's own queue. */
const takeFrom = (worker: string) =>
  ["ChangeMessageVisibility", "DeleteMessage", "GetQueueAttributes", "GetQueueUrl", "ReceiveMessage"].map(
    (action) => `sqs:${action} on ${worker}`,
  );
const assume = [
  "sts:AssumeRole on arn:aws:iam::*:role/*",
  "never sts:AssumeRole on arn:aws:iam::123456789012:role/*",
];

/** A role is tried by the function that may assume roles. */
const tryRoles = "lambda:InvokeFunction on the function read-elasticache";

/** All that each function may do. */
const rights: Record<string, readonly string[]> = {
  api: [...rows, checks, index],
  manage: [
    ...rows,
    checks,
    index,
    ...sendTo("read-redis-cloud", "read-elasticache", "deliver"),
    seal,
    tryRoles,
  ],
  programs: [...rows, checks],
  metrics: [...rows, checks],
  rules: [...rows, checks],
  // It writes what it has to remember of programs, and nothing else of their rows.
  mcp: [
    "dynamodb:GetItem on table",
    "dynamodb:BatchGetItem on table",
    "dynamodb:Query on table",
    index,
    "dynamodb:UpdateItem on table in TOKEN: usedAt, usedSecret, usedFrom, usedBy, seen, assistantAt, tools",
    "dynamodb:UpdateItem on table in ACCOUNT: usedAt, usedFrom, assistantAt",
    "dynamodb:UpdateItem on table in ATTEMPTS: attempts, ttl",
    "dynamodb:PutItem on table in AUDIT",
  ],
  reference: [],
  fleet: [...rows, checks, index],
  "sign-in": [...rows, checks, index],
  openid: [...rows, checks, index],
  // It writes a link and its event, and finds the account of an email.
  "sign-in-link": ["dynamodb:BatchGetItem on table", "dynamodb:PutItem on table", "dynamodb:Query on table"],
  "agent-report": rows,
  "read-redis-cloud": [...rows, checks, openAccounts, sealAnew, ...takeFrom("read-redis-cloud")],
  "read-elasticache": [...rows, checks, ...assume, ...takeFrom("read-elasticache")],
  housekeeping: [...rows, checks, ...takeFrom("housekeeping")],
  "keep-history": [
    ...rows.filter((right) => !right.includes("BatchGetItem")),
    checks,
    ...takeFrom("keep-history"),
    ...sendTo("read-redis-cloud"),
  ],
  evaluate: [...rows, checks, ...takeFrom("evaluate"), ...sendTo("housekeeping", "deliver")],
  // It calls what customers chose: no index, no keys, nothing of a former release, and nothing that deletes. It has
  // channels sealed anew by the one other queue.
  deliver: [
    ...rows.filter((right) => !right.includes("DeleteItem")),
    openChannels,
    "ses:SendEmail on the identity",
    ...takeFrom("deliver"),
    ...sendTo("deliver", "read-redis-cloud"),
  ],
  minute: [
    "dynamodb:GetItem on table",
    "dynamodb:PutItem on table",
    index,
    ...sendTo("evaluate", "deliver", "housekeeping"),
  ],
  tick: [index, ...sendTo("read-redis-cloud", "read-elasticache", "housekeeping", "keep-history")],
};

test("SEC21 SEC01 MND06 AWS19 each function may do what it needs, and nothing else: single actions, the key in our own context, roles of customers and none of our own account", () => {
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

test("SEC21 only Lambda may take the functions' roles, which have no other rights than these and to log", () => {
  for (const { role } of Object.values(functionsOf(production))) {
    const trust = role["assumeRolePolicy"] as { Statement: { Principal: object }[] };
    expect(trust.Statement.map(({ Principal }) => Principal)).toEqual([{ Service: "lambda.amazonaws.com" }]);
    expect(role["managedPolicyArns"]).toEqual([
      "arn:aws:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole",
    ]);
  }
});

test("CHN09 where nobody sends mails, nobody may", () => {
  const { deliver } = functionsOf(production);
  expect(deliver?.variables["MAIL_FROM"]).toBe("Shardwatch <alerts@mail.shardwatch.example>");
  const all = Object.values(functionsOf(preview));
  expect(all.filter(({ variables }) => "MAIL_FROM" in variables)).toEqual([]);
  expect(all.flatMap(({ statements }) => rightsOf(statements)).join()).not.toContain("ses:");
});

test("SEC01 SYN02 what seals or opens knows the key, and what queues jobs knows the queues", () => {
  for (const [name, { variables }] of Object.entries(functionsOf(production))) {
    const { VAULT_KEY_ID: key, ...others } = variables;
    expect(key, name).toBe(
      rights[name]?.some((right) => right.startsWith("kms:"))
        ? "arn:aws:kms:eu-central-1:123456789012:key/Vault"
        : undefined,
    );
    const queues = Object.entries(others).filter(([variable]) => variable.endsWith("_QUEUE_URL"));
    const sends = rights[name]?.some((right) => right.startsWith("sqs:SendMessage"));
    const { DELIVER_QUEUE_URL, HOUSEKEEPING_QUEUE_URL, READ_REDIS_CLOUD_QUEUE_URL } = queueUrls;
    const own: Record<string, object> = {
      deliver: { DELIVER_QUEUE_URL, READ_REDIS_CLOUD_QUEUE_URL },
      "keep-history": { READ_REDIS_CLOUD_QUEUE_URL },
      evaluate: { HOUSEKEEPING_QUEUE_URL, DELIVER_QUEUE_URL },
    };
    expect(Object.fromEntries(queues), name).toEqual(sends ? (own[name] ?? queueUrls) : {});
  }
});
