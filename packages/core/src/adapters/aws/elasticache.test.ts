import { freePort } from "@shardwatch/server/machine/ports";
import { startServer } from "@shardwatch/local/server";
import { createAwsSimulator } from "@shardwatch/local/simulators/aws/app";
import { newAws, ourCredentials } from "@shardwatch/local/simulators/aws/state";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { AccountReader, ElastiCacheApi } from "../../ports/elasticache.ts";
import { createElastiCache } from "./elasticache.ts";

const roleArn = "arn:aws:iam::111122223333:role/team/ShardwatchReadOnly";
const { app, state } = createAwsSimulator();
let api: ElastiCacheApi;
/** The same with a short deadline, for answers that it must end. */
let hasty: ElastiCacheApi;
let server: Awaited<ReturnType<typeof startServer>>;

beforeAll(async () => {
  const port = await freePort();
  server = await startServer({ name: "AWS", port, variable: "PORT", fetch: app.fetch });
  const endpoint = `http://127.0.0.1:${port}/aws`;
  const options = { region: "us-east-1", endpoint, credentials: ourCredentials, maxAttempts: 1 };
  api = createElastiCache({ ...options, deadline: 600_000 });
  hasty = createElastiCache({ ...options, deadline: 1_500 });
});
afterAll(() => server.stop());
beforeEach(() => {
  Object.assign(state, newAws(), {
    pageSize: 2,
    roles: [{ arn: roleArn, externalIds: ["our-id"] }],
    accounts: {
      "111122223333": {
        regions: ["eu-west-1", "us-gov-east-1"],
        parameterGroups: {
          tuned: {
            maxmemory: "x",
            databases: "16",
            "reserved-memory-percent": "40",
            "maxmemory-policy": "allkeys-lfu",
          },
        },
        caches: {
          "eu-west-1": [
            {
              kind: "replicationGroup",
              id: "sessions",
              clusterMode: true,
              tls: true,
              version: "7.1.0",
              nodeType: "cache.r7g.large",
              parameterGroup: "tuned",
              shards: [
                { used: 1_000, nodes: ["sessions-0001-002", "sessions-0001-001"] },
                { used: 2_000.4, nodes: ["sessions-0002-001"] },
              ],
            },
            {
              kind: "replicationGroup",
              id: "queue",
              shards: [{ used: 7, nodes: ["queue-002", "queue-001"] }],
            },
            {
              kind: "cacheCluster",
              id: "lonely",
              engine: "valkey",
              version: "8.1",
              shards: [{ nodes: ["lonely"] }],
            },
            {
              kind: "cacheCluster",
              id: "disks",
              nodeType: "cache.r6gd.xlarge",
              shards: [{ used: 9, nodes: ["disks"] }],
            },
            { kind: "cacheCluster", id: "old", engine: "memcached" },
            {
              kind: "serverless",
              id: "burst",
              version: "valkey 8.0.1",
              storageGb: 10,
              shards: [{ used: 5, nodes: [] }],
            },
            { kind: "serverless", id: "burst-memcached", engine: "memcached" },
          ],
        },
      },
    },
  });
});

const assume = (externalId?: string, by = api) =>
  by.assume({ roleArn, externalId, sessionName: "shardwatch-test" });

async function reader(by = api): Promise<AccountReader> {
  const answer = await assume("our-id", by);
  if (answer.outcome !== "ok") throw new Error(answer.outcome);
  return answer.value;
}

test("ELC22 ELC23 AWS07 a role lets in with its external ID, and not without it or with another one", async () => {
  expect(await assume("our-id")).toMatchObject({ outcome: "ok" });
  expect(await assume()).toEqual({ outcome: "denied" });
  expect(await assume("another")).toEqual({ outcome: "denied" });
});

test("AWS16 AWS21 the session is given the read calls only, and every call is one of them", async () => {
  const account = await reader();
  await account.regions();
  const caches = await account.caches("eu-west-1");
  if (caches.outcome !== "ok") throw new Error(caches.outcome);
  await account.memoryUsed(
    "eu-west-1",
    caches.value.caches.flatMap(({ gauges }) => gauges),
  );
  await account.parameters("eu-west-1", "tuned");
  const policy = JSON.parse(state.calls[0]?.parameters["Policy"] ?? "") as {
    Statement: { Action: string[] }[];
  };
  const allowed = policy.Statement.flatMap(({ Action }) => Action);
  const services: Record<string, string> = { monitoring: "cloudwatch" };
  const called = state.calls
    .slice(1)
    .map(({ service, action }) => `${services[service] ?? service}:${action}`);
  expect(new Set(called)).toEqual(new Set(allowed));
  for (const action of allowed) expect(action).toMatch(/^\w+:(Describe|GetMetricData$)/);
});

