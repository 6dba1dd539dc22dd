import type { House, MemberContext } from "../access/context.ts";
import { type OrganizationId, ownOrganization } from "../access/scope.ts";
import type { RedisCloud } from "../contract/redis-cloud.ts";
import type { FindFeeders } from "../deployment/feed.ts";
import { cleanText } from "../kit/foreign-text.ts";
import { isId } from "../kit/ids.ts";
import { Problem } from "../kit/problem.ts";
import { redisCloudKey, redisCloudsOf } from "../table/keys.ts";
import { toRedisCloud } from "./map.ts";
import { readRedisCloud, type RedisCloudRow } from "./redis-cloud.table.ts";

/** The rows of an organization without those that are being deleted. */
export async function rowsOf(house: House, organization: OrganizationId): Promise<RedisCloudRow[]> {
  const rows = await house.table.queryAll<RedisCloudRow>(redisCloudsOf(organization));
  return rows.filter(({ deletedAt }) => deletedAt === undefined);
}

/** The connected accounts of the caller's organization, oldest first. */
export async function list(ctx: MemberContext): Promise<RedisCloud[]> {
  const organization = ownOrganization(ctx.actor);
  return organization ? (await rowsOf(ctx, organization)).map(toRedisCloud) : [];
}

/** The integrations of an organization as what may feed its deployments. */
export const feeders: FindFeeders = async (house, organization) => {
  const rows = await rowsOf(house, organization);
  return rows.map(({ id, name, createdAt }) => ({
    kind: "redis-cloud",
    id,
    name: cleanText(name),
    createdAt,
  }));
};

/** The row and the caller's organization. Throws notFound, for one that is being deleted as well unless asked for. */
export async function locate(ctx: MemberContext, id: string, alsoDeleted = false) {
  const notFound = new Problem("notFound", "Redis Cloud integration not found");
  const organization = ownOrganization(ctx.actor);
  if (!organization || !isId("redisCloud", id)) throw notFound;
  const found = await ctx.table.get(redisCloudKey(organization, id));
  const row = found && readRedisCloud(found);
  if (!row || (row.deletedAt !== undefined && !alsoDeleted)) throw notFound;
  return { organization, row };
}

/** One of them. Throws notFound. */
export async function get(ctx: MemberContext, id: string): Promise<RedisCloud> {
  return toRedisCloud((await locate(ctx, id)).row);
}
