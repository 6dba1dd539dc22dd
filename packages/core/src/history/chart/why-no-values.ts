import type { HistoryMetric } from "../../contract/history-metrics.ts";
import type { LiveFigureName } from "../../contract/live.ts";
import type { Owned } from "../../deployment/read/owned.ts";
import { whyUnknown } from "../why-unknown.ts";
import type { DatabaseMetric } from "./metrics.ts";
import { isShardMetric } from "./shards.ts";

/** The live figure that a metric is the past of. */
const liveFigureOf: Record<DatabaseMetric, LiveFigureName> = {
  memoryUsed: "memoryUsed",
  memoryLimit: "memoryUsed",
  utilization: "memoryUsed",
  ops: "opsPerSecond",
  opsPeak: "opsPerSecond",
  clients: "clients",
  hitRatio: "hitRatio",
  evictions: "evictedPerSecond",
  expirations: "expiredPerSecond",
  keys: "keys",
  expiring: "expiring",
  fragmentation: "fragmentation",
  replicationLag: "replicationLag",
  replicationSilence: "replicationSilence",
};

interface Found {
  /** Whether any step has a word of the source. */
  isHeard: boolean;
  /** Whether any database was read. */
  isRead: boolean;
  /** Whether any key was looked up, as far as that is known. */
  hasLookups: boolean;
  /** Whether any figure but memory is known. */
  hasDetails: boolean;
  /** Whether some values of the metric's figures are known. */
  isPartly: boolean;
  now: number;
}

/** Why a metric has no value in a range, as a sentence. */
export function whyNoValues(metric: HistoryMetric, owned: Owned, found: Found): string {
  const { isHeard, isRead, isPartly, hasDetails, hasLookups, now } = found;
  if (isShardMetric(metric)) return whyNoShards(owned);
  if (metric === "utilization" && isPartly) return "Not every database has a memory limit.";
  if (metric === "hitRatio" && isPartly && !hasLookups) return "No keys were looked up.";
  return whyUnknown(liveFigureOf[metric], owned, {
    hasSlot: isHeard,
    isRead,
    isPartly,
    hasDetails,
    now,
  });
}

function whyNoShards({ type, license }: Owned): string {
  if (type !== "ENTERPRISE") return "Only Redis Enterprise has a license with shards.";
  return license
    ? "Shards are counted once a day, and were not in this time."
    : "The cluster reported no license, so its shards are not known.";
}
