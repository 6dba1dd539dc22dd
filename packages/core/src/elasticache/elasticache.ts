import type { MemberContext, SourceContext } from "../access/context.ts";
import { ownOrganization } from "../access/scope.ts";
import type { ElastiCacheIntegration } from "../contract/source/elasticache.ts";
import * as integration from "../integration/disconnect.ts";
import { readNow } from "../integration/read-now.ts";
import { livingRows, locate } from "../integration/rows.ts";
import { elastiCache } from "./kind.ts";
import { toIntegration } from "./to-integration.ts";

/** The connected AWS accounts of the caller's organization, oldest first. */
export async function list(ctx: MemberContext): Promise<ElastiCacheIntegration[]> {
  const organization = ownOrganization(ctx.actor);
  return organization
    ? (await livingRows(ctx, elastiCache, organization)).map((row) => toIntegration(row, ctx.clock.now()))
    : [];
}

/** One connected AWS account. Throws notFound, also for an account of another organization. */
export async function get(ctx: MemberContext, id: string): Promise<ElastiCacheIntegration> {
  return toIntegration((await locate(ctx, elastiCache, id)).row, ctx.clock.now());
}

/** Reads all regions of an account again now. The errors are those of `readNow`. */
export const test = async (ctx: MemberContext, id: string): Promise<ElastiCacheIntegration> =>
  toIntegration(await readNow(ctx, elastiCache, id), ctx.clock.now());

/**
 * Disconnects an AWS account, deletes its deployment and notifies every member. Throws notFound. Throws
 * forbidden when another person connected it, unless the caller is an admin.
 */
export const remove = (ctx: SourceContext, id: string): Promise<void> =>
  integration.remove(ctx, elastiCache, id);
