import { audit } from "../access/audit.ts";
import type { MemberContext } from "../access/context.ts";
import { limitFailures } from "../attempts/failures.ts";
import type { RedisCloud, RedisCloudChange } from "../contract/redis-cloud.ts";
import { refuseOthers, refuseUnlessAdmin, transactAsAllowed } from "../account/source-rights.ts";
import { announce } from "../notification/announce.ts";
import { decideAgain } from "../table/decide-again.ts";
import { credentialsOf, refusedKeys, refuseOtherAccount, seal, tryCredentials } from "./credentials.ts";
import { disconnect, disconnected } from "./disconnect.ts";
import { get, locate } from "./read.ts";
import { changeRedisCloud, markDeleted, type Renewal } from "./redis-cloud.table.ts";
import { syncSoon } from "./soon.ts";

/**
 * Changes name, keys or both. Throws notFound, invalid for keys that are refused or of another account, tooMany after
 * too many of those, and forbidden for what somebody else connected, unless the caller is an admin.
 */
export async function change(ctx: MemberContext, id: string, input: RedisCloudChange): Promise<RedisCloud> {
  const { name, ...keys } = input;
  const renewal = await renew(ctx, id, keys);
  const organization = await decideAgain(async () => {
    const found = await locate(ctx, id);
    const write = changeRedisCloud(found.organization, id, {
      ...(name !== undefined && { name }),
      ...renewal,
    });
    await transactAsAllowed(ctx, found.organization, [write]);
    return found.organization;
  });
  audit(ctx, "redisCloud.changed", {
    integrationId: id,
    organizationId: organization,
    keys: renewal !== undefined,
  });
  if (renewal) await syncSoon(ctx, organization, id);
  return await get(ctx, id);
}

/** What new keys change, once they were tried; undefined without new keys. */
async function renew(
  ctx: MemberContext,
  id: string,
  { apiKey, apiSecret }: Omit<RedisCloudChange, "name">,
): Promise<Renewal | undefined> {
  const { organization, row } = await locate(ctx, id);
  refuseOthers(ctx, row.createdBy);
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

/**
 * Disconnects an account and removes its deployments, and tells every member. It is marked first, so a call that ended early is gone on with
 * by the next, or by the schedule. Throws notFound, and forbidden like `change`.
 */
export async function remove(ctx: MemberContext, id: string): Promise<void> {
  const { organization, row } = await decideAgain(async () => {
    const found = await locate(ctx, id, true);
    refuseOthers(ctx, found.row.createdBy);
    if (found.row.deletedAt !== undefined) return found;
    const deletedAt = ctx.clock.now();
    const news = disconnected(found.row, deletedAt);
    const marking = markDeleted(found.organization, found.row, deletedAt);
    await transactAsAllowed(ctx, found.organization, [...marking, announce(found.organization, news)]);
    audit(ctx, "redisCloud.deleted", { integrationId: id, organizationId: found.organization });
    return { ...found, row: { ...found.row, deletedAt } };
  });
  await disconnect(ctx, organization, row);
}
