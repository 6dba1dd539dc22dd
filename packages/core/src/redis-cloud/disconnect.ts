import type { House } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import { removeAllOf } from "../deployment/remove-sourced.ts";
import { cleanText } from "../kit/foreign-text.ts";
import { type News, tell } from "../notification/announce.ts";
import { type Budget, clear } from "../table/clear.ts";
import { decideAgain } from "../table/decide-again.ts";
import { redisCloudKey, redisCloudsOf } from "../table/keys.ts";
import { rowsOf } from "./read.ts";
import { markDeleted, readRedisCloud, type RedisCloudRow } from "./redis-cloud.table.ts";

/** That an account was disconnected, with all its deployments: one notification for all of them. */
export function disconnected({ id, name: stored }: RedisCloudRow, at: number): News {
  const name = cleanText(stored);
  return {
    event: `redis cloud ${id} disconnected`,
    at,
    type: "DEPLOYMENT_DELETED",
    title: "Redis Cloud account disconnected",
    message: `${name} was disconnected, and its deployments were deleted.`,
    reasonMessage: `The Redis Cloud integration ${name} was deleted.`,
    names: [name],
  };
}

/**
 * Removes what an integration has brought in, once its deletion has begun and been announced, then the integration
 * itself. Safe to repeat.
 */
export async function disconnect(
  house: House,
  organization: OrganizationId,
  row: RedisCloudRow,
): Promise<void> {
  const removed = await removeAllOf(house, organization, row.id);
  if (row.deletedAt !== undefined) await tell(house, organization, disconnected(row, row.deletedAt));
  await house.table.remove(redisCloudKey(organization, row.id));
  house.log.info("integration removed", { integrationId: row.id, deployments: removed.length });
}

/**
 * Disconnects every account of an organization that has no members left: nobody would see what is read with their keys.
 * Safe to repeat.
 */
export async function disconnectAbandoned(house: House, organization: OrganizationId): Promise<void> {
  for (const { id } of await rowsOf(house, organization)) {
    const row = await decideAgain(async () => {
      const found = await house.table.get(redisCloudKey(organization, id));
      const now = found && readRedisCloud(found);
      if (!now || now.deletedAt !== undefined) return undefined;
      await house.table.transact(markDeleted(organization, now, house.clock.now()));
      return now;
    });
    if (row) await disconnect(house, organization, row);
  }
}

/**
 * Ends all connections of an organization that is being deleted, so that none can bring anything in again. Returns
 * whether none is left.
 */
export async function disconnectAll(
  house: House,
  organization: OrganizationId,
  budget: Budget,
): Promise<boolean> {
  return await clear(house.table, redisCloudsOf(organization), budget);
}
