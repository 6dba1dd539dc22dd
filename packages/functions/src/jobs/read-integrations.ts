import type { SyncJob } from "@shardwatch/core/integration/due";
import type { Sync } from "@shardwatch/core/integration/sync";
import type { Perform } from "./worker.ts";

/** Reads the connected account that a job names. A source of the worker without its sync does not compile. */
export const readIntegrations =
  <S extends SyncJob["source"]>(syncs: Readonly<Record<S, Sync>>): Perform<SyncJob & { source: S }> =>
  (services, { source, organizationId, integrationId, awaited }) =>
    syncs[source](services, organizationId, integrationId, awaited);
