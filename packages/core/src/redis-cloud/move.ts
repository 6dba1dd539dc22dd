import type { House } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import { copyTombstones } from "../deployment/move.ts";
import { type Move as SourceMove, pulseMoves } from "../deployment/move-pulses.ts";
import { stands } from "../organization/organization.ts";
import { countAnew } from "../organization/quota.ts";
import { decideAgain } from "../table/decide-again.ts";
import { redisCloudKey } from "../table/keys.ts";
import { rowsOf } from "./read.ts";
import { accountKeyOf, moveRedisCloud, readRedisCloud, type RedisCloudRow } from "./redis-cloud.table.ts";

type Move = Pick<SourceMove, "from" | "to" | "accountId">;

/** The connected accounts of an organization that an account of ours created, without those about to go. */
export async function redisCloudsCreatedBy(
  house: House,
  organization: OrganizationId,
  accountId: string,
): Promise<RedisCloudRow[]> {
  const rows = await rowsOf(house, organization);
  return rows.filter(({ createdBy }) => createdBy === accountId);
}

/** Ids of those of the integrations whose Redis Cloud account an organization has connected already. */
export async function connectedIn(
  house: House,
  organization: OrganizationId,
  rows: readonly RedisCloudRow[],
): Promise<Set<string>> {
  const keys = rows.map(({ accountId }) => accountKeyOf(organization, accountId));
  const taken = await house.table.batchGet(keys);
  return new Set(rows.flatMap(({ id }, index) => (taken[index] ? [id] : [])));
}

/**
 * Moves the Redis Cloud accounts that an account of ours connected to another organization. One that is connected there already
 * stays where it is. Safe to repeat.
 */
export async function moveRedisClouds(house: House, move: Move): Promise<void> {
  const ids = (await redisCloudsCreatedBy(house, move.from, move.accountId)).map(({ id }) => id);
  if (ids.length === 0) return;
  await copyTombstones(house, { ...move, sources: new Set(ids) });
  for (const id of ids) await moveOne(house, move, id);
}

async function moveOne(house: House, move: Move, id: string): Promise<void> {
  const { from, to } = move;
  await decideAgain(async () => {
    const row = await house.table.get(redisCloudKey(from, id));
    if (!row || readRedisCloud(row).deletedAt !== undefined) return;
    if (await house.table.get(accountKeyOf(to, readRedisCloud(row).accountId))) return;
    await house.table.transact([
      ...moveRedisCloud(row, from, to),
      ...(await pulseMoves(house, move, id)),
      stands(to),
      countAnew(to, "redisClouds"),
    ]);
  });
}
