import type { RedisCloud } from "../contract/source/redis-cloud.ts";
import { cloudCallBudget } from "../contract/source/redis-cloud-limits.ts";
import type { CloudSubscription, Database } from "../contract/deployment/deployment.ts";
import { truncateDatabases } from "../deployment/ingest/truncate-databases.ts";
import type { Observation } from "../deployment/rows/observation.ts";
import { lastDataOf } from "../integration/row.ts";
import { readProgress } from "../integration/progress.ts";
import { readSteps } from "../integration/steps.ts";
import { agreed } from "../kit/agreed.ts";
import { sumBytes } from "../kit/bytes.ts";
import { cleanText } from "../kit/foreign-text.ts";
import { isoOrNull } from "../kit/time.ts";
import type { CloudDatabase, CloudFamily, CloudMemory, Subscription } from "../ports/redis-cloud.ts";
import { revisionOf } from "../table/revision.ts";
import type { RedisCloudRow } from "./redis-cloud.table.ts";

/** The integration as the API shows it to its organization, without its keys. */
export function toRedisCloud(row: RedisCloudRow, now: number): RedisCloud {
  const { id, name, accountId, accountName, status, lastError, subscriptions, databases } = row;
  return {
    id,
    name: cleanText(name),
    redisCloudAccountId: accountId,
    accountName: accountName === undefined ? null : cleanText(accountName),
    createdAt: new Date(row.createdAt).toISOString(),
    createdBy: row.createdBy,
    ...(row.managedBy && { managedBy: row.managedBy }),
    revision: revisionOf(row),
    lastUsed: isoOrNull(row.lastUsedAt),
    status,
    lastSyncAt: isoOrNull(row.lastSyncAt),
    lastDataAt: isoOrNull(lastDataOf(row)),
    nextSyncAt: isoOrNull(row.nextSyncAt),
    lastError: lastError ?? null,
    found: subscriptions === undefined ? null : { subscriptions, databases: databases ?? 0 },
    steps: readSteps(row.steps),
    progress: readProgress(row, now),
    calls: row.calls === undefined ? null : { used: row.calls, budget: cloudCallBudget },
  };
}

/** The names that Redis Cloud's own pages use. */
const subscriptionType: Record<CloudFamily, string> = { flexible: "Pro", fixed: "Essentials" };

/** The subscription's page in Redis Cloud's console. */
const consoleLink = (id: string): string => `https://cloud.redis.io/#/subscriptions/subscription/${id}/bdb`;

/**
 * One subscription as one deployment.
 * @param databases undefined when they could not be read; then the last known ones stay
 */
export function toObservation(
  id: string,
  family: CloudFamily,
  subscription: Subscription,
  databases: readonly CloudDatabase[] | undefined,
): Observation {
  const { name, status } = subscription;
  const [region = null] = subscription.regions.length === 1 ? subscription.regions : [];
  const found = databases
    ?.filter(({ protocol }) => protocol !== "memcached")
    .map((database) => toDatabase(database, region));
  const shown = found && truncateDatabases(found);
  const cut = (found?.length ?? 0) - (shown?.length ?? 0);
  return {
    id,
    name: name ?? `Subscription ${subscription.id}`,
    type: "CLOUD",
    status,
    statusMessage: status === "active" ? null : `Redis Cloud reports: ${status}`,
    databases: shown,
    license: null,
    cloudSubscription: toCloudSubscription(family, subscription),
    enterpriseAdminUrl: null,
    gaps: shown && (cut > 0 ? [`${cut} more databases aren't shown`] : []),
  };
}

function toCloudSubscription(
  family: CloudFamily,
  { id, provider, regions }: Subscription,
): CloudSubscription {
  return { subscriptionType: subscriptionType[family], provider, regions, link: consoleLink(id) };
}

/** @param region the only one of its subscription */
function toDatabase(database: CloudDatabase, region: string | null): Database {
  const { id, name, status, version, tls, parts } = database;
  const isActiveActive = parts.length > 0;
  return {
    id,
    name,
    status,
    version: version ?? parts.find((part) => part.version !== null)?.version ?? null,
    memoryUsed: isActiveActive ? sumBytes(parts.map(used)) : used(database),
    memoryLimit: isActiveActive
      ? sumBytes(parts.map((part) => limit(part, database.replication)))
      : (limit(database, database.replication) ?? bytes(database.planMemoryLimitInMb, mebibyte)),
    tlsEnabled: tls ?? agreed(parts.map((part) => part.tls)),
    engine: "redis",
    evictionPolicy: database.evictionPolicy ?? agreed(parts.map((part) => part.evictionPolicy)),
    region: isActiveActive ? null : (database.region ?? region),
    persistence: database.persistence,
    replicas: isActiveActive ? null : Number(database.replication),
    modules: database.modules,
    activeActive: database.activeActive,
    tiered: database.tiered,
    endpoint: database.endpoint,
  };
}

/** Redis Cloud's MB and GB are binary. */
const mebibyte = 2 ** 20;
const gibibyte = 2 ** 30;

const used = ({ memoryUsedInMb }: CloudMemory) => bytes(memoryUsedInMb, mebibyte);

/**
 * All memory that a database may use, replicas included, because the memory used includes them. Newer answers
 * only hold the size of the data set. With replication, the limit is twice that size.
 */
function limit({ memoryLimitInGb, datasetSizeInGb }: CloudMemory, replication: boolean): string | null {
  if (memoryLimitInGb !== null) return bytes(memoryLimitInGb, gibibyte);
  return bytes(datasetSizeInGb, gibibyte * (replication ? 2 : 1));
}

/** An amount of a unit in whole bytes, as a decimal string; null for an implausible amount. */
function bytes(amount: number | null, unit: number): string | null {
  if (amount === null) return null;
  const rounded = Math.round(amount * unit);
  return rounded < 2 ** 63 ? BigInt(rounded).toString() : null;
}
