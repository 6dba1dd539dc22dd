import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { remove } from "@shardwatch/core/offboarding/organization";
import { freePort } from "@shardwatch/local/ports";
import { startServer } from "@shardwatch/local/server";
import { createSqsSimulator } from "@shardwatch/local/simulators/aws/sqs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bundleLambda } from "../../scripts/lib/bundle.mjs";
import { call, createKey, type Person, signUp, startWorld, webOrigin, type World } from "../support/world.ts";
import { invoke } from "./lambda.ts";

const folder = mkdtempSync(join(tmpdir(), "shardwatch-jobs-"));
const sqs = createSqsSimulator();
let world: World;
let root: Person;
let env: Record<string, string>;
let server: Awaited<ReturnType<typeof startServer>>;
const bundles: Record<string, { file: string; gzipBytes: number }> = {};

beforeAll(async () => {
  for (const name of ["tick", "work"]) bundles[name] = await bundleLambda(name, folder);
  world = await startWorld();
  world.clock.time = Date.now();
  root = await signUp(world, { email: "root@example.com" });
  const port = await freePort();
  server = await startServer({ name: "SQS", port, variable: "PORT", fetch: sqs.fetch });
  env = {
    AWS_REGION: "eu-central-1",
    AWS_ACCESS_KEY_ID: "ASIAEXAMPLE",
    AWS_SECRET_ACCESS_KEY: "secret-of-the-role",
    AWS_SESSION_TOKEN: "token-of-the-role",
    AWS_ENDPOINT_URL_DYNAMODB: world.database.endpoint,
    AWS_ENDPOINT_URL_SQS: `http://127.0.0.1:${port}`,
    QUEUE_URL: `http://127.0.0.1:${port}/123456789012/Jobs`,
    TABLE_NAME: world.database.tableName,
    ENVIRONMENT: "production",
    WEB_ORIGIN: webOrigin,
    PROVIDER_API_URL: "http://127.0.0.1:9/api/v1",
  };
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await server.stop();
  await world.stop();
});

async function run(name: string, event: object): Promise<unknown> {
  const { results, stdout, stderr } = await invoke<unknown>(bundles[name]?.file ?? "", env, [event]);
  expect(stderr).toBe("");
  expect(stdout).not.toContain("of-the-role");
  expect(results).toHaveLength(1);
  return results?.[0];
}

test("OPS18 what the schedule's function puts into the queue, the worker's function finishes; what it cannot read goes back", async () => {
  const owner = await signUp(world);
  await createKey(world, owner);
  const { accountId, organizationId } = root;
  const actor = { kind: "member", accountId, organizationId, roles: ["SUPER_ADMIN"] } as const;
  await remove({ ...world.services, actor, requestId: "request" }, owner.organizationId, 1);

  await run("tick", {});
  expect(sqs.messages).toHaveLength(1);
  const Records = [...sqs.messages, "not a job"].map((body, index) => ({
    messageId: `message-${index}`,
    body,
  }));
  expect(await run("work", { Records })).toEqual({ batchItemFailures: [{ itemIdentifier: "message-1" }] });

  const list = await call(world, "GET", "/organizations", { as: root });
  expect(await list.text()).not.toContain(owner.organizationId);
});

test.each(["tick", "work"])("P4 the bundle of %s has at most 180 KB with gzip", (name) => {
  expect(bundles[name]?.gzipBytes).toBeLessThanOrEqual(180_000);
});

test("OPS19 the schedule's function without a queue says so", async () => {
  const { QUEUE_URL: _, ...incomplete } = env;
  const { results, stderr } = await invoke(bundles["tick"]?.file ?? "", incomplete, [{}]);
  expect(results).toBeUndefined();
  expect(stderr).toContain("QUEUE_URL");
});
