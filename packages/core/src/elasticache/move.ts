import type { House } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import { copyTombstones, pulseMoves } from "../deployment/move.ts";
import { stands } from "../organization/organization.ts";
import { countAnew } from "../organization/quota.ts";
import { decideAgain } from "../table/decide-again.ts";
import { elastiCacheKey, elastiCachesOf } from "../table/keys.ts";
import { type ElastiCacheRow, moveElastiCache, readElastiCache } from "./elasticache.table.ts";

interface Move {
  from: OrganizationId;
  to: OrganizationId;
}

/** Ids of the connected AWS accounts of an organization that an account of ours created, without those about to go. */
export async function elastiCachesCreatedBy(
  house: House,
  organization: OrganizationId,
  accountId: string,
): Promise<string[]> {
  const rows = await house.table.queryAll<ElastiCacheRow>(elastiCachesOf(organization));
  return rows
    .filter(({ createdBy, deletedAt }) => createdBy === accountId && deletedAt === undefined)
    .map(({ id }) => id);
}

/**
 * Moves the AWS accounts that an account of ours connected to another organization. The role goes on trusting the external id
 * that it was created with. Safe to repeat.
 */
export async function moveElastiCaches(house: House, move: Move, accountId: string): Promise<void> {
  const ids = await elastiCachesCreatedBy(house, move.from, accountId);
  if (ids.length === 0) return;
  await copyTombstones(house, { ...move, sources: new Set(ids) });
  for (const id of ids) await moveOne(house, move, id);
}

async function moveOne(house: House, { from, to }: Move, id: string): Promise<void> {
  await decideAgain(async () => {
    const row = await house.table.get(elastiCacheKey(from, id));
    if (!row || readElastiCache(row).deletedAt !== undefined) return;
    await house.table.transact([
      ...moveElastiCache(row, from, to),
      ...(await pulseMoves(house, { from, to }, id)),
      stands(to),
      countAnew(to, "elastiCaches"),
    ]);
  });
}
