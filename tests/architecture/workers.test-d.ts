import type { JobOf, SourceOf } from "@shardwatch/core/contract/workers";
import type { Sync } from "@shardwatch/core/integration/sync";
import { onlyJobsOf, readIntegrations } from "@shardwatch/functions/jobs/worker";

/*
 * These faults must not compile: a worker that cannot do one of its jobs, or that reads what another reads.
 * Beside each fault is the correct form.
 */
declare const sync: Sync;
declare const deletion: JobOf<"housekeeping">;

export const withItsSource = onlyJobsOf("read-elasticache", readIntegrations({ elasticache: sync }));

// @ts-expect-error the reader of another source
export const withAnother = onlyJobsOf("read-elasticache", readIntegrations({ "redis-cloud": sync }));

// @ts-expect-error a worker that has no source to read
export const withoutSource = onlyJobsOf("housekeeping", readIntegrations({ elasticache: sync }));

export const ownSource: SourceOf<"read-redis-cloud"> = "redis-cloud";

// @ts-expect-error a source of another worker
export const foreignSource: SourceOf<"read-redis-cloud"> = "elasticache";

export const ownKind: "finishOrganizationDeletion" | "finishAcceptance" | "notifyMembers" = deletion.kind;

// @ts-expect-error a kind of another worker
export const foreignKind: "syncIntegration" = deletion.kind;
