import type { IntegrationKind } from "../integration/kind.ts";
import { mostIntegrations } from "../integration/limits.ts";
import { isId } from "../kit/ids.ts";
import { Problem } from "../kit/problem.ts";
import { deploymentDeleted } from "../notification/messages.ts";
import { tryWrite } from "../table/errors.ts";
import { elastiCacheKey, elastiCachesOf, everyElastiCache } from "./elasticache.keys.ts";
import {
  elastiCacheKind,
  type ElastiCacheRow,
  markDeleted,
  moveElastiCache,
  putElastiCache,
  releaseRole,
} from "./elasticache.table.ts";
import { allDue } from "./account-state.ts";
import { accountOf, deploymentName } from "./map.ts";

/** A connected AWS account as a kind of integration. It is one deployment with the same id. */
export const elastiCache: IntegrationKind<ElastiCacheRow> = {
  source: "elasticache",
  isOn: ({ settings }) => settings.elastiCache,
  key: elastiCacheKey,
  rowsOf: elastiCachesOf,
  index: everyElastiCache,
  codec: elastiCacheKind,
  isId: (id) => isId("deployment", id),
  credentials: "roleArn",
  optional: ["lastError"],
  nameOf: ({ roleArn }) => `AWS account ${accountOf(roleArn)}`,
  statusOf: ({ status }) => status,
  foundOf: ({ caches }) => (caches === undefined ? null : { subscriptions: null, databases: caches }),
  makeDue: ({ regions }) =>
    regions === undefined ? undefined : { set: elastiCacheKind.changes({ regions: allDue(regions) }) },
  notFound: () => new Problem("notFound", "ElastiCache integration not found"),
  quotaReached: () =>
    new Problem("conflict", `An organization can connect up to ${mostIntegrations} AWS accounts.`, {
      code: "TOO_MANY_INTEGRATIONS",
    }),
  disconnected: ({ id, roleArn }, at) =>
    deploymentDeleted({ id, name: deploymentName(roleArn) }, at, "Its AWS account was disconnected."),
  put: putElastiCache,
  markDeleted,
  move: moveElastiCache,
  // Frees the role to be connected again. Its claim is outside of the organization's partition.
  release: async (services, { id, roleArn }) => {
    // An interrupted call has released it already.
    await tryWrite(services.table.transact([releaseRole(id, roleArn)]));
  },
};
