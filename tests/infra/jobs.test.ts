import { mkdtempSync, rmSync } from "node:fs";
import { serve, type Served } from "../support/serve.ts";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { remove } from "@shardwatch/core/offboarding/organization";
import { createSqsSimulator } from "@shardwatch/local/simulators/aws/sqs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bundleLambda } from "../../scripts/lib/bundle.mjs";
import { call, createKey, type Person, signUp, startWorld, webOrigin, type World } from "../support/world.ts";
import { invoke } from "./lambda.ts";

const workers = [
  "read-redis-cloud",
  "read-elasticache",
  "housekeeping",
  "keep-history",
  "evaluate",
  "deliver",
] as const;
const names = ["tick", "minute", ...workers] as const;
type Name = (typeof names)[number];

const folder = mkdtempSync(join(tmpdir(), "shardwatch-jobs-"));
const sqs = createSqsSimulator();
let world: World;
let root: Person;
let env: Record<string, string>;
let server: Served;
const bundles = {} as Record<Name, { file: string; gzipBytes: number }>;

beforeAll(async () => {
  for (const name of names) bundles[name] = await bundleLambda(name, folder);
  world = await startWorld();
  world.clock.time = Date.now();
  root = await signUp(world, { email: "root@example.com" });
  server = await serve(sqs.fetch);
  env = {
    AWS_REGION: "eu-central-1",
    AWS_ACCESS_KEY_ID: "ASIAEXAMPLE",
    AWS_SECRET_ACCESS_KEY: "secret-of-the-role",
    AWS_SESSION_TOKEN: "token-of-the-role",
    AWS_ENDPOINT_URL_DYNAMODB: world.database.endpoint,
    AWS_ENDPOINT_URL_SQS: server.url,
    READ_REDIS_CLOUD_QUEUE_URL: `${server.url}/123456789012/read-redis-cloud`,
    READ_ELASTICACHE_QUEUE_URL: `${server.url}/123456789012/read-elasticache`,
    HOUSEKEEPING_QUEUE_URL: `${server.url}/123456789012/housekeeping`,
    KEEP_HISTORY_QUEUE_URL: `${server.url}/123456789012/keep-history`,
    EVALUATE_QUEUE_URL: `${server.url}/123456789012/evaluate`,
    DELIVER_QUEUE_URL: `${server.url}/123456789012/deliver`,
    VAULT_KEY_ID: "key-1",
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

async function run(name: Name, event: object): Promise<unknown> {
  const { results, stdout, stderr } = await invoke<unknown>(bundles[name].file, env, [event]);
  expect(stderr).toBe("");
  expect(stdout).not.toContain("of-the-role");
  expect(results).toHaveLength(1);
  return results?.[0];
}

/** An event of a queue with these messages. */
const eventOf = (messages: readonly string[]) => ({
  Records: messages.map((body, index) => ({ messageId: `message-${index}`, body })),
});
const back = (...indexes: number[]) => ({
  batchItemFailures: indexes.map((index) => ({ itemIdentifier: `message-${index}` })),
});

/** An organization whose deletion ended after one row, as if the process had died there. */
async function halfDeleted(): Promise<string> {
  const owner = await signUp(world);
  await createKey(world, owner);
  const { accountId, organizationId } = root;
  const actor = { kind: "member", accountId, organizationId, roles: ["SUPER_ADMIN"] } as const;
  await remove({ ...world.services, actor, requestId: "request" }, owner.organizationId, 1);
  return owner.organizationId;
}
const organizations = async () => (await call(world, "GET", "/organizations", { as: root })).text();

test("OPS18 what the schedule's function puts into a queue, that queue's function finishes; what it cannot read goes back", async () => {
  const id = await halfDeleted();
  await run("tick", {});
  // The time of the day and an organization's id decide about work on history.
  const { housekeeping = [], "keep-history": _, ...others } = sqs.queues;
  expect(others).toEqual({});
  expect(housekeeping).toHaveLength(1);
  expect(await run("housekeeping", eventOf([...housekeeping, "not a job"]))).toEqual(back(1));
  expect(await organizations()).not.toContain(id);
});

test("SEC21 SYN19 each worker's function refuses the jobs of the others, so that they end in its dead letters", async () => {
  const id = await halfDeleted();
  const read = { kind: "syncIntegration", organizationId: id, integrationId: "none" };
  const jobs = [
    { ...read, source: "redis-cloud" },
    { ...read, source: "elasticache" },
    { kind: "notifyMembers", organizationId: id, announcement: "none" },
    { kind: "census", organizationId: id },
    { kind: "evaluate", organizationIds: [id], minute: 0, previous: 0, since: 0 },
    { kind: "deliver", organizationId: id, channelId: "none", deliveryId: "none" },
    { kind: "sealAnew", organizationId: id, id: "none" },
  ].map((job) => JSON.stringify(job));
  // Its owner is the worker that may open what was sealed before.
  const owners = [...workers, "read-redis-cloud"];
  for (const name of workers) {
    const others = [...jobs.keys()].filter((index) => owners[index] !== name);
    expect(await run(name, eventOf(jobs)), name).toEqual(back(...others));
  }
});

test.each(workers)("%s refuses an event that is neither of a queue nor a question it knows", async (name) => {
  for (const event of [{}, { kind: "tryRoles" }, { Records: [{ body: "no id" }] }]) {
    const { results, stderr } = await invoke(bundles[name].file, env, [event]);
    expect(results).toBeUndefined();
    expect(stderr).toContain("ZodError");
  }
});

test.each(names)("P4 the bundle of %s has at most 180 KB with gzip", (name) => {
  expect(bundles[name].gzipBytes).toBeLessThanOrEqual(180_000);
});

test("OPS19 the schedule's function without one of its queues says which", async () => {
  const variables = [
    "READ_REDIS_CLOUD",
    "READ_ELASTICACHE",
    "HOUSEKEEPING",
    "KEEP_HISTORY",
    "EVALUATE",
    "DELIVER",
  ].map((name) => `${name}_QUEUE_URL`);
  for (const variable of variables) {
    const { [variable]: _, ...incomplete } = env;
    const { results, stderr } = await invoke(bundles["tick"].file, incomplete, [{}]);
    expect(results).toBeUndefined();
    expect(stderr).toContain(`${variable}: is not set`);
  }
});
