import { mkdtempSync, rmSync } from "node:fs";
import { serve } from "../support/serve.ts";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { HttpEvent } from "@shardwatch/functions/agent-report/http-event";
import { createAwsSimulator } from "@shardwatch/local/simulators/aws/app";
import { createLambdaSimulator } from "@shardwatch/local/simulators/aws/lambda";
import { createSqsSimulator } from "@shardwatch/local/simulators/aws/sqs";
import { ourCredentials } from "@shardwatch/local/simulators/aws/state";
import { afterAll, expect, test } from "vitest";
import { bundleLambda } from "../../scripts/lib/bundle.mjs";
import { externalIdOf, roleOf } from "../support/aws.ts";
import { type Person, signUp, startWorld, webOrigin } from "../support/world.ts";
import { invoke, recorded } from "./lambda.ts";

/*
 * The bundle of manage and the one that it has try a role, with Lambda, STS and SQS between them. Manage gets the
 * address of STS too, and would call it if it could.
 */
const folder = mkdtempSync(join(tmpdir(), "shardwatch-trial-"));
const world = await startWorld();
world.clock.time = Date.now();
const aws = createAwsSimulator();
const sqs = createSqsSimulator();
const lambda = createLambdaSimulator({ "read-elasticache": (event) => runReader(event) });
const servers: { stop(): Promise<void> }[] = [];

async function urlOf(fetch: (request: Request) => Response | Promise<Response>): Promise<string> {
  const server = await serve(fetch);
  servers.push(server);
  return server.url;
}
const sqsUrl = await urlOf(sqs.fetch);
const env: Record<string, string> = {
  AWS_REGION: "us-east-1",
  AWS_ACCESS_KEY_ID: ourCredentials.accessKeyId,
  AWS_SECRET_ACCESS_KEY: ourCredentials.secretAccessKey,
  AWS_SESSION_TOKEN: "token-of-the-role",
  AWS_ENDPOINT_URL_DYNAMODB: world.database.endpoint,
  AWS_ENDPOINT_URL_STS: await urlOf(aws.app.fetch),
  TABLE_NAME: world.database.tableName,
  ENVIRONMENT: "production",
  WEB_ORIGIN: webOrigin,
  PROVIDER_API_URL: "http://127.0.0.1:9/api/v1",
  ELASTICACHE: "on",
  AWS_ACCOUNT_ID: "123456789012",
};
const manageEnv = {
  ...env,
  AWS_ENDPOINT_URL_LAMBDA: await urlOf(lambda.fetch),
  AWS_ENDPOINT_URL_SQS: sqsUrl,
  READ_REDIS_CLOUD_QUEUE_URL: `${sqsUrl}/123456789012/read-redis-cloud`,
  READ_ELASTICACHE_QUEUE_URL: `${sqsUrl}/123456789012/read-elasticache`,
  HOUSEKEEPING_QUEUE_URL: `${sqsUrl}/123456789012/housekeeping`,
  KEEP_HISTORY_QUEUE_URL: `${sqsUrl}/123456789012/keep-history`,
  EVALUATE_QUEUE_URL: `${sqsUrl}/123456789012/evaluate`,
  DELIVER_QUEUE_URL: `${sqsUrl}/123456789012/deliver`,
  ROLE_TRIAL_FUNCTION: "read-elasticache",
};
const [manage, reader] = [
  await bundleLambda("manage", folder),
  await bundleLambda("read-elasticache", folder),
];

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  for (const server of servers) await server.stop();
  await world.stop();
});

async function runReader(event: unknown): Promise<unknown> {
  const { results, stderr } = await invoke<unknown>(reader.file, env, [event as object]);
  if (!results) throw new Error(stderr);
  return results[0];
}

async function connect(person: Person, roleArn: string): Promise<{ status: number; text: string }> {
  const event = recorded("deployments", { cookie: `__Host-shardwatch_session=${person.session.reveal()}` });
  const http = { ...event.requestContext.http, method: "POST", path: "/api/elasticache" };
  const headers = { ...event.headers, origin: webOrigin, "content-type": "application/json" };
  const body = JSON.stringify({ roleArn, externalId: await externalIdOf(world, person) });
  const post = {
    ...event,
    headers,
    body,
    rawPath: "/api/elasticache",
    requestContext: { ...event.requestContext, http },
  } as HttpEvent;
  const { results, stderr } = await invoke(manage.file, manageEnv, [post]);
  expect(stderr).toBe("");
  return { status: results?.[0]?.statusCode ?? 0, text: results?.[0]?.body ?? "" };
}

test("AWS07 ELC22 SEC21 the API has a role tried by the function that may assume it, without a secret, and queues its first reading there", async () => {
  const person = await signUp(world);
  const externalId = await externalIdOf(world, person);
  const roleArn = roleOf("111122223333");
  expect(await connect(person, roleArn)).toMatchObject({
    status: 400,
    text: expect.stringContaining("ROLE_DENIED"),
  });
  aws.state.roles.push({ arn: roleArn, externalIds: [externalId] });
  expect(await connect(person, roleArn)).toMatchObject({ status: 201 });

  const trial = { kind: "tryRole", roleArn, externalId, sessionName: expect.any(String) };
  expect(lambda.state.events).toEqual([trial, trial]);
  expect(lambda.state.sessionTokens).toEqual(["token-of-the-role", "token-of-the-role"]);
  expect(aws.state.calls.map(({ action }) => action)).toEqual(Array.from({ length: 4 }, () => "AssumeRole"));
  expect(Object.keys(sqs.queues)).toEqual(["read-elasticache"]);
  expect(JSON.parse(sqs.messages[0] ?? "")).toMatchObject({ kind: "syncIntegration", source: "elasticache" });
});

test("SEC21 a trial that AWS does not let the API ask for ends as 503, and nothing is connected", async () => {
  const person = await signUp(world);
  lambda.state.fault = "denied";
  aws.state.calls.length = 0;
  const { status, text } = await connect(person, roleOf("222233334444"));
  expect(status).toBe(503);
  expect(text).toContain("Couldn't reach AWS: AWS answered AccessDeniedException.");
  expect(text).not.toContain("secret-looking");
  expect(aws.state.calls, "the API has no way of its own to STS").toEqual([]);
});

test("OPS19 the API that connects AWS accounts without a function that tries roles does not start", async () => {
  const { ROLE_TRIAL_FUNCTION: _, ...incomplete } = manageEnv;
  const { results, stderr } = await invoke(manage.file, incomplete, [recorded("health")]);
  expect(results).toBeUndefined();
  expect(stderr).toContain("ROLE_TRIAL_FUNCTION: is not set");
});
