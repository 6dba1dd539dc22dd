import type { OrganizationId } from "../access/scope.ts";
import { type Key, partitionOf, type Run } from "../table/keys.ts";

const prefix = "CLOUD#";

/** A connected Redis Cloud account. */
export const redisCloudKey = (organization: OrganizationId, id: string): Key => ({
  pk: partitionOf(organization),
  sk: `${prefix}${id}`,
});

/** There once for each account that an organization has connected. */
export const redisCloudAccountKey = (organization: OrganizationId, hash: string): Key => ({
  pk: partitionOf(organization),
  sk: `CLOUDACCOUNT#${hash}`,
});

export const redisCloudsOf = (organization: OrganizationId): Run => ({
  pk: partitionOf(organization),
  prefix,
});

/** In the index: every connected Redis Cloud account of every organization, for the schedule. */
export const everyRedisCloud = "REDIS_CLOUDS";
