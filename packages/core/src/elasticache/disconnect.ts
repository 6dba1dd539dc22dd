import { audit } from "../access/audit.ts";
import type { House, MemberContext } from "../access/context.ts";
import { type OrganizationId, ownOrganization } from "../access/scope.ts";
import { refuseOthers, transactAsAllowed } from "../account/source-rights.ts";
import { removeAllOf } from "../deployment/remove-sourced.ts";
import { announce, tell } from "../notification/announce.ts";
import { deploymentDeleted } from "../notification/deployment-deleted.ts";
import type { Budget } from "../table/clear.ts";
import { decideAgain } from "../table/decide-again.ts";
import { ConditionFailed } from "../table/errors.ts";
import { elastiCacheKey, elastiCachesOf } from "../table/keys.ts";
import { find, notFound, rowsOf } from "./elasticache.ts";
import { type ElastiCacheRow, markDeleted, releaseRole } from "./elasticache.table.ts";
import { deploymentName } from "./map.ts";

/**
 * Disconnects an AWS account, removes its deployment and tells every member. It is marked first, so a call that ended
 * early is gone on with by the next, or by the schedule. Throws notFound, and forbidden for what somebody else connected,
 * unless the caller is an admin.
 */
export async function remove(ctx: MemberContext, id: string): Promise<void> {
  const organization = ownOrganization(ctx.actor);
  if (!organization) throw notFound();
  const row = await decideAgain(() => mark(ctx, organization, id));
  await disconnect(ctx, organization, row);
}

async function mark(ctx: MemberContext, organization: OrganizationId, id: string): Promise<ElastiCacheRow> {
  const row = await find(ctx, organization, id);
  if (!row) throw notFound();
  refuseOthers(ctx, row.createdBy);
  if (row.deletedAt !== undefined) return row;
  const deletedAt = ctx.clock.now();
  await transactAsAllowed(ctx, organization, [
    markDeleted(organization, row, deletedAt),
    announce(organization, news(row, deletedAt)),
  ]);
  audit(ctx, "elastiCache.deleted", { integrationId: id, organizationId: organization });
  return { ...row, deletedAt };
}

const news = ({ id, roleArn }: ElastiCacheRow, deletedAt: number) =>
  deploymentDeleted({ id, name: deploymentName(roleArn) }, deletedAt, "Its AWS account was disconnected.");

/** Removes what an integration has brought in, then the integration itself. Safe to repeat. */
export async function disconnect(
  house: House,
  organization: OrganizationId,
  row: ElastiCacheRow,
): Promise<void> {
  await removeAllOf(house, organization, row.id);
  if (row.deletedAt !== undefined) await tell(house, organization, news(row, row.deletedAt));
  await forget(house, organization, row);
}

/**
 * Disconnects every account of an organization that has no members left: nobody would see what is read with their roles.
 * Safe to repeat.
 */
export async function disconnectAbandoned(house: House, organization: OrganizationId): Promise<void> {
  for (const { id } of await rowsOf(house, organization)) {
    const row = await decideAgain(async () => {
      const now = await find(house, organization, id);
      if (!now || now.deletedAt !== undefined) return undefined;
      await house.table.transact([markDeleted(organization, now, house.clock.now())]);
      return now;
    });
    if (row) await disconnect(house, organization, row);
  }
}

/** The role may be connected anew from now on. */
async function forget(house: House, organization: OrganizationId, { id, roleArn }: ElastiCacheRow) {
  try {
    await house.table.transact([releaseRole(id, roleArn)]);
  } catch (error) {
    // Released already, by a call that died after it.
    if (!(error instanceof ConditionFailed)) throw error;
  }
  await house.table.remove(elastiCacheKey(organization, id));
}

/**
 * Ends all connections of an organization that is being deleted: their roles lie outside of its partition. Returns
 * whether none is left.
 */
export async function disconnectAll(
  house: House,
  organization: OrganizationId,
  budget: Budget,
): Promise<boolean> {
  const rows = await house.table.queryAll<ElastiCacheRow>(elastiCachesOf(organization));
  const doomed = rows.slice(0, budget.rows);
  for (const row of doomed) await forget(house, organization, row);
  budget.rows -= doomed.length;
  return doomed.length === rows.length;
}
