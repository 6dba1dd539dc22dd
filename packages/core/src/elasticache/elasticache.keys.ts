import type { OrganizationId } from "../access/scope.ts";
import { type Key, partitionOf, type Run } from "../table/keys.ts";

const prefix = "ELASTICACHE#";

/** A connected AWS account. Its id is that of the deployment that it feeds. */
export const elastiCacheKey = (organization: OrganizationId, id: string): Key => ({
  pk: partitionOf(organization),
  sk: `${prefix}${id}`,
});

/** The external ID that was issued to an organization. */
export const externalIdKey = (organization: OrganizationId): Key => ({
  pk: partitionOf(organization),
  sk: "EXTERNALID",
});

/** There once for each role that anybody has connected. */
export const roleKey = (hash: string): Key => ({ pk: `ROLE#${hash}`, sk: "ROLE" });

export const elastiCachesOf = (organization: OrganizationId): Run => ({
  pk: partitionOf(organization),
  prefix,
});

/** In the index: every connected AWS account of every organization, for the schedule. */
export const everyElastiCache = "ELASTICACHES";
