import type { House } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import { copyTombstones, pulseMoves } from "../deployment/move.ts";
import { stands } from "../organization/organization.ts";
import { countAnew } from "../organization/quota.ts";
import { decideAgain } from "../table/decide-again.ts";
import { redisCloudKey, redisCloudsOf } from "../table/keys.ts";
import { accountKeyOf, moveRedisCloud, readRedisCloud, type RedisCloudRow } from "./redis-cloud.table.ts";

interface Move {
  from: OrganizationId;
  to: OrganizationId;
}

/** Ids of the connected accounts of an organization that an account of ours created, without those about to go. */
export async function redisCloudsCreatedBy(
  house: House,
  organization: OrganizationId,
  accountId: string,
): Promise<string[]> {
  const rows = await house.table.queryAll<RedisCloudRow>(redisCloudsOf(organization));
  return rows
    .filter(({ createdBy, deletedAt }) => createdBy === accountId && deletedAt === undefined)
    .map(({ id }) => id);
}

/**
 * Moves the Redis Cloud accounts that an account of ours connected to another organization. One that is connected there already
 * stays where it is. Safe to repeat.
 */
export async function moveRedisClouds(house: House, move: Move, accountId: string): Promise<void> {
  const ids = await redisCloudsCreatedBy(house, move.from, accountId);
  if (ids.length === 0) return;
  await copyTombstones(house, { ...move, sources: new Set(ids) });
  for (const id of ids) await moveOne(house, move, id);
}

async function moveOne(house: House, { from, to }: Move, id: string): Promise<void> {
  await decideAgain(async () => {
    const row = await house.table.get(redisCloudKey(from, id));
    if (!row || readRedisCloud(row).deletedAt !== undefined) return;
    if (await house.table.get(accountKeyOf(to, readRedisCloud(row).accountId))) return;
    await house.table.transact([
      ...moveRedisCloud(row, from, to),
      ...(await pulseMoves(house, { from, to }, id)),
      stands(to),
      countAnew(to, "redisClouds"),
    ]);
  });
}
