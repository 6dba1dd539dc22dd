import { detailedEveryMinutes, dollarsOfMonth } from "../contract/history/detailed-history.ts";
import type { ElastiCacheIntegration } from "../contract/source/elasticache.ts";
import { sourceTraits } from "../contract/source/source.ts";
import { lastDataOf } from "../integration/row.ts";
import { readProgress } from "../integration/progress.ts";
import { readSteps } from "../integration/steps.ts";
import { isoOrNull, minute } from "../kit/time.ts";
import { revisionOf } from "../table/revision.ts";
import { metricsInState, readAccountState } from "./account-state.ts";
import type { ElastiCacheRow } from "./elasticache.table.ts";

/** The integration as the API shows it to its organization. */
export function toIntegration(row: ElastiCacheRow, now: number): ElastiCacheIntegration {
  const { id, roleArn, externalId, createdAt, createdBy, managedBy, status, lastSyncAt, lastError, caches } =
    row;
  return {
    deploymentId: id,
    roleArn,
    externalId,
    createdAt: new Date(createdAt).toISOString(),
    createdBy,
    ...(managedBy && { managedBy }),
    revision: revisionOf(row),
    status,
    lastSyncAt: isoOrNull(lastSyncAt),
    lastDataAt: isoOrNull(lastDataOf(row)),
    lastError: lastError ?? null,
    nextSyncAt: isoOrNull(lastSyncAt && lastSyncAt + sourceTraits.elasticache.interval * minute),
    caches: caches ?? null,
    steps: readSteps(row.steps),
    progress: readProgress(row, now),
    detailedHistory: toDetailedHistory(row),
  };
}

/** The option with its price. It is known once a reading has counted the nodes. */
export function toDetailedHistory({
  detailed,
  regions,
}: Pick<ElastiCacheRow, "detailed" | "regions">): ElastiCacheIntegration["detailedHistory"] {
  const metrics = regions === undefined ? null : metricsInState(readAccountState(regions));
  const dollars = metrics === null ? null : dollarsOfMonth(metrics, detailedEveryMinutes);
  return { on: detailed === true, metrics, dollarsPerMonth: dollars && Number(dollars.toFixed(3)) };
}
