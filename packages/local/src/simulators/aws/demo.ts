import { activityOf } from "./activity.ts";
import type { Account } from "./state.ts";

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
