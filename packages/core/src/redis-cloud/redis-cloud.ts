import type { MemberContext, SourceContext } from "../access/context.ts";
import { ownOrganization } from "../access/scope.ts";
import type { RedisCloud } from "../contract/source/redis-cloud.ts";
import * as integration from "../integration/disconnect.ts";
import { readNow } from "../integration/read-now.ts";
import { livingRows, locate } from "../integration/rows.ts";
import { redisCloud } from "./kind.ts";
import { toRedisCloud } from "./map.ts";

/** The connected accounts of the caller's organization, oldest first. */
export async function list(ctx: MemberContext): Promise<RedisCloud[]> {
  const organization = ownOrganization(ctx.actor);
  return organization
    ? (await livingRows(ctx, redisCloud, organization)).map((row) => toRedisCloud(row, ctx.clock.now()))
    : [];
}

/** One connected account. Throws notFound. */
export async function get(ctx: MemberContext, id: string): Promise<RedisCloud> {
  return toRedisCloud((await locate(ctx, redisCloud, id)).row, ctx.clock.now());
}

/** Reads an account again now. The errors are those of `readNow`. */
export const test = async (ctx: MemberContext, id: string): Promise<RedisCloud> =>
  toRedisCloud(await readNow(ctx, redisCloud, id), ctx.clock.now());

/**
 * Disconnects an account, deletes its deployments and notifies every member. Throws notFound. Throws
 * forbidden when another person connected it, unless the caller is an admin.
 */
export const remove = (ctx: SourceContext, id: string): Promise<void> =>
  integration.remove(ctx, redisCloud, id);
