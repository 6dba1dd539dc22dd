import { askedOrganization } from "../../access/asked-organization.ts";
import type { ReaderContext, Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import { withViewAudit } from "../../audit/bounded.ts";
import { feed, feedOfDeployment, type FeedQuery } from "../../changes/feed.ts";
import { unpackMemory } from "../../changes/memory.ts";
import type { ChangePage } from "../../contract/history/changes.ts";
import { deploymentDetailKey, deploymentKey } from "../rows/deployment.keys.ts";
import { detailKind } from "../rows/deployment.table.ts";
import { readLocated } from "./locate.ts";

export interface ChangesQuery extends FeedQuery {
  organizationId?: string | undefined;
}

/**
 * A page of the changes of one deployment, newest first. Throws notFound and conflict as `get` does.
 */
export async function changesOfOne(
  ctx: ReaderContext,
  id: string,
  { organizationId, ...query }: ChangesQuery,
): Promise<ChangePage> {
  return await readLocated(ctx, id, organizationId, async (organization) => {
    const { exists, page } = await readOne(ctx, organization, id, query);
    return exists ? page : undefined;
  });
}

/**
 * A page of the changes of an organization, newest first, also of deployments that are gone. With a filter, a
 * page can have fewer changes than the limit and still have a cursor: the next page continues to search. Throws
 * forbidden for an organization that is not the caller's.
 * @param deployment id of the only deployment that is asked for
 */
export async function changes(
  ctx: ReaderContext,
  { organizationId, deployment, ...query }: ChangesQuery & { deployment?: string | undefined },
): Promise<ChangePage> {
  const organization = askedOrganization(ctx, organizationId, {
    forbidden: "You can only see the changes of your own organization.",
  });
  if (organization === null) return { changes: [] };
  const reading =
    deployment === undefined
      ? feed(ctx, organization, query)
      : readOne(ctx, organization, deployment, query).then(({ page }) => page);
  return await withViewAudit(ctx, organization, reading);
}

async function readOne(
  services: Services,
  organization: OrganizationId,
  id: string,
  query: FeedQuery,
): Promise<{ exists: boolean; page: ChangePage }> {
  const rows = services.table.batchGet([
    deploymentKey(organization, id),
    deploymentDetailKey(organization, id),
  ]);
  const born = rows.then(([, detail]) => unpackMemory(detail && detailKind.read(detail).changes)?.born);
  const [[summary], page] = await Promise.all([
    rows,
    feedOfDeployment(services, organization, id, born, query),
  ]);
  return { exists: summary !== undefined, page };
}
