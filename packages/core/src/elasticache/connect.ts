import { audit } from "../access/audit.ts";
import type { SourceContext } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import {
  assertMayChangeSource,
  originOf,
  refuseUnlessAdmin,
  transactAsAllowed,
} from "../account/source-rights.ts";
import { auditRow } from "../audit/audit.ts";
import { limitFailures } from "../attempts/failures.ts";
import { type Claim, unclaimed } from "../caller/once.ts";
import type { ElastiCacheInput, ElastiCacheIntegration } from "../contract/source/elasticache.ts";
import { deploymentId } from "../deployment/rows/observation.ts";
import { createFenced, quotaOf } from "../integration/fence.ts";
import { locate } from "../integration/rows.ts";
import { syncSoon } from "../integration/sync-soon.ts";
import { Problem } from "../kit/problem.ts";
import { checkQuota } from "../organization/quota.ts";
import { retryOnConflict } from "../table/retry-on-conflict.ts";
import { checkRevision, type Expected } from "../table/revision.ts";
import { ConditionFailed } from "../table/errors.ts";
import {
  changeRole,
  type ElastiCacheRow,
  keepsDetails,
  keyOfRole,
  putElastiCache,
  readRole,
} from "./elasticache.table.ts";
import { ownOrganizationOf, refuseForeignId } from "./external-id.ts";
import { elastiCache } from "./kind.ts";
import { toIntegration } from "./to-integration.ts";
import { checkTrust, refusedRoles, refuseOwnAccount } from "./trust.ts";

/**
 * Tries the role, connects the AWS account to the caller's organization and queues its first reading. Throws
 * invalid for a role or an external ID that cannot be used. Throws conflict for a role that is connected
 * already. Throws forbidden when only admins of the organization may connect. Throws tooMany after too many
 * refused roles.
 */
export async function create(
  ctx: SourceContext,
  input: ElastiCacheInput,
  claim: Claim = unclaimed,
): Promise<ElastiCacheIntegration> {
  const organization = ownOrganizationOf(ctx);
  const { roleArn, externalId } = input;
  await refuseUnlessAdmin(ctx, organization);
  await refuseForeignId(ctx, organization, externalId);
  refuseOwnAccount(ctx, roleArn);
  const quota = quotaOf(ctx, elastiCache, organization);
  await checkQuota(ctx, organization, quota);
  // The id is not derived from the role. An account that is connected again gets a new deployment.
  const id = deploymentId(organization, "elasticache", Buffer.from(ctx.random.bytes(16)).toString("hex"));
  const row: ElastiCacheRow = {
    id,
    roleArn,
    externalId,
    createdAt: ctx.clock.now(),
    ...originOf(ctx.actor),
    status: "pending",
  };
  const name = elastiCache.nameOf(row);
  const writes = [
    ...putElastiCache(organization, row),
    ...claim(id),
    auditRow(ctx, organization, {
      action: "elastiCache.created",
      id,
      name,
      fields: { role: [null, roleArn] },
    }),
  ];
  await limitFailures(ctx, refusedRoles, async () => {
    await checkTrust(ctx, organization, roleArn, externalId);
    await createFenced(ctx, organization, quota, writes, () => refuseTaken(ctx, organization, row));
  });
  audit(ctx, "elastiCache.created", { integrationId: id, organizationId: organization });
  await syncSoon(ctx, "elasticache", organization, id);
  return toIntegration(row, ctx.clock.now());
}

/**
 * Tries another role and gives it to an integration; its deployment stays the same. Throws notFound, and the
 * errors of `create` for the role. Throws forbidden when another person connected it, unless the caller is an
 * admin. Throws outdated for another revision than expected.
 */
export async function change(
  ctx: SourceContext,
  id: string,
  input: ElastiCacheInput,
  expected?: Expected,
): Promise<ElastiCacheIntegration> {
  const { organization, row: current } = await locate(ctx, elastiCache, id);
  assertMayChangeSource(ctx, current);
  checkRevision(current, expected);
  await refuseUnlessAdmin(ctx, organization);
  if (!isItsOwn(current, input)) await refuseForeignId(ctx, organization, input.externalId);
  refuseOwnAccount(ctx, input.roleArn);
  await limitFailures(ctx, refusedRoles, async () => {
    await checkTrust(ctx, organization, input.roleArn, input.externalId);
    await retryOnConflict(async () => {
      const { row: before } = await locate(ctx, elastiCache, id);
      checkRevision(before, expected);
      try {
        const event = auditRow(ctx, organization, {
          action: "elastiCache.changed",
          id,
          name: elastiCache.nameOf({ ...before, ...input }),
          fields: {
            role: [before.roleArn, input.roleArn],
            detailedHistory: [before.detailed === true, keepsDetails(before, input.roleArn)],
          },
        });
        const writes = changeRole(organization, before, input, expected);
        await transactAsAllowed(ctx, organization, [...writes, event]);
      } catch (error) {
        if (error instanceof ConditionFailed) await refuseTaken(ctx, organization, { ...before, ...input });
        throw error;
      }
    });
  });
  audit(ctx, "elastiCache.changed", { integrationId: id, organizationId: organization });
  await syncSoon(ctx, "elasticache", organization, id);
  return toIntegration((await locate(ctx, elastiCache, id)).row, ctx.clock.now());
}

/**
 * Whether the input is the integration's present role and external ID. An integration that has moved keeps
 * the external ID of its former organization, because its role still requires it. For any other role that ID
 * is foreign: former members know it, and could have us read a role that trusts it.
 */
const isItsOwn = (row: ElastiCacheRow, { roleArn, externalId }: ElastiCacheInput): boolean =>
  externalId === row.externalId && keyOfRole(roleArn).pk === keyOfRole(row.roleArn).pk;

/** Throws conflict for a role that another integration has. */
async function refuseTaken(
  ctx: SourceContext,
  organization: OrganizationId,
  { id, roleArn }: ElastiCacheRow,
): Promise<void> {
  const claim = await ctx.table.get(keyOfRole(roleArn));
  if (!claim || readRole(claim).integrationId === id) return;
  throw taken(readRole(claim).organizationId === organization);
}

const taken = (here: boolean) =>
  new Problem(
    "conflict",
    here ? "This role is already connected." : "This role is already connected to another organization.",
    { code: "ROLE_TAKEN", details: ["roleArn: must be a role that isn't connected yet"] },
  );
