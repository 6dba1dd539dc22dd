import type { Database, DeploymentListItem, DeploymentSource } from "@shardwatch/core/contract/deployment";

const typeLabels: Record<string, string> = {
  ENTERPRISE: "Enterprise",
  STANDALONE: "OSS (Standalone)",
  CLUSTER: "OSS (Cluster)",
  CLOUD: "Cloud",
};

/** A deployment's type as it is shown, whichever case it comes in; an unknown one is shown as it is. */
export const typeLabel = (type: string) => typeLabels[type.toUpperCase()] ?? type;

/** Where the data comes from, as it is shown. */
export const sourceLabels: Record<DeploymentSource, string> = {
  agent: "Agent",
  "redis-cloud": "Redis Cloud",
  elasticache: "ElastiCache",
};

/** A database's name, or "db {id}" when it has none. */
export const databaseName = ({ id, name }: Pick<Database, "id" | "name">) => name || `db ${id}`;

/** A day as "Jan 31, 2027" in UTC, as licences are written; a text that is no date stays as it is. */
export function day(date: string | null): string | null {
  const time = date === null ? NaN : Date.parse(date);
  return Number.isNaN(time)
    ? date
    : new Intl.DateTimeFormat("en", { dateStyle: "medium", timeZone: "UTC" }).format(time);
}

type Shards = NonNullable<DeploymentListItem["license"]>;

export type ShardFigures =
  | { kind: "used"; inUse: number; limit: number }
  /** Nothing is known but how many there may be in all. */
  | { kind: "limit"; limit: number };

/** RAM and flash shards in use of their limits together; else the licence's total limit; else nothing. */
export function shardFigures(license: Shards | null): ShardFigures | undefined {
  if (!license) return undefined;
  const limit = license.ramShardsLimit + license.flashShardsLimit;
  if (limit > 0) return { kind: "used", inUse: license.ramShardsInUse + license.flashShardsInUse, limit };
  return license.shardsLimit > 0 ? { kind: "limit", limit: license.shardsLimit } : undefined;
}

const withoutFigures = new Set(["stale", "unreachable", "denied", "loading", "unsupported"]);

/** Whether a deployment's databases and figures are from before: its source is silent or cannot read them. */
export function isLastKnown(status: string): boolean {
  return withoutFigures.has(status);
}
