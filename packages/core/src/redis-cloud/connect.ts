import { audit } from "../access/audit.ts";
import type { SourceContext } from "../access/context.ts";
import { type OrganizationId, ownOrganization } from "../access/scope.ts";
import {
  noOrganization,
  assertMayChangeSource,
  originOf,
  refuseUnlessAdmin,
  transactAsAllowed,
} from "../account/source-rights.ts";
import { auditRow } from "../audit/audit.ts";
import { limitFailures } from "../attempts/failures.ts";
import { type Claim, unclaimed } from "../caller/once.ts";
import type { RedisCloud, RedisCloudChange, RedisCloudInput } from "../contract/source/redis-cloud.ts";
import { createFenced, quotaOf } from "../integration/fence.ts";
import { locate } from "../integration/rows.ts";
import { syncSoon } from "../integration/sync-soon.ts";
import { newId } from "../kit/ids.ts";
import { Problem } from "../kit/problem.ts";
import { checkQuota } from "../organization/quota.ts";
import { retryOnConflict } from "../table/retry-on-conflict.ts";
import { checkRevision, type Expected } from "../table/revision.ts";
import { credentialsOf, refusedKeys, refuseOtherAccount, seal, tryCredentials } from "./credentials.ts";
import { redisCloud } from "./kind.ts";
import { toRedisCloud } from "./map.ts";
import { redisCloudKey } from "./redis-cloud.keys.ts";
import {
  accountKeyOf,
  changeRedisCloud,
  connectedAccountKind,
  putRedisCloud,
  readRedisCloud,
  type RedisCloudRow,
  type Renewal,
} from "./redis-cloud.table.ts";

/**
 * Tries the keys, connects the Redis Cloud account to the caller's organization and queues its first reading.
 * Throws invalid for keys that are refused. Throws conflict when the organization has connected the account
 * already. Throws forbidden when only admins of the organization may connect. Throws tooMany after too many
 * refused keys.
 */
export async function create(
  ctx: SourceContext,
  input: RedisCloudInput,
  claim: Claim = unclaimed,
): Promise<RedisCloud> {
  const organization = ownOrganization(ctx.actor);
  if (!organization) throw noOrganization();
  await refuseUnlessAdmin(ctx, organization);
  await checkQuota(ctx, organization, quotaOf(ctx, redisCloud, organization));
  const row = await limitFailures(ctx, refusedKeys, () => connect(ctx, organization, input, claim));
  audit(ctx, "redisCloud.created", { integrationId: row.id, organizationId: organization });
  await syncSoon(ctx, "redis-cloud", organization, row.id);
  return toRedisCloud(row, ctx.clock.now());
}

async function connect(
  ctx: SourceContext,
  organization: OrganizationId,
  input: RedisCloudInput,
  claim: Claim,
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
    ...originOf(ctx.actor),
    status: "pending",
  };
  const quota = quotaOf(ctx, redisCloud, organization);
  const writes = [
    ...putRedisCloud(organization, row),
    ...claim(id),
    auditRow(ctx, organization, { action: "redisCloud.created", id, name: row.name }),
  ];
  await createFenced(ctx, organization, quota, writes, () =>
    refuseConnected(ctx, organization, row.accountId),
  );
  return row;
}

async function refuseConnected(ctx: SourceContext, organization: OrganizationId, accountId: string) {
  const taken = await ctx.table.get(accountKeyOf(organization, accountId));
  if (!taken) return;
  const other = await ctx.table.get(redisCloudKey(organization, connectedAccountKind.read(taken).id));
  const name = other && `, as "${readRedisCloud(other).name}"`;
  throw new Problem("conflict", `This Redis Cloud account is already connected${name ?? ""}.`, {
    code: "ALREADY_CONNECTED",
  });
}

/**
 * Changes name, keys or both. Throws notFound. Throws invalid for keys that are refused or belong to another
 * account. Throws tooMany after too many refused keys. Throws forbidden when another person connected it,
 * unless the caller is an admin. Throws outdated for another revision than expected.
 */
export async function change(
  ctx: SourceContext,
  id: string,
  input: RedisCloudChange,
  expected?: Expected,
): Promise<RedisCloud> {
  const { name, ...keys } = input;
  const renewal = await renew(ctx, id, keys, expected);
  const organization = await retryOnConflict(async () => {
    const found = await locate(ctx, redisCloud, id);
    checkRevision(found.row, expected);
    const part = { ...(name !== undefined && { name }), ...renewal };
    const write = changeRedisCloud(found.organization, id, part, expected);
    const event = auditRow(ctx, found.organization, {
      action: "redisCloud.changed",
      id,
      name: name ?? found.row.name,
      fields: {
        ...(name !== undefined && { name: [found.row.name, name] }),
        ...(renewal && { keys: [null, "renewed"] }),
      },
    });
    await transactAsAllowed(ctx, found.organization, [write, event]);
    return found.organization;
  });
  audit(ctx, "redisCloud.changed", {
    integrationId: id,
    organizationId: organization,
    keys: renewal !== undefined,
  });
  if (renewal) await syncSoon(ctx, "redis-cloud", organization, id);
  return toRedisCloud((await locate(ctx, redisCloud, id)).row, ctx.clock.now());
}

/** Tries new keys and returns the fields that they change; undefined without new keys. */
async function renew(
  ctx: SourceContext,
  id: string,
  { apiKey, apiSecret }: Omit<RedisCloudChange, "name">,
  expected: Expected,
): Promise<Renewal | undefined> {
  const { organization, row } = await locate(ctx, redisCloud, id);
  assertMayChangeSource(ctx, row);
  checkRevision(row, expected);
  await refuseUnlessAdmin(ctx, organization);
  if (apiKey === undefined || apiSecret === undefined) return undefined;
  const credentials = credentialsOf({ apiKey, apiSecret });
  const account = await limitFailures(ctx, refusedKeys, async () => {
    const opened = await tryCredentials(ctx, credentials);
    refuseOtherAccount(opened.id, row.accountId);
    return opened;
  });
  return { sealed: await seal(ctx, id, credentials), ...(account.name && { accountName: account.name }) };
}
