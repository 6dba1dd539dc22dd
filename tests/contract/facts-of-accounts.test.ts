import type { Live } from "@shardwatch/core/contract/deployment/live";
import { maxMemory } from "@shardwatch/core/elasticache/max-memory";
import { elastiCacheAnswer } from "@shardwatch/local/simulators/aws/elasticache";
import { afterAll, test } from "vitest";
import { group, startAwsWorld } from "../support/aws-world.ts";
import { startCloudWorld } from "../support/cloud-world.ts";
import { about, expectFacts } from "../support/fact-table.ts";
import { call } from "../support/world.ts";

const redisCloud = await startCloudWorld();
const amazon = await startAwsWorld();
afterAll(async () => {
  await redisCloud.stop();
  await amazon.stop();
});

type Body = Record<string, unknown>;

test("DEX01 ENT33 every fact of a Redis Cloud subscription is what its API answers", async () => {
  const connected = await redisCloud.connectAndSync();
  const { apiKey, apiSecret } = connected.keys;
  const headers = { "x-api-key": apiKey, "x-api-secret-key": apiSecret };
  const rest = async <Answer>(path: string): Promise<Answer> =>
    (await (await fetch(`${redisCloud.cloud.apiUrl}${path}`, { headers })).json()) as Answer;
  const { subscriptions } = await rest<{ subscriptions: Body[] }>("/subscriptions");
  const own = subscriptions.find(({ name }) => name === "payments-production") ?? {};
  const [cloud] = own["cloudDetails"] as { provider: string; regions: { region: string }[] }[];
  const listed = await rest<{ subscription: { databases: Body[] }[] }>(
    `/subscriptions/${String(own["id"])}/databases`,
  );
  const bodies = (listed.subscription[0]?.databases ?? []).filter(({ protocol }) => protocol !== "memcached");
  const detail = await redisCloud.detail(connected, "payments-production");
  const live = await redisCloud.ask(connected.person, "GET", `/deployments/${detail.id}/live`);
  const { unknown } = (await live.json()) as Live;
  const each = <Answer>(of: (body: Body) => Answer) => bodies.map(of);
  const all = <Name extends keyof (typeof detail.databases)[number]>(name: Name) =>
    detail.databases.map((database) => database[name]);
  const mebibytes = (figure: unknown) =>
    figure === undefined ? null : about(Number(figure) * 2 ** 20, 0.000_001);
  const gibibytes = ({ memoryLimitInGb, datasetSizeInGb, replication }: Body) =>
    String(Number(memoryLimitInGb ?? Number(datasetSizeInGb) * (replication === true ? 2 : 1)) * 2 ** 30);
  const place = "GET …/databases";
  expectFacts([
    ["type", "the endpoint", "CLOUD", detail.type],
    ["status", "GET /subscriptions", own["status"], detail.status],
    ["plan", "the endpoint", "Pro", detail.cloudSubscription?.subscriptionType],
    ["provider", "GET /subscriptions", cloud?.provider, detail.cloudSubscription?.provider],
    [
      "regions",
      "GET /subscriptions",
      cloud?.regions.map(({ region }) => region),
      detail.cloudSubscription?.regions,
    ],
    ["names", place, each(({ name }) => name), all("name")],
    ["region", place, each(({ region }) => region), all("region")],
    [
      "versions",
      place,
      each(({ redisVersion, redisVersionCompliance }) => redisVersion ?? redisVersionCompliance),
      all("version"),
    ],
    ["eviction policies", place, each(({ dataEvictionPolicy }) => dataEvictionPolicy), all("evictionPolicy")],
    ["persistence", place, each(({ dataPersistence }) => dataPersistence), all("persistence")],
    ["replicas", place, each(({ replication }) => Number(replication)), all("replicas")],
    ["modules", place, each(({ modules }) => (modules as Body[]).map(({ name }) => name)), all("modules")],
    ["data tiering", place, each(({ memoryStorage }) => memoryStorage === "ram-and-flash"), all("tiered")],
    [
      "Active-Active",
      place,
      each(({ activeActiveRedis }) => activeActiveRedis === true),
      all("activeActive"),
    ],
    ["endpoints", place, each(({ publicEndpoint }) => publicEndpoint), all("endpoint")],
    ["TLS", place, each(({ security }) => (security as Body)["enableTls"]), all("tlsEnabled")],
    ["memory used", place, each(({ memoryUsedInMb }) => mebibytes(memoryUsedInMb)), all("memoryUsed")],
    ["memory limit", place, each(gibibytes), all("memoryLimit")],
    [
      "unknown figures",
      "its API has memory only",
      ["Redis Cloud's API reports memory only."],
      [...new Set(unknown.filter(({ figure }) => figure !== "memoryUsed").map(({ reason }) => reason))],
    ],
  ]);
});

