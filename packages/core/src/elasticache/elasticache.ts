import type { House, MemberContext } from "../access/context.ts";
import { type OrganizationId, ownOrganization } from "../access/scope.ts";
import type { ElastiCacheIntegration } from "../contract/elasticache.ts";
import type { FindFeeders } from "../deployment/feed.ts";
import { isId } from "../kit/ids.ts";
import { Problem } from "../kit/problem.ts";
import { elastiCacheKey, elastiCachesOf } from "../table/keys.ts";
import { type ElastiCacheRow, readElastiCache } from "./elasticache.table.ts";
import { accountOf, toIntegration } from "./map.ts";

export const notFound = () => new Problem("notFound", "ElastiCache integration not found");

/** The connected AWS accounts of the caller's organization, oldest first. */
export async function list(ctx: MemberContext): Promise<ElastiCacheIntegration[]> {
  const organization = ownOrganization(ctx.actor);
  return organization ? (await rowsOf(ctx, organization)).map(toIntegration) : [];
}

/** One of them. Somebody else's and one that does not exist are the same "not found". */
export async function get(ctx: MemberContext, id: string): Promise<ElastiCacheIntegration> {
  const organization = ownOrganization(ctx.actor);
  const row = organization ? await find(ctx, organization, id) : undefined;
  if (!row || row.deletedAt !== undefined) throw notFound();
  return toIntegration(row);
}

/** The accounts of an organization as what may feed its deployments. */
export const feeders: FindFeeders = async (house, organization) =>
  (await rowsOf(house, organization)).map(({ id, roleArn, createdAt }) => ({
    kind: "elasticache",
    id,
    name: `AWS account ${accountOf(roleArn)}`,
    createdAt,
  }));

/** The row of an integration, also of one that is about to go. */
export async function find(
  house: House,
  organization: OrganizationId,
  id: string,
): Promise<ElastiCacheRow | undefined> {
  const row = isId("deployment", id) ? await house.table.get(elastiCacheKey(organization, id)) : undefined;
  return row && readElastiCache(row);
}

/** Without those that are about to go. */
export async function rowsOf(house: House, organization: OrganizationId): Promise<ElastiCacheRow[]> {
  const rows = await house.table.queryAll<ElastiCacheRow>(elastiCachesOf(organization));
  return rows
    .filter(({ deletedAt }) => deletedAt === undefined)
    .toSorted((left, right) => left.createdAt - right.createdAt);
}
