import { evictsAnyKey } from "@shardwatch/core/contract/filter/severity";
import { type DemoDatabase, type DemoDeployment, gibibyte } from "./fleet.ts";

/** Where generated deployments are. */
export const regions = ["eu-central-1", "eu-west-1", "us-east-1", "us-west-2", "ap-south-1"];

const valkeyVersions = ["7.2.9", "8.0.4", "8.1.1"];
/** Node types by the smallest limit in GiB that needs them. */
const nodeTypes: [number, string][] = [
  [13, "cache.r7g.xlarge"],
  [3, "cache.r7g.large"],
  [1, "cache.t4g.medium"],
  [0, "cache.t4g.micro"],
];

/** A database with engine, policy, evictions and place, as its kind of source reports them. */
export function withFacts(
  { kind, type, region }: Pick<DemoDeployment, "type"> & { kind: string; region?: string },
  database: DemoDatabase,
  next: () => number,
): DemoDatabase {
  const [engineLuck, versionLuck, policyLuck, regionLuck] = [next(), next(), next(), next()];
  const own = kind !== "redis-cloud" && type !== "ENTERPRISE";
  const version = valkeyVersions[Math.floor(versionLuck * valkeyVersions.length)] ?? "8.1.1";
  const policy = policyOf(database.name ?? "", policyLuck);
  const evicts = evictsAnyKey(policy) && database.fill > 0.75;
  const gibibytes = (database.limit ?? 0) / gibibyte;
  const nodeType = nodeTypes.find(([least]) => gibibytes >= least)?.[1] ?? "cache.t4g.micro";
  const place = regionLuck < 0.85 ? region : regions[Math.floor((regionLuck - 0.85) * 33)];
  return {
    ...database,
    ...(own && engineLuck < 0.2 ? { engine: "valkey", version } : {}),
    ...(engineLuck > 0.92 && { version: "8.2.1" }),
    policy,
    ...(evicts && { evicting: Math.round(1_000 * database.fill) }),
    ...(kind === "elasticache" && { nodeType, ...(place !== undefined && { region: place }) }),
  };
}

const caches = /-(cache|recommendations|metrics|presence)$/;
const expiring = /-(sessions|tokens|carts|rate-limits|locks)$/;

/** Caches evict any key, and what expires anyway is evicted first. A store evicts nothing. */
function policyOf(name: string, luck: number): string {
  if (caches.test(name)) return luck < 0.7 ? "allkeys-lru" : "allkeys-lfu";
  if (expiring.test(name)) return luck < 0.6 ? "volatile-lru" : "volatile-ttl";
  return "noeviction";
}
