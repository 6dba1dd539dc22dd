import type { Account, Shard } from "./state.ts";

const minutesOfDay = 24 * 60;

/** Between half and three halves of a figure over a day, with a little noise. The same minute has the same value. */
const wave = (figure: number) => (minute: number) => {
  const day = Math.sin((2 * Math.PI * minute) / minutesOfDay);
  const noise = ((minute * 7_919) % 101) / 1_000;
  return Math.round(figure * (1 + 0.45 * day + noise));
};

/**
 * What CloudWatch has of a node beside its memory, minute by minute.
 * @param clients how many it usually has; the rest follows from them
 */
const activityOf = (clients: number, keys: number): NonNullable<Shard["metrics"]> => ({
  CurrConnections: wave(clients),
  CurrItems: wave(keys),
  CacheHits: wave(clients * 900),
  CacheMisses: wave(clients * 60),
  Evictions: wave(clients / 4),
  TotalCmdsCount: wave(clients * 1_500),
});

/** The account of the demo's customer. */
export const demoAccountId = "111122223333";

const megabyte = 1024 ** 2;
const gigabyte = 1024 ** 3;

export const demoAccount: Account = {
  regions: ["eu-central-1", "eu-west-1", "us-east-1", "us-west-2", "ap-southeast-2"],
  parameterGroups: { "tuned-redis7": { "maxmemory-policy": "allkeys-lru", "reserved-memory-percent": "40" } },
  caches: {
    "eu-central-1": [
      {
        kind: "replicationGroup",
        id: "checkout-sessions",
        clusterMode: true,
        tls: true,
        encryptedAtRest: true,
        nodeType: "cache.r7g.large",
        parameterGroup: "tuned-redis7",
        shards: [1, 2, 3].map((shard) => ({
          used: (3 + shard) * gigabyte,
          metrics: activityOf(40 + shard, 900_000),
          nodes: [`checkout-sessions-000${shard}-001`, `checkout-sessions-000${shard}-002`],
        })),
      },
      {
        kind: "replicationGroup",
        id: "catalog-cache",
        engine: "valkey",
        version: "8.1.0",
        tls: true,
        nodeType: "cache.t4g.medium",
        shards: [
          {
            used: 2_100 * megabyte,
            metrics: activityOf(25, 310_000),
            nodes: ["catalog-cache-001", "catalog-cache-002"],
          },
        ],
      },
    ],
    "us-east-1": [
      {
        kind: "cacheCluster",
        id: "legacy-queue",
        version: "6.2.6",
        tls: false,
        nodeType: "cache.t3.micro",
        shards: [{ used: 120 * megabyte, metrics: activityOf(6, 12_000), nodes: ["legacy-queue"] }],
      },
      { kind: "cacheCluster", id: "page-fragments", engine: "memcached" },
      {
        kind: "serverless",
        id: "campaigns",
        storageGb: 5,
        shards: [{ used: 700 * megabyte, metrics: activityOf(90, 150_000), nodes: [] }],
      },
    ],
  },
};
