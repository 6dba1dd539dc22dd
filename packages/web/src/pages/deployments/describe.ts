import type { Database, DeploymentListItem } from "@shardwatch/core/contract/deployment";

/** A database's name, or "db {id}" when it has none. */
export const databaseName = ({ id, name }: Pick<Database, "id" | "name">) => name || `db ${id}`;

/** A day as "Jan 31, 2027" in UTC, as licences state it. A text that is no date stays as it is. */
export function day(date: string | null): string | null {
  const time = date === null ? NaN : Date.parse(date);
  return Number.isNaN(time)
    ? date
    : new Intl.DateTimeFormat("en", { dateStyle: "medium", timeZone: "UTC" }).format(time);
}

type Shards = NonNullable<DeploymentListItem["license"]>;

export type ShardFigures =
  | { kind: "used"; inUse: number; limit: number }
  /** Only the total limit is known. */
  | { kind: "limit"; limit: number };

/**
 * RAM and flash shards in use of their limits, added up. Trial licences, and licences from before version 7.2,
 * have only a total limit: then the shards in use count against that. Nothing without any limit.
 */
export function shardFigures(license: Shards | null): ShardFigures | undefined {
  if (!license) return undefined;
  const inUse = license.ramShardsInUse + license.flashShardsInUse;
  const limit = license.ramShardsLimit + license.flashShardsLimit;
  if (limit > 0) return { kind: "used", inUse, limit };
  const { shardsLimit } = license;
  if (!(shardsLimit > 0)) return undefined;
  return inUse > 0 ? { kind: "used", inUse, limit: shardsLimit } : { kind: "limit", limit: shardsLimit };
}

/** The same as text: "11/16", the limit alone, or nothing. */
export function shardText(license: Shards | null): string {
  const figures = shardFigures(license);
  if (!figures) return "";
  return figures.kind === "used" ? `${figures.inUse}/${figures.limit}` : String(figures.limit);
}

const withoutFigures = new Set(["stale", "unreachable", "denied", "loading", "unsupported"]);

/** Whether a deployment's databases and figures are old: its source is silent or cannot read them. */
export function isLastKnown(status: string): boolean {
  return withoutFigures.has(status);
}
