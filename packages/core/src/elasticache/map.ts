import type { Database } from "../contract/deployment/deployment.ts";
import { parseRoleArn } from "../contract/source/role-arn.ts";
import { truncateDatabases } from "../deployment/ingest/truncate-databases.ts";
import type { Observation } from "../deployment/rows/observation.ts";
import { foreignName, foreignText } from "../kit/foreign-text.ts";
import type { Cache, ReservedMemory } from "../ports/elasticache.ts";
import type { ElastiCacheRow } from "./elasticache.table.ts";
import { maxMemory } from "./max-memory.ts";

export const accountOf = (roleArn: string): string => parseRoleArn(roleArn)?.accountId ?? "";

export const deploymentName = (roleArn: string): string => `ElastiCache ${accountOf(roleArn)}`;

/**
 * An account as one deployment. Its caches are the databases.
 * @param isCluster whether any cache is in cluster mode
 */
export function toObservation(
  { id, roleArn, detailed }: Pick<ElastiCacheRow, "id" | "roleArn" | "detailed">,
  databases: readonly Database[],
  isCluster: boolean,
  gaps: readonly string[],
): Observation & { databases: Database[] } {
  const shown = truncateDatabases(distinctNames(databases.toSorted(byId)));
  const cut = databases.length - shown.length;
  return {
    id,
    name: deploymentName(roleArn),
    type: isCluster ? "CLUSTER" : "STANDALONE",
    status: "active",
    statusMessage: null,
    databases: shown,
    license: null,
    cloudSubscription: null,
    enterpriseAdminUrl: null,
    gaps: cut > 0 ? [...gaps, `${cut} more caches aren't shown`] : gaps,
    ...(detailed && { detailedHistory: true }),
  };
}

const byId = (left: Database, right: Database) => (left.id < right.id ? -1 : 1);

/** Names are unique within a region only. Caches with the same name get their region in front. */
function distinctNames(databases: readonly Database[]): Database[] {
  const counts = new Map<string, number>();
  for (const { id } of databases) counts.set(nameOf(id), (counts.get(nameOf(id)) ?? 0) + 1);
  return databases.map((database) => {
    const name = nameOf(database.id);
    return { ...database, name: (counts.get(name) ?? 0) > 1 ? `${name} (${regionOf(database.id)})` : name };
  });
}

const kinds = { replicationGroup: "rg", cacheCluster: "cc", serverless: "sl" } as const;

/**
 * "eu-west-1/rg/sessions": unique in an account. A cache that is created again under its name is the same
 * database.
 */
export const databaseId = (region: string, { kind, id }: Pick<Cache, "kind" | "id">): string =>
  `${region}/${kinds[kind]}/${id}`;

export const regionOf = (id: string): string => id.slice(0, id.indexOf("/"));

/** Whether a database is a cache of one of these kinds. */
export const isOfKind = (id: string, among: readonly Cache["kind"][]): boolean =>
  among.some((kind) => id.startsWith(`${regionOf(id)}/${kinds[kind]}/`));

/**
 * The name for people is cleaned. The id keeps AWS's spelling, because two cleaned ids could become equal.
 */
const nameOf = (id: string): string => foreignName(id.slice(id.lastIndexOf("/") + 1), longestName);
const longestName = 200;

/** Caches in other states have no figures, and each metric read costs the customer money. */
const measured = new Set(["available", "modifying", "snapshotting"]);
export const hasFigures = ({ status }: Cache): boolean => measured.has(status);

/** What is known of a cache's parameter group. */
export interface CacheGroup {
  reserved: ReservedMemory;
  evictionPolicy: string | null;
}

/** A cache as a database; undefined for a deleted cache. */
export function toDatabase(
  region: string,
  cache: Cache,
  memoryUsed: bigint | null,
  { reserved, evictionPolicy }: CacheGroup,
): Database | undefined {
  if (cache.status === "deleted") return undefined;
  return {
    id: databaseId(region, cache),
    name: nameOf(cache.id),
    status: statusOf(cache.status),
    version: cache.version === null ? null : foreignText(cache.version, 64),
    memoryUsed: memoryUsed === null ? null : memoryUsed.toString(),
    memoryLimit: limitOf(cache, reserved)?.toString() ?? null,
    tlsEnabled: cache.tls,
    engine: cache.engine === "valkey" ? "valkey" : "redis",
    evictionPolicy,
    nodeType: cache.nodeType === null ? null : foreignText(cache.nodeType, 60),
    region,
    replicas: cache.replicas,
    encryptedAtRest: cache.encryptedAtRest,
    tiered: cache.gauges.length === 0 ? null : cache.gauges.some(({ tiered }) => tiered),
    endpoint: cache.endpoint,
  };
}

const working = new Set(["available", "modifying", "snapshotting", "rebooting cluster nodes"]);

function statusOf(status: string): string {
  if (working.has(status)) return "active";
  if (status === "creating") return "pending";
  return status === "deleting" ? "deleting" : "error";
}

/** AWS reserves a quarter of a node's memory unless a parameter group sets another value. */
export const usualReserve: ReservedMemory = { percent: 25 };

/** Bytes over all shards. Replicas do not count, because they hold the same data. Null when not known. */
function limitOf({ nodeType, gauges, storageLimit }: Cache, reserved: ReservedMemory): bigint | null {
  if (nodeType === null) return storageLimit;
  const whole = maxMemory[nodeType];
  if (whole === undefined || gauges.length === 0) return null;
  const node =
    "percent" in reserved
      ? BigInt(Math.floor((whole * (100 - reserved.percent)) / 100))
      : BigInt(whole) - reserved.bytes;
  return node > 0n ? node * BigInt(gauges.length) : null;
}
