import type { House } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import { copyTombstones } from "../deployment/move.ts";
import { type Move as SourceMove, pulseMoves } from "../deployment/move-pulses.ts";
import { stands } from "../organization/organization.ts";
import { countAnew } from "../organization/quota.ts";
import { decideAgain } from "../table/decide-again.ts";
import { elastiCacheKey } from "../table/keys.ts";
import { rowsOf } from "./elasticache.ts";
import { moveElastiCache, readElastiCache } from "./elasticache.table.ts";
import { accountOf } from "./map.ts";

type Move = Pick<SourceMove, "from" | "to" | "accountId">;

/** The connected AWS accounts of an organization that an account of ours created, without those about to go. */
export async function elastiCachesCreatedBy(
  house: House,
  organization: OrganizationId,
  accountId: string,
): Promise<{ id: string; name: string }[]> {
  const rows = await rowsOf(house, organization);
  return rows
    .filter(({ createdBy }) => createdBy === accountId)
    .map(({ id, roleArn }) => ({ id, name: `AWS account ${accountOf(roleArn)}` }));
}

/**
 * Moves the AWS accounts that an account of ours connected to another organization. The role goes on trusting the external id
 * that it was created with. Safe to repeat.
 */
export async function moveElastiCaches(house: House, move: Move): Promise<void> {
  const ids = (await elastiCachesCreatedBy(house, move.from, move.accountId)).map(({ id }) => id);
  if (ids.length === 0) return;
  await copyTombstones(house, { ...move, sources: new Set(ids) });
  for (const id of ids) await moveOne(house, move, id);
}

async function moveOne(house: House, move: Move, id: string): Promise<void> {
  const { from, to } = move;
  await decideAgain(async () => {
    const row = await house.table.get(elastiCacheKey(from, id));
    if (!row || readElastiCache(row).deletedAt !== undefined) return;
    await house.table.transact([
      ...moveElastiCache(row, from, to),
      ...(await pulseMoves(house, move, id)),
      stands(to),
      countAnew(to, "elastiCaches"),
    ]);
  });
}
