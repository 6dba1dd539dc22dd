import { figures, type HistoryMetric } from "../../contract/catalogue/figures.ts";
import type { Owned } from "../../deployment/read/owned.ts";
import { whyUnknown } from "../why-unknown.ts";
import { isShardMetric } from "./shards.ts";

interface PastRead {
  /** Whether any step has a word of the source. */
  hasReported: boolean;
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
export function whyNoValues(metric: HistoryMetric, owned: Owned, found: PastRead): string {
  const { hasReported, isRead, isPartly, hasDetails, hasLookups, now } = found;
  if (isShardMetric(metric)) return whyNoShards(owned);
  if (metric === "utilization" && isPartly) return "Not every database has a memory limit.";
  if (metric === "hitRatio" && isPartly && !hasLookups) return "No keys were looked up.";
  return whyUnknown(figures[metric].live, owned, {
    hasSlot: hasReported,
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
