import { freePort } from "@shardwatch/server/machine/ports";
import { startServer } from "@shardwatch/local/server";
import { createLambdaSimulator } from "@shardwatch/local/simulators/aws/lambda";
import { ourCredentials } from "@shardwatch/local/simulators/aws/state";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { RoleTrial } from "../../contract/source/role-trial.ts";
import { createLambdaRoleTrials } from "./lambda-role-trials.ts";

const trial: RoleTrial = {
  kind: "tryRole",
  roleArn: "arn:aws:iam::111122223333:role/ShardwatchReadOnly",
  externalId: "shardwatch-1",
  sessionName: "shardwatch-test",
};
let result: unknown;
const simulator = createLambdaSimulator({ "read-elasticache": () => Promise.resolve(result) });
let server: Awaited<ReturnType<typeof startServer>>;
let endpoint: string;

beforeAll(async () => {
  const port = await freePort();
  server = await startServer({ name: "Lambda", port, variable: "PORT", fetch: simulator.fetch });
  endpoint = `http://127.0.0.1:${port}`;
});
afterAll(() => server.stop());
beforeEach(() => {
  result = { outcome: "trusted" };
  simulator.state.fault = "works";
  simulator.state.events.length = 0;
});

const trials = (functionName = "read-elasticache", deadline = 5_000) =>
  createLambdaRoleTrials({
    functionName,
    region: "us-east-1",
    endpoint,
    credentials: ourCredentials,
    deadline,
  });

test("AWS07 a trial is one call that carries the role, its external ID and the session's name, and nothing else", async () => {
  expect(await trials().run(trial)).toEqual({ outcome: "trusted" });
  expect(simulator.state.events).toEqual([trial]);
});

test.each([
  { outcome: "denied" },
  { outcome: "open" },
  { outcome: "throttled" },
  { outcome: "unavailable", reason: "AWS didn't answer in time" },
])("AWS07 what the function found out arrives: %o", async (found) => {
  result = found;
  expect(await trials().run(trial)).toEqual(found);
});

test.each([
  null,
  {},
  { outcome: "ok", value: { accessKeyId: "ASIAEXAMPLE" } },
  { outcome: "unavailable", reason: "x".repeat(201) },
  "trusted",
])("R12 a result that is none is no trust: %j", async (found) => {
  result = found;
  expect(await trials().run(trial)).toEqual({
    outcome: "unavailable",
    reason: "our check of the role gave no clear result",
  });
});

test.each([
  ["throttled", { outcome: "throttled" }],
  ["denied", { outcome: "unavailable", reason: "AWS answered AccessDeniedException" }],
  ["crashes", { outcome: "unavailable", reason: "our check of the role failed" }],
  ["talks nonsense", { outcome: "unavailable", reason: "our check of the role gave no clear result" }],
  ["redirects", { outcome: "unavailable", reason: "AWS answered TypeError" }],
  ["endless", { outcome: "unavailable", reason: "AWS answered NoAnswer" }],
] as const)("R12 the function that is %s is no verdict on the role", async (fault, expected) => {
  simulator.state.fault = fault;
  expect(await trials().run(trial)).toEqual(expected);
});

test("R12 a function that does not answer is waited for until the deadline", async () => {
  simulator.state.fault = "hanging";
  const expected = { outcome: "unavailable", reason: "AWS didn't answer in time" };
  expect(await trials("read-elasticache", 200).run(trial)).toEqual(expected);
});

test("a function that is not there is named as AWS's answer", async () => {
  const expected = { outcome: "unavailable", reason: "AWS answered ResourceNotFoundException" };
  expect(await trials("another").run(trial)).toEqual(expected);
});
