import { globSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { lambdas } from "../../../scripts/lib/bundle.mjs";
import { type Cloud, startCloud } from "./cloud.ts";
import { deployment } from "./deployment.ts";
import { type Call, grantsOf, isAllowed, isUsed, shown, type Statement } from "./policy.ts";
import { record } from "./walk.ts";

const deployed = deployment();
let cloud: Cloud | undefined;
let leftOut: string[];

beforeAll(async () => {
  cloud = await startCloud(deployed);
  leftOut = await record(cloud);
}, 600_000);
afterAll(() => cloud?.stop());

/** Lines without repetition. */
const lines = (rights: readonly (Statement | Call)[]) => [...new Set(rights.map(shown))].toSorted();

const missing = (policy: readonly Statement[], calls: readonly Call[]) =>
  lines(calls.filter((call) => !isAllowed(policy, call)));
const unused = (policy: readonly Statement[], calls: readonly Call[]) =>
  lines(grantsOf(policy).filter((grant) => !isUsed(grant, calls)));

const policyOf = (name: string) => deployed.functions[name]?.policy ?? [];
const callsOf = (name: string) => cloud?.aws.calls.get(name) ?? [];

/** The document needs none. */
const withoutRights = "reference";
const withRights = Object.keys(lambdas).filter((name) => name !== withoutRights);

test("R19 SEC21 the function that answers the document has no right, and calls nothing", () => {
  expect(grantsOf(policyOf(withoutRights))).toEqual([]);
  expect(callsOf(withoutRights)).toEqual([]);
});

test.each(withRights)("R19 SEC21 %s is granted every right that it uses", (name) => {
  expect(callsOf(name)).not.toEqual([]);
  expect(missing(policyOf(name), callsOf(name))).toEqual([]);
});

test.each(withRights)("R19 SEC21 %s is granted no right that it does not use", (name) => {
  expect(grantsOf(policyOf(name))).not.toEqual([]);
  expect(unused(policyOf(name), callsOf(name))).toEqual([]);
});

test("R19 SEC21 a right is one action on one resource; only customers' roles cannot be named beforehand", () => {
  const wide = Object.values(deployed.functions)
    .flatMap(({ policy }) => grantsOf(policy))
    .filter(({ Action, Resource }) => `${String(Action)} ${String(Resource)}`.includes("*"));
  expect(lines(wide)).toEqual(["sts:AssumeRole on arn:aws:iam::*:role/*"]);
});

test("MND06 a census and a message have a channel of a former release sealed anew, with the rights that they have", () => {
  expect(leftOut).toEqual([]);
});

test("MND06 R19 the function that calls customers' addresses opens channels only, and nothing of before; a reader opens accounts, and what is former", () => {
  const key = deployed.functions["deliver"]?.environment["VAULT_KEY_ID"] ?? "";
  const mayOpen = (name: string, kind: string | undefined) =>
    isAllowed(policyOf(name), {
      action: "kms:Decrypt",
      resource: key,
      context: {
        "kms:EncryptionContext:application": "shardwatch",
        ...(kind !== undefined && { "kms:EncryptionContext:kind": kind }),
      },
    });
  const kinds = ["channel", "account", "another", undefined];
  const opened = Object.keys(lambdas).map(
    (name) => [name, kinds.filter((kind) => mayOpen(name, kind))] as const,
  );
  expect(opened.filter(([, some]) => some.length > 0)).toEqual([
    ["read-redis-cloud", ["account", undefined]],
    ["deliver", ["channel"]],
  ]);
  expect(callsOf("deliver").filter(({ action }) => action === "kms:Decrypt")).not.toEqual([]);
});

const sources = globSync("packages/{core,functions}/src/**/*.ts")
  .filter((path) => !path.endsWith(".test.ts"))
  .map((path) => readFileSync(path, "utf8"));

/** The commands of the SDK that a file imports: "kms:Encrypt". */
const commandsIn = (source: string) =>
  [...source.matchAll(/\{([^{}]*)\} from "@aws-sdk\/client-([\w-]+)"/g)].flatMap(([, names = "", service]) =>
    [...names.matchAll(/(\w+)Command\b/g)].map(([, operation]) => `${service}:${operation}`),
  );

/** The services whose requests a file signs itself. */
const signedIn = (source: string) =>
  [...source.matchAll(/\bservice: "([\w-]+)"/g)].map(([, service = ""]) => service);

/** Called only in the name of a customer's role. */
const ofCustomers = /^(elasticache|cloudwatch|ec2)\b/;
const isOurs = (operation: string) => !ofCustomers.test(operation);

test("R19 every call that the code can make in our own account was made by a function", () => {
  const operations = [...(cloud?.aws.operations ?? [])];
  const commands = sources.flatMap(commandsIn).filter(isOurs);
  expect(commands).toContain("dynamodb:TransactWriteItems");
  expect(commands.filter((command) => !operations.includes(command))).toEqual([]);
  const called = operations.map((operation) => operation.split(":")[0]);
  const signed = sources.flatMap(signedIn);
  expect(signed).toContain("ec2");
  expect(signed.filter(isOurs).filter((service) => !called.includes(service))).toEqual([]);
});

describe("what would be a fault is found", () => {
  const key = "arn:aws:kms:eu-central-1:123456789012:key/vault";
  const context = { "kms:EncryptionContext:application": "shardwatch" };
  const call: Call = { action: "kms:Decrypt", resource: key, context };
  const Condition = { StringEquals: context };
  const right: Statement = { Effect: "Allow", Action: "kms:Decrypt", Resource: key, Condition };

  test.each<[string, Statement[]]>([
    ["no right", []],
    ["another action", [{ ...right, Action: ["kms:Encrypt", "kms:GenerateDataKey"] }]],
    ["another resource", [{ ...right, Resource: `${key}-2` }]],
    ["another context", [{ ...right, Condition: { StringEquals: { ...context, extra: "none" } } }]],
    [
      "another kind, or none",
      [{ ...right, Condition: { StringEquals: { ...context, "kms:EncryptionContext:kind": "channel" } } }],
    ],
    ["a denial", [right, { Effect: "Deny", Action: "kms:*", Resource: "*" }]],
  ])("a call with %s", (_, policy) => {
    expect(missing([right], [call])).toEqual([]);
    expect(missing(policy, [call])).toEqual([`kms:Decrypt on ${key}`]);
  });

  test("a kind that a call may leave out, and may not have another value", () => {
    const kind = "kms:EncryptionContext:kind";
    const lenient = { StringEquals: context, StringEqualsIfExists: { [kind]: ["account"] } };
    const policy = [{ ...right, Condition: lenient }];
    expect(missing(policy, [call])).toEqual([]);
    expect(missing(policy, [{ ...call, context: { ...context, [kind]: "account" } }])).toEqual([]);
    const other = { ...call, context: { ...context, [kind]: "channel" } };
    expect(missing(policy, [other])).toEqual([`kms:Decrypt on ${key}`]);
  });

  test("a right that nothing uses, beside one that is used", () => {
    const policy = [{ ...right, Action: ["kms:Decrypt", "kms:Encrypt"], Resource: [key] }];
    expect(unused(policy, [call])).toEqual([`kms:Encrypt on ${key}`]);
  });
});