test("AWS08 AWS09 AWS12 every page of the three lists is read, with what each cache is; Memcached is left out", async () => {
  const answer = await (await reader()).caches("eu-west-1");
  expect(answer.outcome).toBe("ok");
  const caches = answer.outcome === "ok" ? answer.value.caches : [];
  expect(caches.map(({ kind, id }) => `${kind} ${id}`)).toEqual([
    "replicationGroup sessions",
    "replicationGroup queue",
    "cacheCluster lonely",
    "cacheCluster disks",
    "serverless burst",
  ]);
  expect(caches[0]).toMatchObject({
    engine: "redis",
    version: "7.1.0",
    status: "available",
    tls: true,
    clusterMode: true,
    parameterGroup: "tuned",
    gauges: [{ id: "sessions-0001-001" }, { id: "sessions-0002-001" }],
    endpoint: "clustercfg.sessions.cache.example:6379",
  });
  // When a shard has a primary, its figures are the shard's.
  expect(caches[1]).toMatchObject({ tls: null, clusterMode: false, gauges: [{ id: "queue-002" }] });
  expect(caches[4]).toMatchObject({ version: "8.0.1", tls: true, storageLimit: 10n * 1024n ** 3n });
  expect(caches[4]).toMatchObject({ encryptedAtRest: true, endpoint: "burst.serverless.cache.example:6379" });
  expect(caches[2]).toMatchObject({ replicas: 0, encryptedAtRest: null, endpoint: null });
});

test("AWS12 memory comes by the dimensions that each kind of cache has, null where there is no data", async () => {
  const account = await reader();
  const caches = await account.caches("eu-west-1");
  const gauges = caches.outcome === "ok" ? caches.value.caches.flatMap((cache) => cache.gauges) : [];
  expect(await account.memoryUsed("eu-west-1", gauges)).toEqual({
    outcome: "ok",
    value: [1_000n, 2_000n, 7n, null, 9n, 5n],
  });
  expect(await account.parameters("eu-west-1", "tuned")).toEqual({
    outcome: "ok",
    value: { reserved: { percent: 40 }, evictionPolicy: "allkeys-lfu" },
  });
});

test("AWS10 the enabled regions are asked of EC2, with a signature that names it", async () => {
  expect(await (await reader()).regions()).toEqual({ outcome: "ok", value: ["eu-west-1", "us-gov-east-1"] });
  expect(state.calls.at(-1)).toMatchObject({
    service: "ec2",
    action: "DescribeRegions",
    accountId: "111122223333",
  });
});

describe("what AWS does not answer", () => {
  test("AWS11 a region that is not enabled is refused, and so is a call that the role does not allow", async () => {
    expect(await (await reader()).caches("af-south-1")).toEqual({ outcome: "denied" });
    state.roles = [{ arn: roleArn, externalIds: ["our-id"], denied: ["DescribeRegions", "GetMetricData"] }];
    const account = await reader();
    expect(await account.regions()).toEqual({ outcome: "denied" });
    const gauges = [{ kind: "node", id: "queue-001", tiered: false } as const];
    expect(await account.memoryUsed("eu-west-1", gauges)).toEqual({ outcome: "denied" });
  });

  test.each([
    ["DescribeReplicationGroups", "replicationGroup", ["lonely", "disks", "burst"]],
    ["DescribeCacheClusters", "cacheCluster", ["sessions", "queue", "burst"]],
    ["DescribeServerlessCaches", "serverless", ["sessions", "queue", "lonely", "disks"]],
  ])("AWS11 a region that does not have %s gives its other caches", async (action, kind, others) => {
    state.faults = { [`eu-west-1/${action}`]: "unknown" };
    const answer = await (await reader()).caches("eu-west-1");
    if (answer.outcome !== "ok") throw new Error(answer.outcome);
    expect(answer.value.notOffered).toEqual([kind]);
    expect(answer.value.caches.map(({ id }) => id)).toEqual(others);
  });

  test("AWS22 a region that has none of the lists was not read", async () => {
    state.faults = { "eu-west-1": "unknown" };
    expect(await (await reader()).caches("eu-west-1")).toEqual({
      outcome: "unavailable",
      reason: "AWS answered InvalidAction",
    });
  });

  test("too many calls, errors and a foreign key are told apart, without AWS's own words", async () => {
    const account = await reader();
    state.faults = { "eu-west-1": "throttled" };
    expect(await account.caches("eu-west-1")).toEqual({ outcome: "throttled" });
    state.faults = { "eu-west-1": "error" };
    expect(await account.caches("eu-west-1")).toEqual({
      outcome: "unavailable",
      reason: "AWS answered InternalFailure",
    });
    const stranger = createElastiCache({
      region: "us-east-1",
      endpoint: "http://127.0.0.1:1",
      credentials: ourCredentials,
      maxAttempts: 1,
    });
    expect(await stranger.assume({ roleArn, externalId: "our-id", sessionName: "sw" })).toMatchObject({
      outcome: "unavailable",
    });
  });

  test.each(["hanging", "endless"] as const)(
    "R12 an answer that is %s ends, whatever was asked",
    async (fault) => {
      const by = fault === "hanging" ? hasty : api;
      const account = await reader(by);
      state.faults = { "eu-west-1": fault, "us-east-1": fault };
      const gauges = [{ kind: "node", id: "queue-001", tiered: false } as const];
      const answers = await Promise.all([
        assume("our-id", by),
        account.caches("eu-west-1"),
        account.memoryUsed("eu-west-1", gauges),
        account.parameters("eu-west-1", "tuned"),
        account.regions(),
      ]);
      for (const { outcome } of answers) expect(outcome).toBe("unavailable");
    },
  );
});