test("DEX01 every fact of an ElastiCache cache is what AWS's lists answer", async () => {
  const { aws, world, connect, deployment } = amazon;
  const region = "eu-west-1";
  const cache = group("sessions", 123_456_789, {
    engine: "valkey",
    version: "8.0.1",
    parameterGroup: "own",
    encryptedAtRest: true,
  });
  const at = await connect({
    regions: [region],
    caches: { [region]: [cache] },
    parameterGroups: { own: { "maxmemory-policy": "volatile-ttl", "reserved-memory-percent": "25" } },
  });
  const body = async (action: string, form = {}) =>
    await elastiCacheAnswer(aws.state, at.account, region, action, new URLSearchParams(form)).text();
  const [groups, nodes, parameters] = await Promise.all([
    body("DescribeReplicationGroups"),
    body("DescribeCacheClusters"),
    body("DescribeCacheParameters", { CacheParameterGroupName: "own" }),
  ]);
  const tag = (xml: string, name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
  const policy = /<ParameterName>maxmemory-policy<\/ParameterName><ParameterValue>([^<]*)/.exec(
    parameters,
  )?.[1];
  const members = groups.match(/<CacheClusterId>/g)?.length ?? 0;
  const { databases, type } = await deployment(at);
  const [database] = databases;
  const whole = maxMemory[tag(groups, "CacheNodeType") ?? ""] ?? 0;
  const answer = await call(world, "GET", `/deployments/${at.id}/live`, { as: at.person });
  const { unknown } = (await answer.json()) as Live;
  const list = "DescribeReplicationGroups";
  expectFacts([
    ["type", list, tag(groups, "ClusterEnabled") === "false" && "STANDALONE", type],
    ["name", list, tag(groups, "ReplicationGroupId"), database?.name],
    ["status", list, tag(groups, "Status") === "available" && "active", database?.status],
    ["engine", list, tag(groups, "Engine"), database?.engine],
    ["node type", list, tag(groups, "CacheNodeType"), database?.nodeType],
    ["data tiering", list, tag(groups, "CacheNodeType")?.startsWith("cache.r6gd."), database?.tiered],
    ["replicas", list, members - 1, database?.replicas],
    ["encryption in transit", list, tag(groups, "TransitEncryptionEnabled") === "true", database?.tlsEnabled],
    [
      "encryption at rest",
      list,
      tag(groups, "AtRestEncryptionEnabled") === "true",
      database?.encryptedAtRest,
    ],
    ["endpoint", list, `${tag(groups, "Address")}:${tag(groups, "Port")}`, database?.endpoint],
    ["version", "DescribeCacheClusters", tag(nodes, "EngineVersion"), database?.version],
    ["eviction policy", "DescribeCacheParameters", policy, database?.evictionPolicy],
    ["region", "the account", region, database?.region],
    ["memory used", "CloudWatch", "123456789", database?.memoryUsed],
    ["memory limit", "the node type, less a quarter", about(whole * 0.75, 0.001), database?.memoryLimit],
    [
      "unknown figures",
      "CloudWatch bills them",
      [
        "Only memory is collected. Turn on detailed history in Sources (CloudWatch charges apply).",
        "CloudWatch's figures that are read do not include it.",
      ],
      [...new Set(unknown.filter(({ figure }) => figure !== "memoryUsed").map(({ reason }) => reason))],
    ],
  ]);
});
