import { audit } from "../access/audit.ts";
import type { House, MemberContext } from "../access/context.ts";
import { type OrganizationId, ownOrganization } from "../access/scope.ts";
import {
  explainSourceChecks,
  noOrganization,
  refuseUnlessAdmin,
  sourceChecks,
} from "../account/source-rights.ts";
import { limitFailures } from "../attempts/failures.ts";
import type { RedisCloud, RedisCloudInput } from "../contract/redis-cloud.ts";
import { newId } from "../kit/ids.ts";
import { Problem } from "../kit/problem.ts";
import { checkQuota, type Quota, reserve } from "../organization/quota.ts";
import { decideAgain } from "../table/decide-again.ts";
import { ConditionFailed } from "../table/errors.ts";
import { redisCloudKey } from "../table/keys.ts";
import { credentialsOf, refusedKeys, refuseOtherAccount, seal, tryCredentials } from "./credentials.ts";
import { toRedisCloud } from "./map.ts";
import { rowsOf } from "./read.ts";
import { accountKeyOf, putRedisCloud, readRedisCloud, type RedisCloudRow } from "./redis-cloud.table.ts";
import { syncSoon } from "./soon.ts";

/** How many Redis Cloud accounts an organization may connect. */
export const mostRedisClouds = 50;

const quotaOf = (house: House, organization: OrganizationId): Quota => ({
  what: "redisClouds",
  most: mostRedisClouds,
  count: async () => (await rowsOf(house, organization)).length,
  full: () =>
    new Problem("conflict", `An organization can connect ${mostRedisClouds} Redis Cloud accounts.`, {
      code: "TOO_MANY_INTEGRATIONS",
    }),
});

/**
 * Connects a Redis Cloud account to the caller's organization, once the keys were tried there, and has it read at
 * once. Throws invalid for keys that are refused, conflict when the organization has connected the account already,
 * forbidden when it leaves that to its admins, tooMany after too many of those.
 */
export async function create(ctx: MemberContext, input: RedisCloudInput): Promise<RedisCloud> {
  const organization = ownOrganization(ctx.actor);
  if (!organization) throw noOrganization();
  await refuseUnlessAdmin(ctx, organization);
  await checkQuota(ctx, organization, quotaOf(ctx, organization));
  const row = await limitFailures(ctx, refusedKeys, () => connect(ctx, organization, input));
  audit(ctx, "redisCloud.created", { integrationId: row.id, organizationId: organization });
  await syncSoon(ctx, organization, row.id);
  return toRedisCloud(row);
}

async function connect(
  ctx: MemberContext,
  organization: OrganizationId,
  input: RedisCloudInput,
): Promise<RedisCloudRow> {
  const credentials = credentialsOf(input);
  const account = await tryCredentials(ctx, credentials);
  refuseOtherAccount(account.id, input.redisCloudAccountId);
  const createdAt = ctx.clock.now();
  const id = newId("redisCloud", createdAt, ctx.random.bytes(16));
  const row: RedisCloudRow = {
    id,
    name: input.name,
    accountId: account.id,
    accountName: account.name ?? undefined,
    sealed: await seal(ctx, id, credentials),
    createdAt,
    createdBy: ctx.actor.accountId,
    status: "pending",
  };
  await writeFenced(ctx, organization, row);
  return row;
}

/** Somebody who is deleted, whose organization is, or who may no longer do so in this moment leaves nothing behind. */
async function writeFenced(ctx: MemberContext, organization: OrganizationId, row: RedisCloudRow) {
  const quota = quotaOf(ctx, organization);
  const fence = [reserve(organization, quota), ...sourceChecks(ctx, organization)];
  await decideAgain(async () => {
    try {
      await ctx.table.transact([...putRedisCloud(organization, row), ...fence]);
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      await explainSourceChecks(ctx, organization);
      await refuseConnected(ctx, organization, row.accountId);
      await checkQuota(ctx, organization, quota);
      throw error; // two transactions met at one of the rows
    }
  });
}

async function refuseConnected(ctx: MemberContext, organization: OrganizationId, accountId: string) {
  const taken = await ctx.table.get(accountKeyOf(organization, accountId));
  if (!taken) return;
  const other = await ctx.table.get(redisCloudKey(organization, String(taken["id"])));
  const name = other && `, as "${readRedisCloud(other).name}"`;
  throw new Problem("conflict", `This Redis Cloud account is already connected${name ?? ""}.`, {
    code: "ALREADY_CONNECTED",
  });
}
