import { audit } from "../access/audit.ts";
import type { House, MemberContext } from "../access/context.ts";
import { type OrganizationId, ownOrganization } from "../access/scope.ts";
import { refuseOthers, refuseUnlessAdmin, transactAsAllowed } from "../account/source-rights.ts";
import { limitFailures } from "../attempts/failures.ts";
import type { ElastiCacheInput, ElastiCacheIntegration } from "../contract/elasticache.ts";
import { deploymentId } from "../deployment/observation.ts";
import { Problem } from "../kit/problem.ts";
import { checkQuota, type Quota, reserve } from "../organization/quota.ts";
import { decideAgain } from "../table/decide-again.ts";
import { ConditionFailed } from "../table/errors.ts";
import type { Write } from "../table/table.ts";
import { find, notFound, rowsOf } from "./elasticache.ts";
import { changeRole, type ElastiCacheRow, keyOfRole, putElastiCache, readRole } from "./elasticache.table.ts";
import { placeOf, refuseForeignId } from "./external-id.ts";
import { toIntegration } from "./map.ts";
import { checkTrust, refusedRoles, refuseOwnAccount } from "./trust.ts";

/** How many AWS accounts an organization may connect. */
export const mostElastiCaches = 50;

const quotaOf = (house: House, organization: OrganizationId): Quota => ({
  what: "elastiCaches",
  most: mostElastiCaches,
  count: async () => (await rowsOf(house, organization)).length,
  full: () =>
    new Problem("conflict", `An organization can connect ${mostElastiCaches} AWS accounts.`, {
      code: "TOO_MANY_INTEGRATIONS",
    }),
});

/**
 * Connects an AWS account to the caller's organization, once its role was tried, and has it read at once.
 * Throws invalid for a role or an external ID that will not do, conflict for a role that is connected already, forbidden
 * when the organization leaves that to its admins, tooMany after too many of those.
 */
export async function create(ctx: MemberContext, input: ElastiCacheInput): Promise<ElastiCacheIntegration> {
  const organization = placeOf(ctx);
  const { roleArn, externalId } = input;
  await refuseUnlessAdmin(ctx, organization);
  await refuseForeignId(ctx, organization, externalId);
  refuseOwnAccount(ctx, roleArn);
  const quota = quotaOf(ctx, organization);
  await checkQuota(ctx, organization, quota);
  // Not from the role: whoever connects it again gets a new deployment.
  const id = deploymentId(organization, "elasticache", Buffer.from(ctx.random.bytes(16)).toString("hex"));
  const row: ElastiCacheRow = {
    id,
    roleArn,
    externalId,
    createdAt: ctx.clock.now(),
    createdBy: ctx.actor.accountId,
    status: "pending",
  };
  const writes = [...putElastiCache(organization, row), reserve(organization, quota)];
  await limitFailures(ctx, refusedRoles, async () => {
    await checkTrust(ctx, organization, roleArn, externalId);
    await decideAgain(() =>
      writeFenced(ctx, organization, row, writes, () => checkQuota(ctx, organization, quota)),
    );
  });
  audit(ctx, "elastiCache.created", { integrationId: id, organizationId: organization });
  await syncSoon(ctx, organization, id);
  return toIntegration(row);
}

/**
 * Gives an integration another role, once that was tried; its deployment stays the same. Throws notFound, and whatever
 * `create` throws for the role; forbidden for what somebody else connected, unless the caller is an admin.
 */
export async function change(
  ctx: MemberContext,
  id: string,
  input: ElastiCacheInput,
): Promise<ElastiCacheIntegration> {
  const organization = ownOrganization(ctx.actor);
  if (!organization) throw notFound();
  const current = await livingRow(ctx, organization, id);
  refuseOthers(ctx, current.createdBy);
  await refuseUnlessAdmin(ctx, organization);
  if (!isItsOwn(current, input)) await refuseForeignId(ctx, organization, input.externalId);
  refuseOwnAccount(ctx, input.roleArn);
  await limitFailures(ctx, refusedRoles, async () => {
    await checkTrust(ctx, organization, input.roleArn, input.externalId);
    await decideAgain(async () => {
      const before = await livingRow(ctx, organization, id);
      const after = { ...before, ...input };
      await writeFenced(ctx, organization, after, changeRole(organization, before, input));
    });
  });
  audit(ctx, "elastiCache.changed", { integrationId: id, organizationId: organization });
  await syncSoon(ctx, organization, id);
  return toIntegration(await livingRow(ctx, organization, id));
}

async function livingRow(ctx: MemberContext, organization: OrganizationId, id: string) {
  const row = await find(ctx, organization, id);
  if (!row || row.deletedAt !== undefined) throw notFound();
  return row;
}

/**
 * Whether the input is the role and the external ID that an integration has. One that has moved has the external ID of its
 * former organization, which its role goes on requiring; for any other role that ID stays foreign.
 */
const isItsOwn = (row: ElastiCacheRow, { roleArn, externalId }: ElastiCacheInput): boolean =>
  externalId === row.externalId && keyOfRole(roleArn).pk === keyOfRole(row.roleArn).pk;

/**
 * Somebody who is deleted, whose organization is, or who may no longer do so in this moment leaves nothing behind.
 * @param otherwise what else may have been in the way of these writes; throws when it was
 */
async function writeFenced(
  ctx: MemberContext,
  organization: OrganizationId,
  { id, roleArn }: ElastiCacheRow,
  writes: readonly Write[],
  otherwise: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  try {
    await transactAsAllowed(ctx, organization, writes);
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    const claim = await ctx.table.get(keyOfRole(roleArn));
    if (claim && readRole(claim).integrationId !== id)
      throw taken(readRole(claim).organizationId === organization);
    await otherwise();
    throw error; // two transactions met at one of the rows
  }
}

const taken = (here: boolean) =>
  new Problem(
    "conflict",
    here ? "This role is already connected." : "This role is connected to another organization.",
    { code: "ROLE_TAKEN", details: ["roleArn: must be a role that is not connected yet"] },
  );

/** What cannot be queued now waits for the next tick: the account is connected all the same. */
async function syncSoon(ctx: MemberContext, organization: OrganizationId, integrationId: string) {
  try {
    await ctx.queue.send([{ kind: "syncElastiCache", organizationId: organization, integrationId }]);
  } catch (error) {
    ctx.log.warn("the first sync waits for the schedule", { integrationId, error });
  }
}
