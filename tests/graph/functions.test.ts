import { expect, test } from "vitest";
import { evaluated, functionsOf, resourceOf, resourcesOf } from "./graph.ts";

const { production, preview, everySetting } = evaluated;

/** How long each function may run, in seconds. */
const timeouts: Record<string, number> = {
  api: 25,
  fleet: 25,
  rules: 25,
  manage: 25,
  programs: 25,
  metrics: 25,
  mcp: 25,
  reference: 25,
  "sign-in": 25,
  "sign-in-link": 25,
  openid: 25,
  "agent-report": 25,
  tick: 25,
  "read-redis-cloud": 60,
  "read-elasticache": 60,
  housekeeping: 60,
  "keep-history": 60,
  evaluate: 60,
  deliver: 60,
  minute: 25,
};

/** Those that read whole organizations have one CPU. */
const readWhole = ["fleet", "rules", "metrics", "mcp"];

test("every function runs in the runtime that it is bundled for, with the memory and the time that it was measured with", () => {
  for (const [name, { inputs }] of Object.entries(functionsOf(production)))
    expect(inputs, name).toMatchObject({
      handler: "index.handler",
      runtime: "nodejs24.x",
      architectures: ["arm64"],
      memorySize: readWhole.includes(name) ? 1_769 : 512,
      timeout: timeouts[name],
    });
});

test("OPS16 functions log in JSON what they say themselves, and not Lambda's own line for every call; their logs end after 30 days", () => {
  for (const { inputs } of Object.values(functionsOf(production)))
    expect(inputs["loggingConfig"]).toMatchObject({
      logFormat: "JSON",
      applicationLogLevel: "INFO",
      systemLogLevel: "WARN",
    });
  for (const { inputs } of resourcesOf(production, "aws:cloudwatch/logGroup:LogGroup"))
    expect(inputs["retentionInDays"]).toBe(30);
});

test("no function is reached but through the gateway, its queue or the schedule", () => {
  expect(resourcesOf(production, "aws:lambda/functionUrl:FunctionUrl")).toEqual([]);
  for (const { inputs } of resourcesOf(production, "aws:lambda/permission:Permission"))
    expect(inputs).toMatchObject({
      principal: "apigateway.amazonaws.com",
      sourceArn: "arn:aws:execute-api:eu-central-1:123456789012:ApiApi/*",
    });
});

test("SEC19 a flood of reports, of exports, of scrapes or of assistants takes no more than its share of the account's concurrency", () => {
  const reserved = (stage: typeof production) =>
    Object.fromEntries(
      Object.entries(functionsOf(stage)).map(([name, { inputs }]) => [
        name,
        inputs["reservedConcurrentExecutions"],
      ]),
    );
  expect(reserved(production)).toEqual({ "agent-report": 100, fleet: 50, metrics: 20, mcp: 20, rules: 20 });
  expect(reserved(everySetting)).toEqual({ "agent-report": 250, fleet: 40, metrics: 30, mcp: 10, rules: 15 });
  expect(reserved(preview)).toEqual({});
});

test("INC08 the schedule of each minute reports to the address of its own stage, and no other function does", () => {
  const addresses = (stage: typeof production) =>
    Object.entries(functionsOf(stage)).flatMap(([name, { variables }]) =>
      variables["API_URL"] === undefined ? [] : [[name, variables["API_URL"]]],
    );
  expect(addresses(production)).toEqual([["minute", "https://api.shardwatch.example"]]);
  expect(addresses(preview)).toEqual([["minute", "https://api.pr-7.shardwatch.example"]]);
});

const arnOf = (name: string) =>
  `arn:aws:lambda:eu-central-1:123456789012:function:${functionsOf(production)[name]?.name}`;

test.each([
  ["tick", "rate(5 minutes)", "TickRole"],
  ["minute", "rate(1 minute)", "MinuteRole"],
])(
  "OPS18 a schedule calls the function %s at its %s, and may call nothing else",
  (called, rate, roleName) => {
    const target = arnOf(called);
    const schedule = resourcesOf(production, "aws:scheduler/schedule:Schedule").find(
      ({ inputs }) => (inputs["target"] as { arn: string }).arn === target,
    );
    expect(schedule?.inputs).toMatchObject({
      scheduleExpression: rate,
      state: "ENABLED",
      target: { arn: target },
    });
    const role = resourceOf(production, "aws:iam/role:Role", roleName).inputs as {
      inlinePolicies: { policy: string }[];
    };
    expect(role.inlinePolicies.map(({ policy }) => JSON.parse(policy) as object)).toMatchObject([
      { Statement: [{ Action: ["lambda:InvokeFunction"], Resource: [target] }] },
    ]);
  },
);
