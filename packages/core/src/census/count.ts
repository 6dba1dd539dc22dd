import type { DeploymentListItem } from "../contract/deployment/deployment.ts";
import { deploymentType } from "../contract/deployment/deployment.ts";
import { type CountedStatus, countedStatuses } from "../contract/history/census.ts";
import type { SlotColumn } from "../contract/report/slot-columns.ts";
import { shardCountsOf } from "../history/fold/shard-counts.ts";
import type { NewestCodes } from "../history/newest/newest.ts";
import { figureIn } from "../history/trail-payload.ts";
import type { Totals } from "./totals-payload.ts";

const knownStatuses: ReadonlySet<string> = new Set(countedStatuses);
const isCounted = (status: string): status is CountedStatus => knownStatuses.has(status);

const rates = ["ops", "clients", "hits", "misses"] as const satisfies readonly SlotColumn[];
type Rate = (typeof rates)[number];

const shardNames = ["ramShards", "ramShardLimit", "flashShards", "flashShardLimit"] as const;

/** Counts the deployments of an organization. @param newest the newest five-minute values by deployment */
export function count(
  items: readonly DeploymentListItem[],
  newest: ReadonlyMap<string, NewestCodes>,
): Totals {
  const types = Object.fromEntries(deploymentType.options.map((type) => [type, 0])) as Totals["types"];
  const statuses = Object.fromEntries(countedStatuses.map((status) => [status, 0])) as Totals["statuses"];
  const counted = { types: { ...types }, statuses: { ...statuses } };
  const shards = { ramShards: 0, ramShardLimit: 0, flashShards: 0, flashShardLimit: 0 };
  const memory = { used: null as number | null, limit: null as number | null };
  const sums: Record<Rate, number | null> = { ops: null, clients: null, hits: null, misses: null };
  let [databases, unlimited, measured] = [0, 0, 0];
  for (const { id, type, status, license, ...item } of items) {
    counted.types[type] += 1;
    counted.statuses[isCounted(status) ? status : "other"] += 1;
    databases += item.databaseCount;
    unlimited += unlimitedOf(item);
    memory.used = plus(memory.used, item.memoryUsed);
    memory.limit = plus(memory.limit, item.memoryLimit);
    const licensed = shardCountsOf(license);
    for (const name of shardNames) shards[name] += licensed?.[name] ?? 0;
    const columns = newest.get(id)?.deployment.columns;
    if (sumOf("ops", columns?.get("ops")) !== null) measured += 1;
    for (const rate of rates) sums[rate] = plus(sums[rate], sumOf(rate, columns?.get(rate)));
  }
  const { used: memoryUsed, limit: memoryLimit } = memory;
  return {
    ...counted,
    figures: { databases, memoryUsed, memoryLimit, unlimited, measured, ...sums, ...shards },
  };
}

/** Rows of former versions lack the number; their limit says it of a deployment that has none. */
const unlimitedOf = ({
  databaseCount,
  memoryLimit,
  facts,
}: Pick<DeploymentListItem, "databaseCount" | "memoryLimit" | "facts">): number =>
  facts?.unlimited ?? (memoryLimit === "0" ? databaseCount : 0);

const plus = (sum: number | null, value: string | number | null): number | null =>
  value === null ? sum : (sum ?? 0) + Number(value);

/** The sum of what is known; null when nothing is. */
const sumOf = (name: Rate, codes: readonly number[] = []): number | null =>
  codes.reduce<number | null>((sum, code) => plus(sum, figureIn(name, code)), null);
