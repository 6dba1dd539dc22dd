import { type Described, one } from "./described.ts";
import { servers } from "./servers.ts";

/** What we read of accounts. */
const accounts: readonly Described[] = [
  {
    key: "catalogue",
    name: "catalogue",
    source: "redis-cloud",
    type: "CLOUD",
    databases: [
      one({
        id: "51",
        name: "catalogue-main",
        version: "7.4",
        used: 3_000,
        limit: 4_000,
        policy: "volatile-lru",
      }),
      one({
        id: "52",
        name: "catalogue-search",
        version: "8.0",
        used: 600,
        limit: 1_000,
        policy: "volatile-lru",
      }),
    ].map((database) => ({ ...database, region: "eu-west-1", persistence: "aof-every-1-second" })),
    plan: { type: "Pro", provider: "AWS", regions: ["eu-west-1"] },
  },
  {
    key: "campaign",
    name: "campaign",
    source: "redis-cloud",
    type: "CLOUD",
    databases: [
      one({
        id: "61",
        name: "campaign-db",
        version: "7.2",
        used: 240,
        limit: 250,
        policy: "noeviction",
        tls: false,
      }),
    ],
    plan: { type: "Essentials", provider: "GCP", regions: ["us-east1"] },
  },
  {
    key: "aws",
    name: "ElastiCache 222233334444",
    source: "elasticache",
    type: "CLUSTER",
    databases: [
      one({
        id: "eu-west-1/rg/carts",
        name: "carts",
        engine: "valkey",
        version: "8.0.1",
        used: 2_000,
        limit: 10_000,
      }),
      one({
        id: "us-east-1/rg/feeds",
        name: "feeds",
        version: "6.2.6",
        used: 900,
        limit: 3_000,
        policy: "volatile-lru",
      }),
    ].map((database) => ({
      ...database,
      region: database.id.split("/")[0] ?? "",
      nodeType: "cache.r7g.large",
    })),
  },
];

/** What the end of the morning looks like. */
export const fleet: readonly Described[] = [...servers, ...accounts];
