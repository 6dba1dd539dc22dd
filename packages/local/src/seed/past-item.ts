import type { DeploymentListItem } from "@shardwatch/core/contract/deployment/deployment";
import type { SlotDeployment } from "@shardwatch/core/history/trail-payload";
import { databasesAt, type DeploymentPast, shardsAt, statusAt } from "./past-events.ts";
import { pastColumns } from "./past-figures.ts";

/** Figures of the databases of a deployment. */
export type PastColumns = NonNullable<SlotDeployment["databases"]>;

/** A demo deployment as the list showed it at a time that is over. Its versions are those of today. */
export const itemAt = (item: DeploymentListItem, past: DeploymentPast, at: number): DeploymentListItem =>
  itemFrom(item, past, at, lastColumns(past, at));

/** The figures that were known of a deployment at a time. A source that is silent leaves the last ones. */
export const lastColumns = (past: DeploymentPast, at: number): PastColumns =>
  pastColumns(past, Math.min(at, past.until));

/** The same with figures that are known already. */
export function itemFrom(
  item: DeploymentListItem,
  past: DeploymentPast,
  at: number,
  { used = [], limit = [] }: PastColumns,
): DeploymentListItem {
  const { evicted: _evicted, fullest: _fullest, statusSince: _since, ...rest } = item;
  const count = databasesAt(past, at);
  return {
    ...rest,
    status: statusAt(past, at) ?? "stale",
    statusMessage: null,
    lastUpdated: new Date(at).toISOString(),
    databaseCount: count,
    databases: item.databases.slice(0, count),
    memoryUsed: sumOf(used),
    memoryLimit: sumOf(limit),
    license: licenseAt(item.license, past, at),
  };
}

/** The bytes that are known; null when none are. */
function sumOf(column: readonly (number | null)[]): string | null {
  const known = column.filter((value) => value !== null);
  return known.length === 0 ? null : String(Math.round(known.reduce((sum, value) => sum + value, 0)));
}

/** The license at a time: the shards in use have become more, and it was renewed. */
export function licenseAt(
  license: DeploymentListItem["license"],
  past: DeploymentPast,
  at: number,
): DeploymentListItem["license"] {
  if (!license) return null;
  const { renewal } = past;
  const expirationDate = renewal && at < renewal.at ? renewal.before : license.expirationDate;
  return { ...license, expirationDate, ramShardsInUse: shardsAt(past, license.ramShardsInUse, at) };
}
