import { createElastiCache } from "@shardwatch/core/adapters/aws/elasticache";
import { listRegions } from "@shardwatch/core/adapters/aws/elasticache-regions";
import { createKmsVault } from "@shardwatch/core/adapters/aws/kms-vault";
import { createLambdaRoleTrials } from "@shardwatch/core/adapters/aws/lambda-role-trials";
import { createSqsQueue } from "@shardwatch/core/adapters/aws/sqs";
import { Secret } from "@shardwatch/core/kit/secret";
import { ourCredentials } from "@shardwatch/local/simulators/aws/state";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { post } from "../support/browser.ts";
import { startElsewhere, startRedirecting } from "../support/elsewhere.ts";
import { startProvider } from "../support/provider.ts";
import { keysOf, startCloud } from "../support/redis-cloud.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, signUp } from "../support/world.ts";
import { patience } from "../support/patience.ts";

let status = 307;
const elsewhere = await startElsewhere();
const redirecting = await startRedirecting(elsewhere.url, () => status);
const [provider, cloud] = [await startProvider(), await startCloud()];
const world = await worldOfFile({ identity: provider.identity, accounts: { "redis-cloud": cloud.api } });
afterAll(async () => {
  for (const server of [elsewhere, redirecting, provider, cloud]) await server.stop();
});

/** Only this address received the credentials. */
const awsOptions = {
  region: "us-east-1",
  endpoint: redirecting.url,
  credentials: ourCredentials,
  maxAttempts: 1,
};
const moved = () => ({ movedTo: elsewhere.url, movedStatus: status });

describe.each([301, 302, 303, 307, 308])("a redirect by %i is not followed", (code) => {
  beforeEach(() => {
    status = code;
    elsewhere.arrived.length = 0;
  });
  afterEach(() => {
    expect(elsewhere.arrived, "what arrived at another origin").toEqual([]);
  });

  test("SEC06 R12 the keys of Redis Cloud go to the configured address only, and the account is not connected", async () => {
    await cloud.control({ every: "moved", ...moved() });
    const as = await signUp(world);
    expect((await call(world, "POST", "/redis-cloud", { as, body: keysOf(1) })).status).toBe(503);
    const list = await call(world, "GET", "/redis-cloud", { as });
    expect(await list.json()).toEqual({ redisClouds: [] });
  });

  test("SEC06 EXT14 R12 the provider's session goes to the configured address only, and signs nobody in", async () => {
    await provider.control({ mode: "normal" });
    const JSESSIONID = await provider.signIn("admin@example.com");
    await provider.control({ mode: "moved", ...moved() });
    for (const path of ["/auth/login", "/me"])
      expect((await post(world, path, { JSESSIONID })).status, path).toBe(503);
    expect((await post(world, "/auth/logout", { JSESSIONID })).status).toBe(204);
  });

  test("SEC06 R12 what is signed for AWS goes to the configured address only", async () => {
    const role = { roleArn: "arn:aws:iam::111122223333:role/x", externalId: "one", sessionName: "test" };
    const assumed = await createElastiCache(awsOptions).assume(role);
    expect(assumed.outcome).toBe("unavailable");
    const credentials = { accessKeyId: "ASIAEXAMPLE", secretAccessKey: "s", sessionToken: "t" };
    const requestHandler = { connectionTimeout: patience, requestTimeout: patience };
    const session = {
      endpoint: redirecting.url,
      maxAttempts: 1,
      deadline: patience,
      credentials,
      requestHandler,
    };
    expect((await listRegions(session, "us-east-1")).outcome).toBe("unavailable");
    const vault = createKmsVault("arn:aws:kms:us-east-1:123456789012:key/vault", awsOptions);
    await expect(vault.seal(new Secret("text"), "rcl_1")).rejects.toThrow();
    const queueUrls = {
      "read-redis-cloud": redirecting.url,
      "read-elasticache": redirecting.url,
      housekeeping: redirecting.url,
      "keep-history": redirecting.url,
      evaluate: redirecting.url,
    };
    const queue = createSqsQueue(queueUrls, awsOptions);
    const job = { kind: "finishOrganizationDeletion", organizationId: "org_1" } as const;
    await expect(queue.send([job])).rejects.toThrow();
    const trials = createLambdaRoleTrials({ ...awsOptions, functionName: "read-elasticache" });
    expect((await trials.run({ kind: "tryRole", ...role })).outcome).toBe("unavailable");
  });
});
